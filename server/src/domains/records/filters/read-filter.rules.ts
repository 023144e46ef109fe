// Conditions on records: reading them as people write them, as SQL, and against one record.
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Condition, Filter, Has } from '@caseloom/contract/values/filter'
import { filterRules, targetTraits } from '@caseloom/contract/filters/field-types/filter-rules'
import type { FilterTarget } from '@caseloom/contract/filters/field-types/plain-filter'
import { type ConditionContext, MAX_VALUES, readCondition } from '@caseloom/contract/filters/read-condition'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { PlainFilter } from './filter-shape.ts'
import { targetOf } from './filter-targets.rules.ts'
import type { AppShape, FieldShape } from '../model/record-shape.ts'
import { linkTestOf, namedRecords, type OtherApps } from './linked-test.rules.ts'

const MAX_LEVELS = 10
const MAX_CONDITIONS = 200
const NO_USER_ID = '00000000-0000-0000-0000-000000000000'

export interface FilterContext {
  app: AppShape
  actor: Actor
  now: Date
  /** The actor's time zone, used for periods; UTC when absent. */
  zone?: string | undefined
  /** Apps of linked records; without them a filter can't refer to links. */
  others?: OtherApps | undefined
}

/** A checked filter, or what is wrong with it; unknown fields are named apart, since they answer with another code. */
export type FilterReading =
  | { filter: PlainFilter; issues?: never }
  | { filter?: never; issues: Issue[]; unknown: boolean }

/** Checks a filter against an app and rewrites it to plain conditions. */
export function readFilter(filter: Filter, context: FilterContext): FilterReading {
  const reader = new FilterReader(context)
  const plain = reader.read(filter, ['body', 'filter'], 1)
  return reader.issues.length > 0 ? { issues: reader.issues, unknown: reader.unknown } : { filter: plain }
}

type Path = readonly (string | number)[]
const NOTHING: PlainFilter = { any: [] }

class FilterReader {
  readonly issues: Issue[] = []
  unknown = false
  readonly #context: FilterContext
  #conditions = 0
  /** True inside of `has`, where further links can't be queried. */
  readonly #nested: boolean

  constructor(context: FilterContext, nested = false) {
    this.#context = context
    this.#nested = nested
  }

  read(filter: Filter, path: Path, level: number): PlainFilter {
    if (level > MAX_LEVELS)
      return this.#refuse(path, 'too_deep', `At most ${MAX_LEVELS} levels of all, any, and not`)
    if ('all' in filter)
      return { all: filter.all.map((part, at) => this.read(part, [...path, 'all', at], level + 1)) }
    if ('any' in filter)
      return { any: filter.any.map((part, at) => this.read(part, [...path, 'any', at], level + 1)) }
    if ('not' in filter) return { not: this.read(filter.not, [...path, 'not'], level + 1) }
    this.#conditions += 1
    if (this.#conditions === MAX_CONDITIONS + 1)
      return this.#refuse(path, 'too_many', `At most ${MAX_CONDITIONS} conditions`)
    if (this.#conditions > MAX_CONDITIONS) return NOTHING
    return 'has' in filter ? this.#has(filter, path) : this.#condition(filter, path)
  }

  #refuse(path: Path, code: string, message: string): PlainFilter {
    this.issues.push({ path: [...path], code, message })
    return NOTHING
  }

  #condition(condition: Condition, path: Path): PlainFilter {
    const { field, op, value = null } = condition
    const target = targetOf(this.#context.app, this.#context.actor, field)
    if (target === null) {
      this.unknown = true
      return this.#refuse([...path, 'field'], 'unknown_field', `Unknown field "${field.slice(0, 100)}"`)
    }
    if (targetTraits(target.kind).links && filterRules(target.kind).operators.includes(op))
      return this.#linked(condition, path)
    const reading = readCondition(target, { op, value }, this.#conditionContext(target))
    for (const fault of reading.faults ?? [])
      this.#refuse([...path, ...fault.path], fault.code, fault.message)
    return reading.condition ?? NOTHING
  }

  #conditionContext({ key }: FilterTarget): ConditionContext {
    const { actor, app, now, zone } = this.#context
    const field = app.byKey.get(key)
    return {
      now,
      zone,
      me: actor.id ?? NO_USER_ID,
      options: optionKeys(field),
      stored: (raw) => readText(field, raw),
    }
  }

  #has({ has, where }: Has, path: Path): PlainFilter {
    const test = this.#nested ? null : linkTestOf(this.#context, has)
    if (test === null) return this.#noLinks([...path, 'has'], has)
    if (where === undefined) return { has: test }
    const reader = new FilterReader({ ...this.#context, app: test.other }, true)
    reader.#conditions = this.#conditions
    const inner = reader.read(where, [...path, 'where'], 1)
    this.#conditions = reader.#conditions
    this.unknown ||= reader.unknown
    this.issues.push(...reader.issues)
    return { has: { ...test, where: inner } }
  }

  #noLinks(path: Path, key: string): PlainFilter {
    if (this.#nested || this.#context.others === undefined)
      return this.#refuse(path, 'not_allowed', 'Conditions on linked records aren’t available here')
    this.unknown = true
    return this.#refuse(path, 'unknown_field', `Unknown reference field "${key.slice(0, 100)}"`)
  }

  /** A condition on a reference field: a list of linked records, each by id or tracking id. */
  #linked({ field, op, value = null }: Condition, path: Path): PlainFilter {
    const test = this.#nested ? null : linkTestOf(this.#context, field)
    if (test === null) return this.#noLinks([...path, 'field'], field)
    if (op === 'empty') return { not: { has: test } }
    if (op === 'notEmpty') return { has: test }
    const values = Array.isArray(value) ? value : [value]
    const at = [...path, 'value']
    if (values.length > MAX_VALUES) return this.#refuse(at, 'too_long', `At most ${MAX_VALUES} values`)
    const named = namedRecords(test, values)
    if (named === null) return this.#refuse(at, 'invalid_type', 'Expected a record ID or tracking ID')
    const any = op === 'in' || op === 'notIn'
    const plain: PlainFilter = any ? { any: named } : { all: named }
    return op === 'notIn' || op === 'ne' || op === 'notContains' ? { not: plain } : plain
  }
}

/** The value as a record's field would keep it, as text; null when it is none. */
function readText(field: FieldShape | undefined, raw: JsonValue): string | null {
  const value = field?.read(raw).value ?? null
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** The keys of a field's options in their order; null for a field without. */
function optionKeys(field: FieldShape | undefined): string[] | null {
  const { definition } = field ?? {}
  return definition !== undefined && 'options' in definition ? definition.options.map(({ key }) => key) : null
}
