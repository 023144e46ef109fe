import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keys } from '../../../data/keys.ts'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { endHooksAfterEach } from '../../../ui/testing/render-hook.ts'
import { aField, anApp, answer, aRecord, bodyOf, TENANT } from '../testing/a-record.ts'
import { quickEn } from './quick.en.ts'
import { undoChange, valuesBefore } from './undo-change.ts'

startTexts()
addTexts('quick', quickEn)
endHooksAfterEach()

const app = anApp([aField('status'), { ...aField('score'), readOnly: true }])
const before = aRecord(1, { title: 'A', status: 'new', score: '1', note: null }, 3)
const saved = aRecord(1, { title: 'A', status: 'closed', score: '2', note: 'stamped' }, 4)
const fetched = vi.fn<typeof fetch>()
let client: QueryClient

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { getElementById: () => announcer })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
})
afterEach(() => {
  fetched.mockReset()
  client.clear()
})
const announcer = { textContent: '' }

describe('the undo of a quick change', () => {
  test('takes back what was chosen and what rules set with it, without fields that are read-only', () => {
    expect(valuesBefore({ app, before, saved })).toEqual({ status: 'new', note: null })
  })

  test('leaves out fields that the list didn’t load', () => {
    expect(valuesBefore({ app, before: aRecord(1, { status: 'new' }), saved })).toEqual({ status: 'new' })
  })

  test('saves upon the version that the change made', async () => {
    fetched.mockResolvedValueOnce(answer(200, aRecord(1, { status: 'new' }, 5)))
    await undoChange(client, { tenantId: TENANT, app, before, saved })
    expect(bodyOf(fetched.mock.calls[0])).toEqual({ version: 4, fields: { status: 'new', note: null } })
    expect(client.getQueryData(keys.one(TENANT, 'records', saved.id))).toMatchObject({ version: 5 })
    expect(announcer.textContent).toBe('ALR-1 is as it was before')
  })

  test('keeps what someone else changed since, and says so', async () => {
    const code = 'resource.version_conflict'
    const problem = { type: 'about:blank', title: code, status: 409, code, requestId: 'r1' }
    fetched.mockResolvedValueOnce(answer(409, problem))
    await undoChange(client, { tenantId: TENANT, app, before, saved })
    expect(announcer.textContent).toContain(quickEn.changedSince)
    expect(client.getQueryData(keys.one(TENANT, 'records', saved.id))).toBeUndefined()
  })
})
