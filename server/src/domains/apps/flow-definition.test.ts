import { AppCreate } from '@caseloom/contract/apps/apps'
import { describe, expect, it } from 'vitest'
import { checkConditions } from '@caseloom/testkit/apps-door'
import { definitionIssues } from './definition/app-definition.rules.ts'

const ROLE = '01a200fb-ba03-70fc-8e5f-af4c6ce7a631'
const APP = '01a200fb-ba03-70fc-8e5f-af4c6ce7a632'

function faults(over: Record<string, unknown>, fields: Record<string, unknown>[] = []): string[] {
  const app = AppCreate.parse({
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    titleField: 'title',
    listColumns: [],
    layout: [],
    fields: [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'owner', label: 'Owner', type: 'user' },
      { key: 'case', label: 'Case', type: 'reference', app: APP },
      { key: 'secret', label: 'Secret', type: 'text', readers: [ROLE] },
      ...fields,
    ],
    ...over,
  })
  return definitionIssues(app, app.fields, checkConditions).map(
    ({ path, code }) => `${path.slice(1).join('.')} ${code}`,
  )
}
const needing = (requiredWhen: unknown, over: object = {}) => [
  { key: 'why', label: 'Why', type: 'text', requiredWhen, ...over },
]
const promotion = (over: object) => ({
  promotions: [{ key: 'case', label: 'Promote', link: 'case', ...over }],
})

describe('a field that is required from a state on', () => {
  it.each([
    ['of an unknown field', { field: 'none', op: 'empty' }, ['fields.4.requiredWhen.field unknown_field']],
    [
      'by time alone',
      { field: 'created_at', op: 'within', value: '7d' },
      ['fields.4.requiredWhen.op not_allowed'],
    ],
    [
      'inside a group',
      { any: [{ not: { field: 'none', op: 'empty' } }] },
      ['fields.4.requiredWhen.any.0.not.field unknown_field'],
    ],
    ['of linked records', { all: [{ has: 'case' }] }, ['fields.4.requiredWhen.all.0 not_allowed']],
    [
      'of a field that fewer may read',
      { field: 'secret', op: 'notEmpty' },
      ['fields.4.requiredWhen.field betrays'],
    ],
    ['of a field everyone can read', { field: 'owner', op: 'notEmpty' }, []],
  ])('%s', (_name, when, expected) => {
    expect(faults({}, needing(when))).toEqual(expected)
  })

  it('may look at a field of the same readers', () => {
    expect(faults({}, needing({ field: 'secret', op: 'notEmpty' }, { readers: [ROLE] }))).toEqual([])
  })

  it('skips fields that are never set manually', () => {
    const system = {
      key: 'made',
      label: 'Made',
      type: 'system',
      of: 'created_at',
      requiredWhen: { field: 'title', op: 'empty' },
    }
    expect(faults({}, [system])).toContain('fields.4.requiredWhen not_allowed')
  })
})

describe('a promotion', () => {
  it.each([
    ['without a reference', { link: 'title' }, ['promotions.0.link invalid_type']],
    ['that copies nothing known', { copy: { title: 'none' } }, ['promotions.0.copy.title unknown_field']],
    ['that sets nothing known', { set: { none: 'x' } }, ['promotions.0.set.none unknown_field']],
    [
      'that combines what it does not copy',
      { combine: { title: 'highest' } },
      ['promotions.0.combine.title unknown_field'],
    ],
    [
      'that combines what has no order, or is no list',
      { copy: { a: 'title', b: 'owner' }, combine: { a: 'lowest', b: 'all' } },
      ['promotions.0.combine.a invalid_type', 'promotions.0.combine.b invalid_type'],
    ],
    ['that sets a value of another type', { set: { title: 5 } }, ['promotions.0.set.title invalid_type']],
    ['that fits', { copy: { title: 'title' }, set: { title: 'x' } }, []],
  ])('%s', (_name, over, expected) => {
    expect(faults(promotion(over))).toEqual(expected)
  })

  it('has a key of its own', () => {
    const [one] = promotion({}).promotions
    expect(faults({ promotions: [one, one] })).toEqual(['promotions.1.key duplicate'])
  })
})

describe('the field of the assignee', () => {
  it.each([
    ['owner', []],
    ['title', ['assigneeField invalid_type']],
    ['none', ['assigneeField invalid_type']],
  ])('%s', (assigneeField, expected) => {
    expect(faults({ assigneeField })).toEqual(expected)
  })
})
