import type { Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { describe, expect, it } from 'vitest'
import type { AppTable, FieldShape } from '../model/record-shape.ts'
import type { LinkTest, PlainFilter } from './filter-shape.ts'
import { namedRecords, otherAppsOf } from './linked-test.rules.ts'
import { type FilterReading, readFilter } from './read-filter.rules.ts'

const id = (at: number) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`
const ME = id(1)
const ROLE = id(2)
const STRANGERS = [id(3)]
const actor: Actor = {
  ...ANONYMOUS,
  id: ME,
  tenantId: 'tenant',
  principals: [ME, ROLE],
  permissions: new Set(['record:read']),
}

type Definition = { kind: FieldShape['kind'] } & Record<string, unknown>
const field = (key: string, { kind, ...definition }: Definition): FieldShape =>
  // The rules read only these members.
  ({
    key,
    kind,
    definition: { key, id: `id of ${key}`, ...definition },
    read: (value: JsonValue) => (value === 'fault' ? { issues: [] } : { value }),
  }) as unknown as FieldShape
const anApp = (key: string, fields: readonly FieldShape[], sharing: Sharing = null): AppTable =>
  ({
    id: `id of ${key}`,
    key,
    acronym: 'APP',
    sharing,
    fields,
    byKey: new Map(fields.map((one) => [one.key, one])),
  }) as unknown as AppTable

const text = field('title', { kind: 'text', type: 'text' })
const toCases = (key: string, more = {}) =>
  field(key, { kind: 'reference', type: 'reference', app: 'id of cases', ...more })
const options = ['low', 'high'].map((key) => ({ key, label: key }))
const cases = anApp('cases', [
  text,
  field('secret', { kind: 'text', type: 'text', readers: STRANGERS }),
  field('ours', { kind: 'text', type: 'text', readers: [ROLE] }),
  field('count', { kind: 'duration', type: 'duration' }),
  field('severity', { kind: 'option', type: 'selection', multiple: false, options }),
  field('made', { kind: 'system', type: 'system', of: 'created_by' }),
  field('hidden_fact', { kind: 'system', type: 'system', of: 'created_at', readers: STRANGERS }),
  field('asset', { kind: 'reference', type: 'reference', app: 'id of assets' }),
  field('lost', { kind: 'reference', type: 'reference', app: 'id of gone' }),
  field('vault', { kind: 'reference', type: 'reference', app: 'id of vaults' }),
  field('closed', { kind: 'reference', type: 'reference', app: 'id of assets', readers: STRANGERS }),
])
const assets = anApp('assets', [text, field('owner', { kind: 'user', type: 'user' }), toCases('back')])
const vaults = anApp('vaults', [toCases('back')], [])
const alerts = anApp('alerts', [
  text,
  toCases('parent'),
  toCases('closed', { readers: STRANGERS }),
  field('other', { kind: 'reference', type: 'reference', app: 'id of assets' }),
])
const others = new Map([
  ['id of assets', assets],
  ['id of vaults', vaults],
  ['alerts', alerts],
  ['vaults', vaults],
])
const now = new Date('2026-11-22T15:30:00.000Z')
const context = { app: cases, actor, now, others }

function linkText({ key, direction, other, fieldId, principals, id: one, where }: LinkTest): string {
  const of = principals === null ? 'no one' : principals.length
  const end = where === undefined ? '' : ` where ${written(where)}`
  return `${key} ${direction} ${fieldId} ${other.key} for ${of}${one === undefined ? '' : ` is ${one}`}${end}`
}

/** A filter in one line, such as `all (title eq a; not (title empty))`. */
function written(filter: PlainFilter): string {
  if ('all' in filter) return `all (${filter.all.map(written).join('; ')})`
  if ('any' in filter) return `any (${filter.any.map(written).join('; ')})`
  if ('not' in filter) return `not (${written(filter.not)})`
  if ('has' in filter) return `has (${linkText(filter.has)})`
  return [filter.target.key, filter.op, filter.values.join()].filter(Boolean).join(' ')
}

function inWords({ filter, issues, ...reading }: FilterReading): string {
  if (filter !== undefined) return written(filter)
  const faults = issues?.map(({ path, code, message }) => `${path.join('.')} ${code}: ${message}`)
  return `${'unknown' in reading && reading.unknown ? 'unknown ' : ''}${faults?.join('; ')}`
}

const is = (field_: string, value: JsonValue = 'a'): Filter => ({ field: field_, op: 'eq', value })
const deep = (levels: number): Filter => (levels === 1 ? is('title') : { not: deep(levels - 1) })
const wide = (count: number): Filter => ({ all: Array.from({ length: count }, () => is('title')) })
const UNSHARED = 'Conditions on linked records aren’t available here'

describe('a filter is read as plain conditions', () => {
  it.each<[Filter, string]>([
    [is('title'), 'title eq a'],
    [{ all: [is('title'), { not: is('title', 'b') }] }, 'all (title eq a; not (title eq b))'],
    [{ any: [is('title'), is('title', 'b')] }, 'any (title eq a; title eq b)'],
    [is('ours'), 'ours eq a'],
    [is('count', 60), 'count eq 60'],
    [is('count', '60'), 'count eq 60'],
    [{ field: 'severity', op: 'gt', value: 'low' }, 'severity in high'],
    [is('created_by', 'me'), `created_by eq ${ME}`],
    [{ field: 'created_at', op: 'lt', value: 'today' }, 'created_at lt 2026-11-22T00:00:00.000Z'],
    [is('tracking_id', 'CAS-7'), 'tracking_id eq CAS-7'],
    // A placed fact is compared as the fact, which has no readers of its own.
    [is('made', 'me'), `created_by eq ${ME}`],
    [{ field: 'hidden_fact', op: 'lt', value: 'today' }, 'created_at lt 2026-11-22T00:00:00.000Z'],
    [{ has: 'asset' }, 'has (asset out id of asset assets for 2)'],
    [{ has: 'vault' }, 'has (vault out id of vault vaults for no one)'],
    [{ has: 'alerts.parent' }, 'has (alerts.parent in id of parent alerts for 2)'],
    [
      { has: 'asset', where: { all: [is('title'), is('owner', 'me')] } },
      `has (asset out id of asset assets for 2 where all (title eq a; owner eq ${ME}))`,
    ],
    [{ field: 'asset', op: 'empty' }, 'not (has (asset out id of asset assets for 2))'],
    [{ field: 'asset', op: 'notEmpty' }, 'has (asset out id of asset assets for 2)'],
    [is('asset', id(9)), `all (has (asset out id of asset assets for 2 is ${id(9)}))`],
    [
      { field: 'asset', op: 'in', value: [id(9), ' CAS-7 '] },
      `any (has (asset out id of asset assets for 2 is ${id(9)}); has (asset out id of asset assets for 2 where tracking_id eq CAS-7))`,
    ],
    [
      { field: 'asset', op: 'notIn', value: [id(9)] },
      `not (any (has (asset out id of asset assets for 2 is ${id(9)})))`,
    ],
    [
      { field: 'asset', op: 'ne', value: id(9) },
      `not (all (has (asset out id of asset assets for 2 is ${id(9)})))`,
    ],
    [
      { field: 'asset', op: 'contains', value: [id(9)] },
      `all (has (asset out id of asset assets for 2 is ${id(9)}))`,
    ],
    [
      { field: 'asset', op: 'notContains', value: id(9) },
      `not (all (has (asset out id of asset assets for 2 is ${id(9)})))`,
    ],
  ])('%#: %j', (filter, expected) => {
    expect(inWords(readFilter(filter, context))).toBe(expected)
  })

  it('someone without an ID is no user', () => {
    const withoutId = { ...actor, id: null }
    expect(inWords(readFilter(is('created_by', 'me'), { ...context, actor: withoutId }))).toBe(
      'created_by eq 00000000-0000-0000-0000-000000000000',
    )
  })

  it('days are those of the zone', () => {
    const filter: Filter = { field: 'created_at', op: 'lt', value: 'today' }
    const reading = readFilter(filter, { ...context, zone: 'Pacific/Auckland' })
    expect(inWords(reading)).toBe('created_at lt 2026-11-22T11:00:00.000Z')
  })

  it('at most ten levels and two hundred conditions, of linked records among them', () => {
    expect(inWords(readFilter(deep(10), context))).toContain('title eq a')
    expect(inWords(readFilter(wide(200), context))).toContain('title eq a')
    const linked: Filter = { all: [{ has: 'asset', where: wide(198) }, is('title')] }
    expect(inWords(readFilter(linked, context))).toContain('title eq a')
  })
})

describe('a filter that does not fit is refused with its place', () => {
  const TOO_DEEP = 'too_deep: At most 10 levels of all, any, and not'
  const NOTS = Array.from({ length: 10 }, () => 'not').join('.')
  it.each<[Filter, string]>([
    [is('gone'), 'unknown body.filter.field unknown_field: Unknown field "gone"'],
    [is('x'.repeat(101)), `unknown body.filter.field unknown_field: Unknown field "${'x'.repeat(100)}"`],
    // A field that one may not read does not exist.
    [is('secret'), 'unknown body.filter.field unknown_field: Unknown field "secret"'],
    [
      { all: [is('title'), { any: [is('gone')] }] },
      'unknown body.filter.all.1.any.0.field unknown_field: Unknown field "gone"',
    ],
    [
      { not: { field: 'title', op: 'contains', value: 7 } },
      'body.filter.not.value invalid_type: Expected a text',
    ],
    [{ field: 'severity', op: 'gt', value: 'urgent' }, 'body.filter.value unknown_option: No such option'],
    [
      { field: 'count', op: 'eq', value: 'fault' },
      'body.filter.value invalid_type: Expected seconds, or a duration such as PT2H30M',
    ],
    [
      { field: 'count', op: 'eq', value: true },
      'body.filter.value invalid_type: Expected seconds, or a duration such as PT2H30M',
    ],
    [deep(11), `body.filter.${NOTS} ${TOO_DEEP}`],
    [{ all: [deep(10)] }, `body.filter.all.0.${NOTS.slice(4)} ${TOO_DEEP}`],
    [{ any: [deep(10)] }, `body.filter.any.0.${NOTS.slice(4)} ${TOO_DEEP}`],
    [wide(203), 'body.filter.all.200 too_many: At most 200 conditions'],
    [
      { all: [{ has: 'asset', where: wide(198) }, is('title'), is('title')] },
      'body.filter.all.2 too_many: At most 200 conditions',
    ],
    [
      { all: [is('title'), { has: 'asset', where: wide(199) }] },
      'body.filter.all.1.where.all.198 too_many: At most 200 conditions',
    ],
    [{ has: 'gone' }, 'unknown body.filter.has unknown_field: Unknown reference field "gone"'],
    [
      { has: 'y'.repeat(101) },
      `unknown body.filter.has unknown_field: Unknown reference field "${'y'.repeat(100)}"`,
    ],
    [{ has: 'title' }, 'unknown body.filter.has unknown_field: Unknown reference field "title"'],
    [{ has: 'lost' }, 'unknown body.filter.has unknown_field: Unknown reference field "lost"'],
    [{ has: 'closed' }, 'unknown body.filter.has unknown_field: Unknown reference field "closed"'],
    [{ has: 'gone.parent' }, 'unknown body.filter.has unknown_field: Unknown reference field "gone.parent"'],
    [{ has: 'alerts.gone' }, 'unknown body.filter.has unknown_field: Unknown reference field "alerts.gone"'],
    [
      { has: 'alerts.title' },
      'unknown body.filter.has unknown_field: Unknown reference field "alerts.title"',
    ],
    [
      { has: 'alerts.other' },
      'unknown body.filter.has unknown_field: Unknown reference field "alerts.other"',
    ],
    [
      { has: 'alerts.closed' },
      'unknown body.filter.has unknown_field: Unknown reference field "alerts.closed"',
    ],
    [{ has: 'vaults.back' }, 'unknown body.filter.has unknown_field: Unknown reference field "vaults.back"'],
    [{ has: 'asset', where: { has: 'back' } }, `body.filter.where.has not_allowed: ${UNSHARED}`],
    [
      { has: 'asset', where: { field: 'back', op: 'empty' } },
      `body.filter.where.field not_allowed: ${UNSHARED}`,
    ],
    [
      { has: 'asset', where: is('gone') },
      'unknown body.filter.where.field unknown_field: Unknown field "gone"',
    ],
    [
      { all: [is('gone'), { has: 'asset', where: is('title') }] },
      'unknown body.filter.all.0.field unknown_field: Unknown field "gone"',
    ],
    [
      { field: 'asset', op: 'startsWith', value: 'a' },
      'body.filter.op not_allowed: "startsWith" isn’t available for this field',
    ],
    [is('asset', 'no id'), 'body.filter.value invalid_type: Expected a record ID or tracking ID'],
    [is('asset', null), 'body.filter.value invalid_type: Expected a record ID or tracking ID'],
    [
      { field: 'asset', op: 'in', value: [id(9), 'X-0'] },
      'body.filter.value invalid_type: Expected a record ID or tracking ID',
    ],
    [
      { field: 'asset', op: 'in', value: Array.from({ length: 1_001 }, () => id(9)) },
      'body.filter.value too_long: At most 1000 values',
    ],
    [is('lost', id(9)), 'unknown body.filter.field unknown_field: Unknown reference field "lost"'],
  ])('%#: %j', (filter, expected) => {
    expect(inWords(readFilter(filter, context))).toBe(expected)
  })

  it('where one record alone is at hand, links are not asked for', () => {
    const alone = { app: cases, actor, now }
    expect(inWords(readFilter({ has: 'asset' }, alone))).toBe(`body.filter.has not_allowed: ${UNSHARED}`)
    expect(inWords(readFilter({ field: 'asset', op: 'empty' }, alone))).toBe(
      `body.filter.field not_allowed: ${UNSHARED}`,
    )
    expect(inWords(readFilter({ has: 'alerts.parent' }, alone))).toBe(
      `body.filter.has not_allowed: ${UNSHARED}`,
    )
  })
})

it.each<[Filter, string[]]>([
  [is('title'), []],
  [is('gone'), []],
  [is('asset'), ['id of assets']],
  [{ has: 'asset' }, ['id of assets']],
  [{ has: 'alerts.parent' }, ['alerts']],
  [{ not: { has: 'alerts.parent' } }, ['alerts']],
  [{ all: [{ has: 'asset' }, is('title'), { has: 'alerts.parent' }] }, ['id of assets', 'alerts']],
  [{ any: [{ any: [{ has: 'vault' }] }] }, ['id of vaults']],
])('%j looks into the apps %j', (filter, expected) => {
  expect(otherAppsOf(cases, filter)).toEqual(expected)
})

it.each<[string, boolean]>([
  ['AB-1', true],
  ['abcdef-1234567890123456', true],
  ['A-1', false],
  ['ABCDEFG-1', false],
  ['AB-0', false],
  ['AB-12345678901234567', false],
  ['AB 1', false],
])('%s is a tracking ID: %s', (name, expected) => {
  // The rules only hand the test on.
  expect(namedRecords({} as LinkTest, [name]) !== null).toBe(expected)
})
