import { AppCreate } from '@caseloom/contract/apps/apps'
import { checkConditions } from '@caseloom/testkit/apps-door'
import { expect, test } from 'vitest'
import { definitionIssues } from './definition/app-definition.rules.ts'

function faults(rules: unknown[]): string[] {
  const app = AppCreate.parse({
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    titleField: 'title',
    listColumns: [],
    layout: [{ title: 'Details', fields: ['title'] }],
    fields: [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'mail', label: 'Mail', type: 'text', format: 'email' },
    ],
    workflow: { stages: [{ id: 's', title: 'Stage', on: ['edit'], branches: [{ id: 'b', rules }] }] },
  })
  return definitionIssues(app, app.fields, checkConditions).map(
    ({ path, code }) => `${path.slice(6).join('.')} ${code}`,
  )
}

test('the faults of a workflow are named at their places when an app is published', () => {
  const when = { field: 'title', op: 'notEmpty' }
  expect(
    faults([
      { id: 'a', when: { field: 'gone', op: 'empty' }, actions: [], branches: [] },
      {
        id: 'b',
        when,
        actions: [
          { id: 'c', do: 'hide', items: [{ section: 'details' }, { section: 'gone' }] },
          { id: 'd', do: 'set', field: 'mail', to: { value: 'no address' } },
        ],
        branches: [],
      },
    ]),
  ).toEqual([
    'rules.0.when.field unknown_field',
    'rules.1.actions.0.items.1.section unknown_section',
    'rules.1.actions.1.to.value invalid_value',
  ])
  expect(faults([{ id: 'a', when, actions: [], branches: [] }])).toEqual([])
})
