import type { AppView } from '@caseloom/contract/apps/apps'
import { AppId, UserId } from '@caseloom/contract/kernel/ids'
import { Workflow } from '@caseloom/contract/apps/workflow'
// Forms load these with their first rules.
import '@caseloom/workflow/compile'
import '@caseloom/workflow/evaluate'
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appsQuery } from '../../../data/apps.ts'
import { type TenantScope, TenantScopeContext } from '../../../data/scope.tsx'
import { doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { startTexts } from '../../../ui/text/i18n.ts'
import { aField, anApp, answer, aRecord, bodyOf, TENANT, withQueries } from '../testing/a-record.ts'
import { useRecordForm } from '../model/useRecordForm.ts'
import { withLinkChange } from './opened-form.ts'
import { useFormLogic } from './useFormLogic.ts'

startTexts()
endHooksAfterEach()
notifyManager.setScheduler((run) => run())

const ROLE = '019a0000-0000-7000-8000-0000000000e1'
const fetched = vi.fn<typeof fetch>()
const temporal = globalThis.Temporal
let client: QueryClient
let form: object

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  form = { items: {}, options: {}, values: {}, messages: [], blocks: false }
  linked = {}
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(async (url, init) =>
    answer(200, replyTo(String(url), String(init?.body ?? '{}'))),
  )
})
afterEach(() => {
  fetched.mockReset()
  client.clear()
  vi.stubGlobal('Temporal', temporal)
})

let linked: Record<string, object[]> = {}
/** Values that are in every table. */
const IN_TABLES = new Set(['Own', 'Also own'])

function replyTo(url: string, body: string): object {
  if (!url.endsWith('/form')) return { items: [], next: null }
  const actor = { kind: 'user', id: null, groups: [ROLE], roles: [ROLE] }
  return {
    workflow: null,
    revision: 1,
    actor,
    now: '2026-11-23T10:00:00.000Z',
    zone: 'UTC',
    linked,
    lookups: answersTo(body),
    form,
  }
}

function answersTo(body: string): object[] {
  const { lookups = [] } = JSON.parse(body) as { lookups?: { value: string }[] }
  return lookups.map((one) => ({ ...one, found: IN_TABLES.has(one.value) }))
}

function anAppWith(when: object, actions: object[], fields: Parameters<typeof anApp>[0] = []): AppView {
  const rule = { id: 'r1', when, actions, branches: [] }
  const on = ['new', 'open', 'edit']
  const stage = { id: 's1', title: 'One', on, branches: [{ id: 'b1', rules: [rule] }] }
  return { ...anApp(fields), revision: 1, layout: [], workflow: Workflow.parse({ stages: [stage] }) }
}

const scope: TenantScope = {
  accountId: 'a',
  tenantId: TENANT,
  tenantName: 'T',
  userId: UserId.parse('019a0000-0000-7000-8000-0000000000b1'),
  userName: 'Alice',
  timeZone: 'UTC',
  permissions: new Set(),
  // No flag is read here.
  flags: {} as TenantScope['flags'],
}

function aForm(app: AppView) {
  const queries = withQueries(client)
  const record = aRecord(1, { title: 'Old' })
  return renderHook(
    () => {
      const typed = useRecordForm(app, record)
      return { form: typed, logic: useFormLogic(app, record, typed) }
    },
    {
      props: {},
      wrap: (children) => queries(createElement(TenantScopeContext, { value: scope }, children)),
    },
  )
}

type Form = Awaited<ReturnType<typeof aForm>>

async function until(edit: Form, isSo: (now: ReturnType<Form['now']>) => boolean): Promise<void> {
  await vi.waitFor(async () => {
    await doing(() => undefined)
    expect(isSo(edit.now())).toBe(true)
  })
}

const requireNote = [{ id: 'a1', do: 'require', fields: ['note'] }]
const note = ({ logic }: ReturnType<Form['now']>) => logic.app.fields.find(({ key }) => key === 'note')

test.each([
  [undefined, ['a', 'b']],
  [{ only: 'b' }, ['b']],
  [{ only: null }, []],
  [{ without: ['a'] }, ['b']],
])('of linked records, a form with the change %j has %j', (change, ids) => {
  expect(withLinkChange([{ id: 'a' }, { id: 'b' }], change).map(({ id }) => id)).toEqual(ids)
})

describe('form logic in the browser', () => {
  test('requires a field while one types, without asking the server', async () => {
    const edit = await aForm(anAppWith({ field: 'title', op: 'eq', value: 'New' }, requireNote))
    await until(edit, ({ logic }) => logic.outcome !== null)
    expect(note(edit.now())?.required).toBe(false)
    await doing(() => edit.now().form.set('title', 'New'))
    await until(edit, (now) => note(now)?.required === true)
    expect(fetched.mock.calls.some(([url]) => String(url).endsWith('/form'))).toBe(false)
  })

  test('marks what a setting requires in an app without a workflow', async () => {
    const requiredWhen = { field: 'title', op: 'eq', value: 'Old' }
    const plain = anApp([aField('reason', { type: 'text', requiredWhen })])
    const edit = await aForm({ ...plain, revision: 1, layout: [] })
    await until(edit, ({ logic }) =>
      logic.app.fields.some(({ key, required }) => key === 'reason' && required),
    )
  })

  test('knows the roles of the user from the server', async () => {
    const edit = await aForm(anAppWith({ actor: 'role', in: [ROLE] }, requireNote))
    await until(edit, (now) => note(now)?.required === true)
    const request = fetched.mock.calls.find(([url]) => String(url).endsWith('/form'))
    expect(bodyOf(request)).toEqual({ record: aRecord(1).id })
  })

  test('compares fields of linked records as their app defines them', async () => {
    const severity = aField('severity', {
      type: 'selection',
      options: [
        { key: 'low', label: 'Low' },
        { key: 'high', label: 'High' },
      ],
    })
    const other = AppId.parse('019a0000-0000-7000-8000-0000000000a2')
    const { queryKey } = appsQuery(TENANT)
    client.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY })
    client.setQueryData(queryKey, [{ ...anApp([severity]), id: other }])
    linked = { cases: [{ severity: 'high' }] }
    const cases = aField('cases', { type: 'reference', app: other })
    const when = (value: string) => ({ linked: 'cases', where: { field: 'severity', op: 'eq', value } })
    const high = await aForm(anAppWith(when('high'), requireNote, [cases]))
    await until(high, (now) => note(now)?.required === true)
    const low = await aForm(anAppWith(when('low'), requireNote, [cases]))
    await until(low, ({ logic }) => logic.outcome !== null && logic.isSettled)
    expect(note(low.now())?.required).toBe(false)
  })

  test('asks tables about what is typed, and keeps the form as it is until they answer', async () => {
    const edit = await aForm(anAppWith({ field: 'title', op: 'inTable', table: 'own' }, requireNote))
    await until(edit, ({ logic }) => logic.outcome !== null)
    expect(note(edit.now())?.required).toBe(false)
    await doing(() => edit.now().form.set('title', 'Own'))
    expect(edit.now().logic.isSettled).toBe(false)
    await until(edit, (now) => note(now)?.required === true)
    await doing(() => edit.now().form.set('title', 'Also own'))
    expect([edit.now().logic.isSettled, note(edit.now())?.required]).toEqual([false, true])
    await until(edit, ({ logic }) => logic.isSettled)
    expect(note(edit.now())?.required).toBe(true)
    const bodies = fetched.mock.calls.filter(([url]) => String(url).endsWith('/form')).map(bodyOf)
    expect(bodies.at(-1)).toEqual({
      lookups: [
        { table: 'own', value: 'Also own' },
        { table: 'own', value: 'Old' },
      ],
    })
  })

  test('sets a value from the record that is chosen, not from the one before it', async () => {
    const cases = aField('case', { type: 'reference', app: '019a0000-0000-7000-8000-0000000000a2' })
    const [first, second] = [aRecord(8).id, aRecord(9).id]
    linked = { case: [{ id: first, title: 'First' }] }
    const to = { through: 'case', field: 'title' }
    const set = { id: 'a1', do: 'set', field: 'note', to, repeat: 'once', onlyIfEmpty: false }
    const edit = await aForm(anAppWith({ changed: 'case' }, [set], [cases]))
    await until(edit, ({ logic }) => logic.outcome !== null)
    linked = { case: [...(linked['case'] ?? []), { id: second, title: 'Second' }] }
    await doing(() => edit.now().form.set('case', `${second} ALR-9 Second`))
    await until(edit, ({ form: typed, logic }) => logic.isSettled && typed.draft('note') !== '')
    expect(edit.now().form.draft('note')).toBe('Second')
  })

  test('shows what the server decided, and keeps the form, where the browser can’t evaluate', async () => {
    form = { ...form, items: { 'field:note': { required: { value: true, by: ['a1'] } } } }
    const created = aField('due', { type: 'datetime' })
    const edit = await aForm(anAppWith({ field: 'due', op: 'gt', value: 'now-7d' }, requireNote, [created]))
    vi.stubGlobal('Temporal', undefined)
    await doing(() => edit.now().form.set('due', '2026-11-23T10:00:00.000Z'))
    await until(edit, (now) => now.logic.isFaulty && note(now)?.required === true)
    expect(edit.now().form.draft('due')).toBe('2026-11-23T10:00:00.000Z')
  })

  test('leaves fields that only rules set to the server', async () => {
    const fixed = aField('stage', { type: 'text', readOnly: true })
    const set = [
      { id: 'a1', do: 'set', field: 'stage', to: { value: 'Late' } },
      { id: 'a2', do: 'set', field: 'note', to: { value: 'Why' } },
    ]
    const edit = await aForm(anAppWith({ field: 'title', op: 'eq', value: 'New' }, set, [fixed]))
    await doing(() => edit.now().form.set('title', 'New'))
    await until(edit, ({ form: typed }) => typed.draft('note') === 'Why')
    expect(edit.now().form.changed('stage')).toBe(false)
    expect([...edit.now().logic.wrote.keys()]).toEqual(['stage', 'note'])
  })
})
