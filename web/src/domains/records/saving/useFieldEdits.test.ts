import type { AppView } from '@caseloom/contract/apps/apps'
import { UserId } from '@caseloom/contract/kernel/ids'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import { notifyManager, QueryClient, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportConnection } from '../../../data/connection.ts'
import { keys } from '../../../data/keys.ts'
import { type TenantScope, TenantScopeContext } from '../../../data/scope.tsx'
import { announced, doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { useFormLogic } from '../logic/useFormLogic.ts'
import { recordsEn } from '../model/records.en.ts'
import { recordQuery } from '../model/records.queries.ts'
import { APP, aField, anApp, answer, aRecord, bodyOf, TENANT, withQueries } from '../testing/a-record.ts'
import { useDraftedForm } from './useDraftedForm.ts'
import { useFieldEdits } from './useFieldEdits.ts'

startTexts()
addTexts('records', recordsEn)
endHooksAfterEach()
notifyManager.setScheduler((run) => run())

const app: AppView = {
  ...anApp([aField('text', { type: 'text', multiline: true })]),
  revision: 1,
  layout: [],
}
const userId = UserId.parse('019a0000-0000-7000-8000-0000000000b1')
const scope: TenantScope = {
  accountId: '019a0000-0000-7000-8000-0000000000d1',
  tenantId: TENANT,
  tenantName: 'T',
  userId,
  userName: 'Alice',
  timeZone: 'UTC',
  permissions: new Set(),
  // Nothing here asks for a feature.
  flags: {} as TenantScope['flags'],
}
const fetched = vi.fn<typeof fetch>()
const stored = new Map<string, string>()
let client: QueryClient

beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  stored.clear()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
    key: (at: number) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size
    },
  })
})
afterEach(() => {
  fetched.mockReset()
  client.clear()
  reportConnection(true)
})

const key = keys.one(TENANT, 'records', aRecord(1).id)

async function aPage(record: RecordView, user = userId, of = app) {
  client.setQueryData(key, record)
  const queries = withQueries(client)
  return renderHook(
    () => {
      const shown = useQuery(recordQuery(TENANT, APP, record.id)).data ?? record
      const drafted = useDraftedForm(of, shown)
      const logic = useFormLogic(of, shown, drafted.form)
      return { form: drafted.form, ...useFieldEdits({ app: of, record: shown, drafted, logic }) }
    },
    {
      props: {},
      wrap: (children) =>
        queries(createElement(TenantScopeContext, { value: { ...scope, userId: user } }, children)),
    },
  )
}
type Page = Awaited<ReturnType<typeof aPage>>

const patches = () => fetched.mock.calls.filter(([, init]) => init?.method === 'PATCH').map(bodyOf)

/** The server stores every change upon the version that it gets, until it is asked otherwise. */
function storing(version: number, fields: FieldValues): void {
  let now = aRecord(1, fields, version)
  fetched.mockImplementation(async (_url, init) => {
    if (init?.method !== 'PATCH') return answer(200, { items: [], next: null })
    const body = bodyOf([_url, init]) as { fields: FieldValues }
    now = aRecord(1, { ...now.fields, ...body.fields }, now.version + 1)
    return answer(200, now)
  })
}

const invalid = (field: string, message: string) =>
  answer(400, {
    type: 'about:blank',
    title: 'x',
    status: 400,
    code: 'request.invalid',
    requestId: 'r1',
    issues: [{ path: ['body', 'fields', field], code: 'x', message }],
  })

async function typed(page: Page, field: string, draft: string): Promise<void> {
  await doing(() => page.now().edits.edit(field, draft))
}
async function left(page: Page, field: string): Promise<void> {
  await doing(() => page.now().edits.leave(field))
  await idle(page)
}
async function idle(page: Page): Promise<void> {
  await vi.waitFor(async () => {
    await doing(() => undefined)
    expect(page.now().saving.saving).toBe(false)
  })
}

describe('a field of a record', () => {
  test('is saved when it is left, not while one types, and the notice takes it back', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    storing(4, { title: 'Old' })
    await typed(page, 'title', 'New')
    expect([patches(), page.now().guard.when]).toEqual([[], true])
    await left(page, 'title')
    expect(patches()).toEqual([{ version: 4, fields: { title: 'New' } }])
    expect([page.now().form.touched, page.now().guard.when]).toEqual([false, false])
    expect(client.getQueryData<RecordView>(key)?.fields).toEqual({ title: 'New' })
    expect(announced()).toBe('title set to New')
  })

  test('asks the server nothing when nothing differs', async () => {
    const page = await aPage(aRecord(1, { title: 'Old', count: 3 }))
    await left(page, 'title')
    await typed(page, 'count', '3.0')
    await left(page, 'count')
    expect(patches()).toEqual([])
    expect([page.now().form.touched, page.now().guard.when]).toEqual([false, false])
  })

  test('is saved immediately when it is chosen', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    storing(4, { title: 'Old' })
    await doing(() => page.now().edits.choose('title', 'New'))
    await idle(page)
    expect(patches()).toEqual([{ version: 4, fields: { title: 'New' } }])
  })

  test('that is typed into isn’t sent with one that is left', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    storing(4, { title: 'Old' })
    await typed(page, 'note', 'half')
    await typed(page, 'title', 'New')
    await left(page, 'title')
    expect(patches()).toEqual([{ version: 4, fields: { title: 'New' } }])
    expect([page.now().form.draft('note'), page.now().guard.when]).toEqual(['half', true])
  })

  test('waits for the request before it, and is based on what that saved', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    const first = Promise.withResolvers<Response>()
    fetched.mockReturnValueOnce(first.promise)
    await typed(page, 'title', 'One')
    await doing(() => page.now().edits.leave('title'))
    await typed(page, 'title', 'Two')
    await doing(() => page.now().edits.leave('title'))
    await doing(() => page.now().edits.choose('note', 'n'))
    expect(patches()).toHaveLength(1)
    storing(5, { title: 'One' })
    await doing(() => first.resolve(answer(200, aRecord(1, { title: 'One' }, 5))))
    await idle(page)
    expect(patches()).toEqual([
      { version: 4, fields: { title: 'One' } },
      { version: 5, fields: { title: 'Two', note: 'n' } },
    ])
    expect(page.now().guard.when).toBe(false)
  })

  test('gets its stored value back when it is canceled', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }))
    await typed(page, 'title', 'New')
    await doing(() => page.now().edits.cancel('title'))
    await left(page, 'title')
    expect(patches()).toEqual([])
    expect(page.now().form.draft('title')).toBe('Old')
  })
})

describe('what can’t be saved', () => {
  test('stays, and is saved with the field that was missing', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    fetched.mockImplementation(async () => invalid('note', 'Required'))
    await doing(() => page.now().edits.choose('title', 'Closed'))
    await idle(page)
    expect(page.now().form.errors).toEqual({ note: 'Required' })
    expect([page.now().form.draft('title'), page.now().guard.when]).toEqual(['Closed', true])
    // The same again would change nothing.
    await left(page, 'title')
    expect(patches()).toHaveLength(1)
    storing(4, { title: 'Old' })
    await typed(page, 'note', 'Why')
    await left(page, 'note')
    expect(patches().at(-1)).toEqual({ version: 4, fields: { title: 'Closed', note: 'Why' } })
    expect([page.now().form.errors, page.now().guard.when]).toEqual([{}, false])
  })

  test('is only the field with an invalid input, which the server doesn’t get', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    storing(4, { title: 'Old' })
    await typed(page, 'count', 'many')
    await left(page, 'count')
    expect([patches(), Object.keys(page.now().form.errors)]).toEqual([[], ['count']])
    await typed(page, 'title', 'New')
    await left(page, 'title')
    expect(patches()).toEqual([{ version: 4, fields: { title: 'New' } }])
    expect([page.now().form.draft('count'), Object.keys(page.now().form.errors)]).toEqual(['many', ['count']])
  })

  test('is only the field that the server rejects: the others are saved without it', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    fetched.mockImplementationOnce(async () => invalid('title', 'Taken'))
    await typed(page, 'title', 'Twice')
    await left(page, 'title')
    fetched.mockImplementationOnce(async () => invalid('title', 'Taken'))
    fetched.mockImplementationOnce(async () => answer(200, aRecord(1, { title: 'Old', note: 'n' }, 5)))
    fetched.mockImplementation(async () => answer(200, { items: [], next: null }))
    await doing(() => page.now().edits.choose('note', 'n'))
    await idle(page)
    expect(patches().slice(1)).toEqual([
      { version: 4, fields: { title: 'Twice', note: 'n' } },
      { version: 4, fields: { note: 'n' } },
    ])
    expect([page.now().form.errors, page.now().form.draft('title')]).toEqual([{ title: 'Taken' }, 'Twice'])
  })

  test('is sent again when the server can be reached', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    fetched.mockRejectedValueOnce(new TypeError('fetch failed'))
    await typed(page, 'title', 'New')
    await left(page, 'title')
    expect(page.now().saving.failure).toMatchObject({ isAway: true })
    expect(page.now().guard.when).toBe(true)
    storing(4, { title: 'Old' })
    await doing(() => reportConnection(false))
    await doing(() => reportConnection(true))
    await idle(page)
    expect(patches().at(-1)).toEqual({ version: 4, fields: { title: 'New' } })
    expect([page.now().saving.failure, page.now().guard.when]).toEqual([null, false])
  })

  test('can be discarded', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    fetched.mockImplementation(async () => invalid('note', 'Required'))
    await doing(() => page.now().edits.choose('title', 'Closed'))
    await idle(page)
    await doing(() => page.now().saving.discard())
    expect([page.now().form.draft('title'), page.now().form.errors]).toEqual(['Old', {}])
    expect(page.now().guard.when).toBe(false)
  })
})

describe('a conflict with another save', () => {
  const conflicts = [{ field: 'title', mine: 'Mine', theirs: 'Theirs' }]
  const theirs = aRecord(1, { title: 'Theirs', note: 'n' }, 5)

  async function inConflict() {
    const page = await aPage(aRecord(1, { title: 'Old', note: 'n' }, 4))
    await typed(page, 'title', 'Mine')
    // The page has read what the other saved: only upon the version of the edit the server notices.
    await doing(() => client.setQueryData(key, theirs))
    const code = 'resource.version_conflict'
    const problem = { type: 'about:blank', title: code, status: 409, code, requestId: 'r1', conflicts }
    fetched.mockImplementation(async (_url, init) =>
      init?.method === 'PATCH' ? answer(409, problem) : answer(200, theirs),
    )
    await left(page, 'title')
    return page
  }

  test('is asked about, and resolved on the current version', async () => {
    const page = await inConflict()
    expect(patches()).toEqual([{ version: 4, fields: { title: 'Mine' } }])
    expect(page.now().saving.conflicts).toEqual(conflicts)
    storing(5, theirs.fields)
    await doing(() => page.now().saving.resolve({ title: 'mine' }))
    await idle(page)
    expect(patches().at(-1)).toEqual({ version: 5, fields: { title: 'Mine' } })
    expect([page.now().saving.conflicts, page.now().guard.when]).toEqual([[], false])
  })

  test('asks nothing more when theirs is taken', async () => {
    const page = await inConflict()
    await doing(() => page.now().saving.resolve({ title: 'theirs' }))
    expect(patches()).toHaveLength(1)
    expect([page.now().form.draft('title'), page.now().guard.when]).toEqual(['Theirs', false])
  })

  test('loses nothing when it is put off, and is asked about again with the next change', async () => {
    const page = await inConflict()
    await doing(() => page.now().saving.closeConflicts())
    await left(page, 'title')
    expect(patches()).toHaveLength(1)
    expect([page.now().form.draft('title'), page.now().saving.failure?.text]).toEqual([
      'Mine',
      recordsEn.page.conflicted,
    ])
    await doing(() => page.now().edits.choose('note', 'm'))
    await idle(page)
    expect(patches().at(-1)).toEqual({ version: 4, fields: { title: 'Mine', note: 'm' } })
  })

  test('isn’t one where someone changed another field', async () => {
    const page = await aPage(aRecord(1, { title: 'Old', note: 'n' }, 4))
    await typed(page, 'title', 'Mine')
    await doing(() => client.setQueryData(key, aRecord(1, { title: 'Old', note: 'm' }, 5)))
    storing(5, { title: 'Old', note: 'm' })
    await left(page, 'title')
    expect(patches()).toEqual([{ version: 5, fields: { title: 'Mine' } }])
  })
})

describe('leaving the page', () => {
  test('saves what is being typed first', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    storing(4, { title: 'Old' })
    await typed(page, 'title', 'New')
    let isClean: boolean | null = null
    await doing(() => {
      void page
        .now()
        .guard.save()
        .then((answered) => {
          isClean = answered
        })
    })
    await vi.waitFor(() => expect(isClean).toBe(true))
    expect(patches()).toEqual([{ version: 4, fields: { title: 'New' } }])
  })

  test('asks when something can’t be saved', async () => {
    const page = await aPage(aRecord(1, { title: 'Old' }, 4))
    await typed(page, 'count', 'many')
    let isClean: boolean | null = null
    await doing(async () => {
      void page
        .now()
        .guard.save()
        .then((answered) => {
          isClean = answered
        })
    })
    await vi.waitFor(() => expect(isClean).toBe(false))
    expect(Object.keys(page.now().form.errors)).toEqual(['count'])
  })
})

describe('a long text', () => {
  const record = aRecord(1, { text: 'Old' }, 4)

  test('survives a reload in this browser, and is saved once it is opened and left', async () => {
    const before = await aPage(record)
    await typed(before, 'text', 'Long')
    await before.unmount()
    const page = await aPage(record)
    storing(4, { text: 'Old' })
    expect([page.now().form.draft('text'), [...page.now().edits.restored]]).toEqual(['Long', ['text']])
    // No one asked for it to be saved, and it survives leaving.
    await doing(() => page.now().edits.choose('title', 'New'))
    await idle(page)
    expect(patches()).toEqual([{ version: 4, fields: { title: 'New' } }])
    expect(page.now().guard.when).toBe(false)
    await left(page, 'text')
    expect(patches().at(-1)).toEqual({ version: 5, fields: { text: 'Long' } })
    expect(page.now().edits.restored.size).toBe(0)
    await page.unmount()
    expect(stored.size).toBe(0)
  })

  test('is dropped when it is discarded', async () => {
    const before = await aPage(record)
    await typed(before, 'text', 'Long')
    await before.unmount()
    const page = await aPage(record)
    await doing(() => page.now().edits.cancel('text'))
    expect(page.now().form.draft('text')).toBe('Old')
    await page.unmount()
    expect(stored.size).toBe(0)
  })

  test('isn’t shown to the next person who signs in', async () => {
    const before = await aPage(record)
    await typed(before, 'text', 'Long')
    await before.unmount()
    const page = await aPage(record, UserId.parse('019a0000-0000-7000-8000-0000000000b2'))
    expect([page.now().form.draft('text'), page.now().edits.restored.size]).toEqual(['Old', 0])
  })

  test('is removed when its reader may no longer read the field', async () => {
    const before = await aPage(record)
    await typed(before, 'text', 'Long')
    await before.unmount()
    expect(stored.size).toBe(1)
    const fields = app.fields.filter((field) => field.key !== 'text')
    await aPage(record, userId, { ...app, fields })
    expect(stored.size).toBe(0)
  })

  test('that was saved just before the page closed isn’t restored once someone changes it', async () => {
    const before = await aPage(record)
    await typed(before, 'text', 'Long')
    await before.unmount()
    const page = await aPage(aRecord(1, { text: 'Long' }, 5))
    await page.unmount()
    const later = await aPage(aRecord(1, { text: 'Theirs' }, 6))
    expect(later.now().form.draft('text')).toBe('Theirs')
  })

  test('meets what someone saved since as a conflict', async () => {
    const before = await aPage(record)
    await typed(before, 'text', 'Long')
    await before.unmount()
    const page = await aPage(aRecord(1, { text: 'Theirs' }, 6))
    storing(6, { text: 'Theirs' })
    await left(page, 'text')
    expect(patches()).toEqual([{ version: 4, fields: { text: 'Long' } }])
  })

  test('of one line isn’t stored', async () => {
    const page = await aPage(record)
    await typed(page, 'title', 'New')
    await page.unmount()
    expect(stored.size).toBe(0)
  })
})
