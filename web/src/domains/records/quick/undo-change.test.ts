import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keys } from '../../../data/keys.ts'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { endHooksAfterEach } from '../../../ui/testing/render-hook.ts'
import { aField, anApp, APP, answer, aRecord, bodyOf, TENANT } from '../testing/a-record.ts'
import { quickEn } from './quick.en.ts'
import { undoChange, valuesBefore } from './undo-change.ts'

startTexts()
addTexts('quick', quickEn)
endHooksAfterEach()

const app = anApp([aField('status'), { ...aField('score'), readOnly: true }])
const before = aRecord(1, { title: 'A', status: 'new', score: '1', note: null }, 3)
const saved = aRecord(1, { title: 'A', status: 'closed', score: '2', note: 'stamped' }, 4)
const sent = { status: 'closed' }
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
const aFile = (number: number) => ({
  id: `019a0000-0000-7000-8000-0000000000f${number}`,
  name: `${number}.txt`,
  size: 1,
  mediaType: 'text/plain',
  sha256: '0'.repeat(64),
  at: before.createdAt,
  by: { kind: 'user', id: before.createdBy.id, name: 'Alice' },
})
const announcer = { textContent: '' }

describe('the undo of a quick change', () => {
  test('takes back what was chosen and what rules set with it, without fields that are read-only', () => {
    expect(valuesBefore({ app, before, saved, sent })).toEqual({ status: 'new', note: null })
  })

  test('leaves out fields that the list didn’t load', () => {
    expect(valuesBefore({ app, before: aRecord(1, { status: 'new' }, 3), saved, sent })).toEqual({
      status: 'new',
    })
  })

  test('leaves what others changed in between', () => {
    const later = aRecord(1, { ...saved.fields, title: 'Theirs' }, 6)
    expect(valuesBefore({ app, before, saved: later, sent })).toEqual({ status: 'new' })
  })

  test('removes the file that was added, and unlinks the record that was linked', () => {
    const [one, two] = [aFile(1), aFile(2)]
    const fields = [
      aField('files', { type: 'attachment' }),
      aField('asset', { type: 'reference', app: APP }),
      aField('assets', { type: 'reference', app: APP, multiple: true }),
    ]
    const linked = (...ids: string[]) => ({
      items: ids.map((id) => ({ id, appId: APP, trackingId: 'AST-1', title: '', columns: {} })),
      total: ids.length,
    })
    const [first, second] = [aRecord(1).id, aRecord(2).id]
    const change = {
      app: anApp(fields),
      before: aRecord(1, { files: [one], asset: null, assets: linked(first) }, 3),
      saved: aRecord(1, { files: [one, two], asset: linked(first), assets: linked(second) }, 4),
      sent: { files: [one.id, two.id], asset: first, assets: { add: [second], remove: [first] } },
    }
    expect(valuesBefore(change)).toEqual({
      files: [one.id],
      asset: null,
      assets: { add: [first], remove: [second] },
    })
  })

  test('saves upon the version that the change made', async () => {
    fetched.mockResolvedValueOnce(answer(200, aRecord(1, { status: 'new' }, 5)))
    await undoChange(client, { tenantId: TENANT, app, before, saved, sent })
    expect(bodyOf(fetched.mock.calls[0])).toEqual({ version: 4, fields: { status: 'new', note: null } })
    expect(client.getQueryData(keys.one(TENANT, 'records', saved.id))).toMatchObject({ version: 5 })
    expect(announcer.textContent).toBe('ALR-1 is as it was before')
  })

  test('keeps what someone else changed since, and says so', async () => {
    const code = 'resource.version_conflict'
    const problem = { type: 'about:blank', title: code, status: 409, code, requestId: 'r1' }
    fetched.mockResolvedValueOnce(answer(409, problem))
    await undoChange(client, { tenantId: TENANT, app, before, saved, sent })
    expect(announcer.textContent).toContain(quickEn.changedSince)
    expect(client.getQueryData(keys.one(TENANT, 'records', saved.id))).toBeUndefined()
  })
})
