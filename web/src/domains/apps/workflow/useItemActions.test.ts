import { Workflow } from '@caseloom/contract/apps/workflow'
import { beforeEach, expect, test, vi } from 'vitest'
import { endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import type { WorkflowEditing } from './model/editor-context.ts'
import { useItemActions } from './useItemActions.ts'

endHooksAfterEach()

const rule = { id: 'rule_1', when: { field: 'status', op: 'eq', value: 'open' }, actions: [], branches: [] }
const workflow = Workflow.parse({
  stages: [{ id: 'stage_1', title: 'Close', on: ['edit'], branches: [{ id: 'branch_1', rules: [rule] }] }],
})
const refused = {
  writeText: () => Promise.reject(new Error('no')),
  readText: () => Promise.reject(new Error('no')),
}
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('navigator', { clipboard: refused })
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  })
})

async function open() {
  const change = vi.fn<(next: Workflow | null) => void>()
  const editing = { workflow, change, select: () => undefined, selected: null } as unknown as WorkflowEditing
  const hook = await renderHook(() => useItemActions(editing), { props: undefined })
  return { change, actions: hook.now() }
}

test.each([
  ['refuses', { clipboard: refused }],
  ['doesn’t have a clipboard, as over plain HTTP', {}],
])('what is cut can be pasted where the browser %s', async (_why, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const { change, actions } = await open()
  expect(actions.cut('rule_1')).toBe(true)
  expect(change.mock.lastCall?.[0]?.stages[0]?.branches).toEqual([])
  await actions.paste('stage_1')
  expect(change.mock.lastCall?.[0]?.stages[0]?.branches.flatMap(({ rules }) => rules)).toHaveLength(2)
})

test('nothing is cut that can’t be copied', async () => {
  vi.stubGlobal('sessionStorage', {
    setItem: () => {
      throw new Error('blocked')
    },
  })
  const { change, actions } = await open()
  expect(actions.cut('rule_1')).toBe(false)
  expect(change).not.toHaveBeenCalled()
})
