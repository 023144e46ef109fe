import { AppUpdate } from '@caseloom/contract/apps/apps'
import { compileWorkflow } from '@caseloom/workflow/compile'
import { makeTest } from '@caseloom/workflow/sample-tests/run-tests'
import { expect, it } from 'vitest'
import type { AppDraft } from '../draft/app-draft.ts'
import { publishWarnings } from './publish-warnings.ts'

const GONE = '0197a000-0000-7000-8000-000000000001'
const LEAD = '0197a000-0000-7000-8000-000000000002'

function aDraft(roles: string[], at = '2026-11-21T12:00:00.000Z'): AppDraft {
  const hide = { id: 'hide', do: 'hide', items: [{ field: 'note' }] }
  const rule = { id: 'r', when: { actor: 'role', in: roles }, actions: [hide], branches: [] }
  const { revision: _revision, ...draft } = AppUpdate.parse({
    revision: 1,
    name: 'Alert',
    titleField: 'title',
    listColumns: [],
    layout: [{ title: 'Details', columns: 2, fields: ['title'] }],
    layouts: [{ id: 'leads', name: 'Leads', roles, sections: [] }],
    fields: ['title', 'note'].map((key) => ({ key, label: key, type: 'text' })),
    workflow: {
      stages: [{ id: 's', title: 'Stage', on: ['open'], branches: [{ id: 'b', rules: [rule] }] }],
      tests: [
        {
          id: 't',
          name: 'Opening',
          opened: 'open',
          role: roles[0],
          at,
          stored: {},
          given: {},
          expect: { items: { 'field:note': { visible: false } }, options: {}, values: {}, messages: [] },
        },
      ],
    },
  })
  return draft
}

it('asks nothing while every test passes and every role exists', async () => {
  expect(await publishWarnings(aDraft([LEAD]), [LEAD])).toEqual([])
})

it('names each rule, layout, and test whose role no longer exists, once', async () => {
  const found = await publishWarnings(aDraft([GONE]), [LEAD])
  expect(found.map(({ kind, name }) => [kind, name])).toEqual([
    ['testRole', 'Opening'],
    ['rule', expect.stringContaining('hide')],
    ['layout', 'Leads'],
  ])
})

it('names no role while the roles aren’t known', async () => {
  expect(await publishWarnings(aDraft([GONE]), undefined)).toEqual([])
})

it('names a test that fails, until its new outcome is accepted', async () => {
  const draft = aDraft([LEAD])
  const { stages, tests: [own] = [] } = draft.workflow ?? { stages: [] }
  if (own === undefined) throw new Error('No test')
  const changed: AppDraft = { ...draft, workflow: { stages: [], tests: [own] } }
  expect(await publishWarnings(changed, [LEAD])).toEqual([{ kind: 'test', id: 't', name: 'Opening' }])
  const compiled = compileWorkflow({ stages }, { fields: draft.fields })
  const { test: same } = await makeTest(compiled, own)
  expect(same.expect).toEqual(own.expect)
})
