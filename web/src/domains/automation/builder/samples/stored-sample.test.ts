import { beforeEach, expect, it, vi } from 'vitest'
import { keepSample, readSample } from './stored-sample.ts'

const place = { tenantId: 't', userId: 'alice', playbookId: 'p' }

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  })
})

it('a pasted sample is there again after a reload, for this person and playbook alone', () => {
  keepSample(place, { body: { alert: 1 } })
  expect(readSample(place)).toEqual({ body: { alert: 1 } })
  expect(readSample({ ...place, userId: 'bob' })).toBeUndefined()
  expect(readSample({ ...place, playbookId: 'q' })).toBeUndefined()
  keepSample(place, undefined)
  expect(readSample(place)).toBeUndefined()
})

it('a sample that is too large replaces none and is not stored', () => {
  keepSample(place, 'x')
  keepSample(place, 'x'.repeat(200_000))
  expect(readSample(place)).toBeUndefined()
})

it('what cannot be parsed, or a blocked storage, is no sample', () => {
  localStorage.setItem('caseloom.playbook-sample.t.alice.p', '{')
  expect(readSample(place)).toBeUndefined()
  vi.stubGlobal('localStorage', undefined)
  keepSample(place, 1)
  expect(readSample(place)).toBeUndefined()
})
