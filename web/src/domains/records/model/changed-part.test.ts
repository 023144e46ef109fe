import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedPart, shorten } from './changed-part.ts'

const words = 'The gateway was seen beside the lake, and no one knew what it did there. '.repeat(4)

it('shows the changed part of a long text with its context', () => {
  const part = changedPart(`${words}It was red.${words}`, `${words}It was dark blue.${words}`)
  expect(part).toMatchObject({ removed: 'red', added: 'dark blue' })
  expect(part?.before).toMatch(/^….{25,40}It was $/s)
  expect(part?.after).toMatch(/^\.The gateway.*…$/s)
})

it('shows short and empty texts in full', () => {
  expect(changedPart('low', 'high')).toBeNull()
  expect(changedPart('', words)).toBeNull()
  expect(changedPart(words, '')).toBeNull()
})

it('reassembles every text without splitting a character', () => {
  const text = fc.array(fc.constantFrom('a', 'b ', '🚨', 'é'), { minLength: 90, maxLength: 120 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [from, to] = [one.join(''), other.join('')]
      const part = changedPart(from, to)
      if (part === null) throw new Error('They are long')
      const bare = (piece: string) => piece.replace(/^…|…$/g, '')
      for (const piece of Object.values(part)) expect(piece.isWellFormed()).toBe(true)
      expect(from).toContain(`${bare(part.before)}${bare(part.removed)}`)
      expect(to).toContain(`${bare(part.before)}${bare(part.added)}`)
    }),
  )
  expect(shorten('🚨'.repeat(200))).toBe(`${'🚨'.repeat(160)}…`)
})
