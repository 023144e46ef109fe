import { AppCreate } from '@caseloom/contract/apps/apps'
import { ANONYMOUS, type Actor } from '@caseloom/contract/kernel/permissions'
import { checkConditions } from '@caseloom/testkit/apps-door'
import { expect, test } from 'vitest'
import type { StoredApp, StoredField } from './definition/app-definition.ts'
import { shapeOf } from './definition/app-definition.ts'
import { definitionIssues } from './definition/app-definition.rules.ts'
import { appView } from './reading/app-view.ts'

const LEAD = '00000000-0000-4000-8000-000000000001'
const ANALYST = '00000000-0000-4000-8000-000000000002'
const text = (id: string, at: number) => ({ id, at, kind: 'text', text: id })
const role = (id: string, principal: string, sections: unknown[]) => ({
  id,
  name: id,
  roles: [principal],
  sections,
})

const BODY = {
  key: 'alert',
  acronym: 'ALR',
  name: 'Alert',
  titleField: 'title',
  listColumns: [],
  layout: [{ title: 'Details', fields: ['title', 'secret', 'note'], blocks: [text('after-secret', 2)] }],
  layouts: [
    role('leads', LEAD, [{ title: 'For leads', tab: 'Leads', fields: ['secret'] }]),
    role('analysts', ANALYST, [
      { title: 'For analysts', fields: ['secret', 'note'], blocks: [text('hint', 1)] },
    ]),
  ],
  formats: [
    { id: 'open', label: 'Has a note', when: { field: 'note', op: 'notEmpty' }, color: 'blue' },
    { id: 'closed', label: 'Has a secret', when: { field: 'secret', op: 'notEmpty' }, color: 'red' },
    { id: 'cell', label: 'Cell', when: { field: 'note', op: 'empty' }, color: 'red', columns: ['secret'] },
  ],
  fields: [
    { key: 'title', label: 'Title', type: 'text' },
    { key: 'secret', label: 'Secret', type: 'text', readers: [LEAD] },
    { key: 'note', label: 'Note', type: 'text' },
    { key: 'talk', label: 'Talk', type: 'comments' },
  ],
  workflow: {
    stages: [
      {
        id: 's',
        title: 'Stage',
        on: ['open'],
        branches: [
          {
            id: 'b',
            rules: [
              {
                id: 'r',
                when: { field: 'note', op: 'notEmpty' },
                actions: [
                  {
                    id: 'a',
                    do: 'hide',
                    items: [{ tab: 'Leads' }, { block: 'hint' }, { section: 'for-analysts' }],
                  },
                ],
                branches: [],
              },
            ],
          },
        ],
      },
    ],
  },
}

function issues(over: object): string[] {
  const app = AppCreate.parse({ ...BODY, ...over })
  return definitionIssues(app, app.fields, checkConditions).map(
    ({ path, code }) => `${path.slice(1).join('.')} ${code}`,
  )
}

function viewOf(
  principals: readonly string[],
  permissions: Actor['permissions'] = new Set(),
  over: object = {},
) {
  const input = AppCreate.parse({ ...BODY, ...over })
  const fields = input.fields.map((field) => ({ ...field, id: field.key })) as unknown as StoredField[]
  const app: StoredApp = {
    id: 'a',
    key: input.key,
    acronym: input.acronym,
    revision: 1,
    updatedAt: new Date(0),
    definition: { ...shapeOf({ ...input, applets: [] }), fields },
  }
  return appView(app, { ...ANONYMOUS, tenantId: 't', principals, permissions })
}

test('layouts, blocks, and marks without faults are published', () => {
  expect(issues({})).toEqual([])
})

test('faults of layouts and marks are named at their places', () => {
  const when = { field: 'note', op: 'empty' }
  const format = (over: object) => ({ id: 'f', label: 'F', when, color: 'red', ...over })
  expect(
    issues({
      workflow: undefined,
      layout: [
        { title: 'A', fields: ['title'], blocks: [text('x', 0)] },
        { title: 'B', fields: [], blocks: [text('x', 0)] },
      ],
      layouts: [
        role('same', LEAD, [{ title: 'C', fields: ['gone', 'note', 'note'] }]),
        role('same', ANALYST, []),
      ],
      formats: [
        format({}),
        format({ columns: ['gone'] }),
        format({ id: 'g', when: { field: 'talk', op: 'notEmpty' } }),
        format({ id: 'h', when: { all: [{ has: 'talk' }] } }),
        format({ id: 'i', when: { field: 'gone', op: 'empty' } }),
      ],
    }),
  ).toEqual([
    'layout.1.blocks.0.id duplicate',
    'layouts.0.sections.0.fields.0 unknown_field',
    'layouts.0.sections.0.fields.2 duplicate',
    'layouts.1.id duplicate',
    'formats.1.id duplicate',
    'formats.1.columns.0 unknown_field',
    'formats.2.when not_allowed',
    'formats.3.when.all.0 not_allowed',
    'formats.4.when.field unknown_field',
  ])
})

test('a workflow that names a block that is in no layout is refused', () => {
  expect(issues({ layouts: [] })).toEqual([
    'workflow.stages.0.branches.0.rules.0.actions.0.items.0.tab unknown_tab',
    'workflow.stages.0.branches.0.rules.0.actions.0.items.1.block unknown_block',
    'workflow.stages.0.branches.0.rules.0.actions.0.items.2.section unknown_section',
  ])
})

test('who does not build the app sees their own layout alone, without what they can’t read', () => {
  const view = viewOf([ANALYST])
  expect(view.layout).toEqual([
    { id: 'for-analysts', title: 'For analysts', columns: 2, fields: ['note'], blocks: [text('hint', 0)] },
  ])
  expect(view.layouts).toBeUndefined()
  expect(view.ownLayout).toBeUndefined()
  expect(view.formats?.map(({ id }) => id)).toEqual(['open'])
  expect(view.workflow?.stages[0]?.branches[0]?.rules[0]?.actions).toEqual([
    { id: 'a', do: 'hide', items: [{ block: 'hint' }, { section: 'for-analysts' }] },
  ])
  expect(JSON.stringify(view)).not.toMatch(/secret|leads/i)
})

test('without a layout of their own, people have that of the app, with blocks at their places', () => {
  const view = viewOf([])
  expect(view.layout[0]).toEqual({
    id: 'details',
    title: 'Details',
    columns: 2,
    fields: ['title', 'note'],
    blocks: [text('after-secret', 1)],
  })
  expect(JSON.stringify(view)).not.toMatch(/analyst|leads|hint/i)
})

test('a lead reads the marks about the secret, and a builder sees all layouts with their own named', () => {
  expect(viewOf([LEAD]).formats?.map(({ id }) => id)).toEqual(['open', 'closed', 'cell'])
  const built = viewOf([ANALYST], new Set(['app:build']))
  expect(built.layouts?.map(({ id }) => id)).toEqual(['leads', 'analysts'])
  expect(built.layout[0]?.id).toBe('details')
  expect(built.ownLayout).toBe('analysts')
})

test('promotions show what they do to fields that one can read, and nothing where the link is hidden', () => {
  const promotion = (key: string, link: string) => ({
    key,
    label: key,
    link,
    copy: { reason: 'secret', title: 'title' },
    combine: { reason: 'lowest', title: 'highest' },
    set: { secret: 'hushed', note: 'Promoted' },
  })
  const promotions = [promotion('open', 'note'), promotion('hidden', 'secret')]
  const seen = viewOf([ANALYST], new Set(), { promotions })
  expect(seen.promotions).toEqual([
    {
      key: 'open',
      label: 'open',
      link: 'note',
      copy: { title: 'title' },
      combine: { title: 'highest' },
      set: { note: 'Promoted' },
    },
  ])
  expect(JSON.stringify(seen)).not.toMatch(/secret|hushed/)
  expect(viewOf([ANALYST], new Set(['app:build']), { promotions }).promotions).toEqual(promotions)
})
