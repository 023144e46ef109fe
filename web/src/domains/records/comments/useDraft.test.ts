import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addToDraft, draftName, takeFromDraft } from './useDraft.ts'

const PLACE = { tenantId: 't', recordId: 'r', field: null }
const stored = new Map<string, string>()
const draft = () => stored.get(`caseloom.comment.${draftName(PLACE)}`) ?? null

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

  test('is not called stored when the browser refuses', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(addToDraft(PLACE, '<p>Benign scan</p>')).toBe(false)
  })
})
