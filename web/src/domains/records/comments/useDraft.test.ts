import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addToDraft, takeFromDraft } from './useDraft.ts'

const PLACE = { userId: 'u', tenantId: 't', recordId: 'r', field: null }
const stored = new Map<string, string>()
const draft = () => [...stored.values()].at(-1) ?? null

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a text that couldn’t be sent', () => {
  test('becomes a draft, and is gone from it when it is sent after all', () => {
    expect(addToDraft(PLACE, '<p>Benign scan</p>')).toBe(true)
    expect(draft()).toBe('"<p>Benign scan</p>"')
    takeFromDraft(PLACE, '<p>Benign scan</p>')
    expect(draft()).toBeNull()
  })

  test('follows what was being written, which stays', () => {
    addToDraft(PLACE, '<p>Asked the owner</p>')
    addToDraft(PLACE, '<p>Benign scan</p>')
    expect(draft()).toBe('"<p>Asked the owner</p><p>Benign scan</p>"')
    takeFromDraft(PLACE, '<p>Benign scan</p>')
    expect(draft()).toBe('"<p>Asked the owner</p>"')
  })

  test('is left in a draft that someone has changed since', () => {
    addToDraft(PLACE, '<p>Benign scan</p>')
    addToDraft(PLACE, '<p>More</p>')
    takeFromDraft(PLACE, '<p>Benign scan</p>')
    expect(draft()).toBe('"<p>Benign scan</p><p>More</p>"')
  })

  test('is left to the person who wrote it', () => {
    addToDraft(PLACE, '<p>Benign scan</p>')
    const other = { ...PLACE, userId: 'v' }
    addToDraft(other, '<p>Mine</p>')
    expect(draft()).toBe('"<p>Mine</p>"')
    takeFromDraft(other, '<p>Mine</p>')
    expect(draft()).toBe('"<p>Benign scan</p>"')
  })

  test('is not called stored when the browser refuses', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(addToDraft(PLACE, '<p>Benign scan</p>')).toBe(false)
  })
})
