import type { RecordView } from '@caseloom/contract/records/records'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keys } from '../../../data/keys.ts'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { recordsEn } from './records.en.ts'
import { anApp, answer, aRecord, bodyOf, TENANT, withQueries } from '../testing/a-record.ts'
import { useRecordForm } from './useRecordForm.ts'
import { useSaveRecord } from './useSaveRecord.ts'

startTexts()
addTexts('records', recordsEn)
endHooksAfterEach()

const app = anApp()
const fetched = vi.fn<typeof fetch>()
const onSaved = vi.fn()
let client: QueryClient

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  fetched.mockReset()
  onSaved.mockReset()
  client.clear()
})

async function anEdit(record: RecordView) {
  return renderHook(
    (given: { record: RecordView }) => {
      const form = useRecordForm(app, given.record)
      return { form, ...useSaveRecord({ tenantId: TENANT, app, record: given.record, form, onSaved }) }
    },
    { props: { record }, wrap: withQueries(client) },
  )
}

type Edit = Awaited<ReturnType<typeof anEdit>>

async function typed(edit: Edit, key: string, draft: string): Promise<void> {
  await doing(() => edit.now().form.set(key, draft))
}

/** Saves and waits for the answer. */
async function saved(edit: Edit, save = () => edit.now().save()): Promise<void> {
  await doing(save)
  await vi.waitFor(async () => {
    await doing(() => undefined)
    expect(edit.now().saving).toBe(false)
  })
}

function problem(code: string, over: object = {}): Response {
  return answer(409, { type: 'about:blank', title: code, status: 409, code, requestId: 'r1', ...over })
}

describe('saving a record', () => {
  test('sends the changes and the version that was edited, then clears the form', async () => {
    const edit = await anEdit(aRecord(1, { title: 'Old' }, 4))
    await typed(edit, 'title', 'New')
    fetched.mockResolvedValueOnce(answer(200, aRecord(1, { title: 'New' }, 5)))
    await saved(edit)
    expect(bodyOf(fetched.mock.calls[0])).toEqual({ version: 4, fields: { title: 'New' } })
    expect(edit.now().form.touched).toBe(false)
    expect(client.getQueryData(keys.one(TENANT, 'records', aRecord(1).id))).toMatchObject({ version: 5 })
    expect(onSaved.mock.calls).toMatchObject([
      [{ saved: { version: 5 }, before: { version: 4 }, sent: { title: 'New' } }],
    ])
  })

  test('asks the server nothing when nothing differs', async () => {
    const edit = await anEdit(aRecord(1, { title: 'Old' }))
    await typed(edit, 'title', 'Old')
    await doing(() => edit.now().save())
    expect(fetched).not.toHaveBeenCalled()
    expect(edit.now().form.touched).toBe(false)
  })

  test('asks the server nothing while an input is invalid', async () => {
    const edit = await anEdit(aRecord(1))
    await typed(edit, 'count', 'many')
    await doing(() => edit.now().save())
    expect(fetched).not.toHaveBeenCalled()
    expect(edit.now().form.errors).toHaveProperty('count')
  })

  test('puts faults at their fields and keeps what was typed', async () => {
    const edit = await anEdit(aRecord(1, { title: 'Old' }))
    await typed(edit, 'title', 'New')
    const issues = [{ path: ['body', 'fields', 'title'], code: 'too_long', message: 'Too long' }]
    fetched.mockResolvedValueOnce(
      answer(400, {
        type: 'about:blank',
        title: 'x',
        status: 400,
        code: 'request.invalid',
        requestId: 'r1',
        issues,
      }),
    )
    await saved(edit)
    expect(Object.keys(edit.now().form.errors)).toEqual(['title'])
    expect([edit.now().form.draft('title'), edit.now().failure]).toEqual(['New', null])
  })

  test('shows a failure that belongs to no field, and saves at the second try', async () => {
    const edit = await anEdit(aRecord(1, { title: 'Old' }))
    await typed(edit, 'title', 'New')
    fetched.mockRejectedValueOnce(new TypeError('fetch failed'))
    await saved(edit)
    expect(edit.now().failure?.text).toBeTruthy()
    expect(edit.now().form.draft('title')).toBe('New')
    fetched.mockResolvedValueOnce(answer(200, aRecord(1, { title: 'New' }, 2)))
    await saved(edit)
    expect([edit.now().failure, edit.now().form.touched]).toEqual([null, false])
  })
})

describe('a conflict with another save', () => {
  const conflicts = [{ field: 'title', mine: 'Mine', theirs: 'Theirs' }]

  async function inConflict() {
    const edit = await anEdit(aRecord(1, { title: 'Old', note: 'n' }, 4))
    await typed(edit, 'title', 'Mine')
    await typed(edit, 'note', 'm')
    fetched.mockResolvedValueOnce(problem('resource.version_conflict', { conflicts }))
    await saved(edit)
    return edit
  }

  test('is shown with both values, and nothing typed is lost', async () => {
    const edit = await inConflict()
    expect(edit.now().conflicts).toEqual(conflicts)
    expect([edit.now().failure, edit.now().form.draft('title')]).toEqual([null, 'Mine'])
  })

  test('saves on the version of the edit, not on one that arrived meanwhile', async () => {
    const edit = await anEdit(aRecord(1, { title: 'Old' }, 4))
    await typed(edit, 'title', 'Mine')
    await edit.rerender({ record: aRecord(1, { title: 'Theirs' }, 7) })
    fetched.mockResolvedValueOnce(problem('resource.version_conflict', { conflicts }))
    await saved(edit)
    expect(bodyOf(fetched.mock.calls[0])).toMatchObject({ version: 4 })
  })

  test('is resolved on the current version with the values that were chosen', async () => {
    const edit = await inConflict()
    await edit.rerender({ record: aRecord(1, { title: 'Theirs', note: 'n' }, 5) })
    fetched.mockResolvedValueOnce(answer(200, aRecord(1, { title: 'Theirs', note: 'm' }, 6)))
    await saved(edit, () => edit.now().resolve({ title: 'theirs' }))
    expect(bodyOf(fetched.mock.calls.at(-1))).toEqual({ version: 5, fields: { note: 'm' } })
    expect(edit.now().conflicts).toEqual([])
  })

  test('asks nothing when all values of the others are taken', async () => {
    const edit = await inConflict()
    await edit.rerender({ record: aRecord(1, { title: 'Theirs', note: 'n' }, 5) })
    const before = fetched.mock.calls.length
    await doing(() => edit.now().resolve({ title: 'theirs', note: 'theirs' }))
    expect(fetched.mock.calls.length).toBe(before)
    expect([edit.now().form.touched, edit.now().conflicts]).toEqual([false, []])
  })

  test('closes without saving, and what was typed stays', async () => {
    const edit = await inConflict()
    await doing(() => edit.now().closeConflicts())
    expect([edit.now().conflicts, edit.now().form.draft('title')]).toEqual([[], 'Mine'])
  })
})
