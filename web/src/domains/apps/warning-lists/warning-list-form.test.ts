import { describe, expect, it } from 'vitest'
import { draftOf, faultIn, inputOf, offeredKinds, withType } from './warning-list-form.ts'

describe('the form of a warning list', () => {
  it('sends each line as an entry, so that faults are found at their line', () => {
    const draft = { ...draftOf(undefined), name: 'A', text: 'a.example\n\nb c\n\n' }
    expect(inputOf(draft).entries).toEqual(['a.example', '', 'b c'])
    expect(inputOf({ ...draft, text: ' \n' }).entries).toEqual([])
  })

  it('keeps only types of observables that another matching can compare', () => {
    const draft = draftOf(undefined)
    expect(withType(draft, 'cidr').kinds).toEqual(['url'])
    expect(withType({ ...draft, kinds: ['domain'] }, 'cidr').kinds).toEqual(['ipv4', 'ipv6', 'cidr', 'url'])
    expect(withType({ ...draft, kinds: ['domain'] }, 'string').kinds).toEqual(['domain'])
  })

  it('offers what a list has though its matching can’t compare it', () => {
    expect(offeredKinds({ ...draftOf(undefined), kinds: ['domain', 'md5'] })).toContain('md5')
    expect(offeredKinds(draftOf(undefined))).not.toContain('md5')
  })

  it('finds the fault of a field', () => {
    const issues = [{ path: ['body', 'name'], code: 'taken', message: 'Taken' }]
    expect(faultIn(issues, 'name')).toBe('Taken')
    expect(faultIn(issues, 'kinds')).toBeUndefined()
  })
})
