import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ownDraft, removeAllOwnDrafts, removeOwnDrafts, storedDraft } from './stored-draft.ts'

const Text = z.object({ text: z.string() })
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
    key: (at: number) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size
    },
  })
})

describe('a draft in the browser', () => {
  it('is there again under its own name alone', () => {
    expect(storedDraft('one', Text).write({ text: 'Mine' })).toBe(true)
    expect(storedDraft('one', Text).read()).toEqual({ text: 'Mine' })
    expect(storedDraft('two', Text).read()).toBeNull()
  })

  it('is removed when the work is saved', () => {
    storedDraft('one', Text).write({ text: 'Mine' })
    expect(storedDraft('one', Text).write(null)).toBe(true)
    expect([...stored.keys()]).toEqual([])
  })

  it.each([
    ['no JSON', '{'],
    ['another shape', '{"text":1}'],
  ])('is none when it holds %s', (_name, text) => {
    stored.set('one', text)
    expect(storedDraft('one', Text).read()).toBeNull()
  })

  it('of one person is not that of another, and is removed with the others when they sign out', () => {
    storedDraft('shared', Text).write({ text: 'Ours' })
    const [mine, second, theirs] = [
      ['ana', 'one'],
      ['ana', 'two'],
      ['ben', 'one'],
    ] as const
    for (const [who, name] of [mine, second, theirs]) ownDraft(who, name, Text).write({ text: who })
    expect(ownDraft('ben', 'one', Text).read()).toEqual({ text: 'ben' })
    removeOwnDrafts('ana', (name) => name === 'one')
    expect(ownDraft('ana', 'one', Text).read()).toBeNull()
    expect(ownDraft('ana', 'two', Text).read()).toEqual({ text: 'ana' })
    expect(ownDraft('ben', 'one', Text).read()).toEqual({ text: 'ben' })
    removeAllOwnDrafts()
    expect([...stored.keys()]).toEqual(['shared'])
  })

  it('that the browser refuses is reported, not thrown', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('blocked')
      },
      setItem: () => {
        throw new Error('full')
      },
    })
    expect(storedDraft('one', Text).write({ text: 'Mine' })).toBe(false)
    expect(storedDraft('one', Text).read()).toBeNull()
  })
})
