import { AppCreate } from '@caseloom/contract/apps/apps'
import { kindOf } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { Filter } from '@caseloom/contract/values/filter'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import { runs } from '@caseloom/testkit/runs'
import { carryOver } from '@caseloom/workflow/carry-over'
import { clockFilters } from '@caseloom/workflow/clock-filters'
import { compileWorkflow } from '@caseloom/workflow/compile'
import { evaluate } from '@caseloom/workflow/evaluate'
import { missingFields } from '@caseloom/workflow/missing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordMatches } from '../filters/filter-match.rules.ts'
import type { AppShape, StoredRecord, Values } from '../model/record-shape.ts'

const OPTIONS = ['x', 'y', 'z']
const option = fc.constantFrom(...OPTIONS)
const plain: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    field: fc.constantFrom('a', 'b'),
    op: fc.constantFrom('eq' as const, 'gte' as const),
    value: option,
  }),
  fc.record({
    field: fc.constantFrom('a', 'b'),
    op: fc.constant('notIn' as const),
    value: fc.uniqueArray(option),
  }),
  fc.record({ field: fc.constant('n'), op: fc.constantFrom('gt' as const, 'ne' as const), value: fc.nat(3) }),
  fc.record({ field: fc.constant('t'), op: fc.constant('contains' as const), value: option }),
  fc.record({
    field: fc.constantFrom('a', 'n', 't'),
    op: fc.constantFrom('empty' as const, 'notEmpty' as const),
  }),
)
const filters = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    plain,
    fc.array(tie('filter'), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('filter'), { maxLength: 3 }).map((any) => ({ any })),
    tie('filter').map((not) => ({ not })),
  ),
})).filter
const values: fc.Arbitrary<Values> = fc.record<Record<string, JsonValue>>({
  a: fc.option(option),
  b: fc.option(option),
  n: fc.option(fc.nat(4)),
  t: fc.option(option),
  why: fc.option(option),
  at: fc.constantFrom(null, '2026-01-01T00:00:00.000Z'),
})

const NOW = new Date('2026-11-22T10:00:00.000Z')
const moment = { actor: ANONYMOUS, now: NOW }

function appOf(filter: Filter, keep: 'first' | 'last'): { app: AppShape; fields: Field[] } {
  const selection = (key: string) => ({
    key,
    label: key,
    type: 'selection',
    options: OPTIONS.map((one) => ({ key: one, label: one })),
  })
  const { fields: input } = AppCreate.parse({
    key: 'app',
    acronym: 'APP',
    name: 'App',
    titleField: 't',
    listColumns: [],
    layout: [],
    fields: [
      selection('a'),
      selection('b'),
      { key: 'n', label: 'n', type: 'number' },
      { key: 't', label: 't', type: 'text' },
      { key: 'why', label: 'why', type: 'text', requiredWhen: filter },
      { key: 'at', label: 'at', type: 'datetime', stamp: { when: filter, keep } },
      { key: 'clock', label: 'clock', type: 'clock', start: filter, stop: { not: filter } },
    ],
  })
  // Conditions read no IDs.
  const fields = input as Field[]
  const shapes = fields.map((definition) => ({
    key: definition.key,
    kind: kindOf(definition),
    definition,
    unique: false,
    readClass: '',
    read: (value: JsonValue) => ({ value }),
  }))
  return {
    app: { acronym: 'APP', fields: shapes, byKey: new Map(shapes.map((one) => [one.key, one])) },
    fields,
  }
}

// The rules read only these members.
const recordOf = (of: Values) =>
  ({
    seq: 1,
    createdAt: NOW,
    updatedAt: NOW,
    createdBy: {},
    updatedBy: {},
    values: of,
  }) as unknown as StoredRecord

/** What settings of fields say, by their filters alone. */
function expected(app: AppShape, filter: Filter, keep: 'first' | 'last', { before, record }: Sides) {
  const holds = (of: StoredRecord) => recordMatches(app, filter, of, moment)
  const begins = holds(record) && (before === null || !holds(before))
  const isStamped = begins && !(keep === 'first' && record.values['at'] !== null)
  const isMissing = (of: StoredRecord) => holds(of) && of.values['why'] === null
  return {
    values: isStamped ? { at: NOW.toISOString() } : {},
    missing: isMissing(record) && (before === null || !isMissing(before)) ? ['why'] : [],
    clock: { start: holds(record), pause: false, stop: !holds(record) },
  }
}

interface Sides {
  before: StoredRecord | null
  record: StoredRecord
}

test('settings of fields have the same outcome as rules, before and after they are carried over', () => {
  fc.assert(
    fc.property(
      filters,
      fc.constantFrom('first' as const, 'last' as const),
      fc.option(values),
      values,
      (filter, keep, stored, changed) => {
        const { app, fields } = appOf(filter, keep)
        // No one writes a timestamp.
        const now = { ...changed, at: stored?.['at'] ?? null }
        const before = stored === null ? null : recordOf(stored)
        const record = recordOf(now)
        const actor = { kind: 'user' as const, id: null, groups: [], roles: [], readable: () => true }
        const context = {
          occasion: 'api' as const,
          record: now,
          before: stored,
          actor,
          now: NOW.toISOString(),
          linked: () => null,
        }
        const wanted = expected(app, filter, keep, { before, record })
        const carried = carryOver<Field, { fields: Field[]; workflow?: Workflow }>({ fields })
        expect(carryOver(carried)).toBe(carried)
        for (const one of [{ fields }, carried]) {
          const workflow = 'workflow' in one ? one.workflow : undefined
          const compiled = compileWorkflow(workflow, { fields: one.fields })
          const outcome = evaluate(compiled, context)
          expect(outcome.values).toEqual(wanted.values)
          expect(missingFields(compiled, context, outcome)).toEqual(wanted.missing)
          // A condition that never holds is no rule.
          const clock = outcome.clocks.get('clock') ?? { start: false, pause: false, stop: false }
          expect(clock).toEqual(wanted.clock)
          const filters = clockFilters(workflow, one.fields).get('clock')
          const matches = (part: 'start' | 'pause' | 'stop') =>
            recordMatches(app, filters?.[part] ?? { any: [] }, record, moment)
          expect({ start: matches('start'), pause: matches('pause'), stop: matches('stop') }).toEqual(
            wanted.clock,
          )
        }
      },
    ),
    { numRuns: runs(1_000) },
  )
})
