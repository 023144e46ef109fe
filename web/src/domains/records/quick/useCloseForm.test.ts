import type { AppView } from '@caseloom/contract/apps/apps'
import { Workflow } from '@caseloom/contract/apps/workflow'
import { UserId } from '@caseloom/contract/kernel/ids'
// Forms load these with their first rules.
import '@caseloom/workflow/compile'
import '@caseloom/workflow/evaluate'
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TenantScope, TenantScopeContext } from '../../../data/scope.tsx'
import { doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { startTexts } from '../../../ui/text/i18n.ts'
import { aField, anApp, answer, aRecord, TENANT, withQueries } from '../testing/a-record.ts'
import { useCloseForm } from './useCloseForm.ts'

startTexts()
endHooksAfterEach()
notifyManager.setScheduler((run) => run())

const options = [
  { key: 'new', label: 'New' },
  { key: 'closed', label: 'Closed' },
]
const app: AppView = {
  ...anApp([
    aField('status', { type: 'selection', display: 'state', options }),
    { ...aField('owner'), readOnly: true },
    aField('due', { type: 'datetime' }),
  ]),
  layout: [],
}

const DUE = '2026-11-23T10:00:00.000Z'
const fetched = vi.fn<typeof fetch>()
const temporal = globalThis.Temporal
let client: QueryClient

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  fetched.mockReset()
  client.clear()
  vi.stubGlobal('Temporal', temporal)
})

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

function aCloseForm(shown: AppView) {
  const queries = withQueries(client)
  const record = aRecord(1, { title: 'Old', status: 'new', note: null, owner: null, due: DUE })
  const to = { field: 'status', value: 'closed' }
  return renderHook(() => useCloseForm(shown, record, to), {
    props: {},
    wrap: (children) => queries(createElement(TenantScopeContext, { value: scope }, children)),
  })
}

describe('the form that closes a record', () => {
  test('names the faults of fields that it can’t ask for, such as tasks that the user can’t see', async () => {
    fetched.mockImplementation(async () => answer(200, { items: [], next: null }))
    const close = await aCloseForm(app)
    await doing(() =>
      close.now().form.setErrors({ note: 'Required', owner: 'Required', status: 'Tasks open' }),
    )
    expect(close.now().fields.map(({ key }) => key)).toEqual(['note'])
    expect(close.now().otherFaults).toEqual([
      { key: 'owner', label: 'owner', text: 'Required' },
      { key: 'status', label: 'status', text: 'Tasks open' },
    ])
  })

  test('doesn’t wait for rules that can’t be evaluated: the server says what it misses', async () => {
    vi.stubGlobal('Temporal', undefined)
    fetched.mockImplementation(async () => answer(500, {}))
    const when = { field: 'due', op: 'gt', value: 'now-7d' }
    const rule = { id: 'r1', when, actions: [{ id: 'a1', do: 'require', fields: ['note'] }], branches: [] }
    const stage = { id: 's1', title: 'One', on: ['open', 'edit'], branches: [{ id: 'b1', rules: [rule] }] }
    const close = await aCloseForm({ ...app, revision: 1, workflow: Workflow.parse({ stages: [stage] }) })
    await vi.waitFor(async () => {
      await doing(() => undefined)
      expect(close.now().isReady).toBe(true)
    })
    expect(fetched.mock.calls.some(([url]) => String(url).endsWith('/form'))).toBe(true)
  })
})
