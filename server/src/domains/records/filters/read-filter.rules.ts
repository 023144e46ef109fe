// Conditions on records: reading them as people write them, as SQL, and against one record.
import type { Issue } from '@caseloom/contract/errors'
import type { Condition, Filter, Has } from '@caseloom/contract/filter'
import { cleanText } from '@caseloom/contract/normalize-text'
import type { JsonValue } from '@caseloom/contract/json'
import type { Actor } from '@caseloom/contract/permissions'
import type { FilterLook } from '../../../field-types/field-type.ts'
import type { FilterTarget, PlainOperator } from '../../../field-types/filter-condition.ts'
import { kindRules } from '../../../field-types/registry.ts'
import type { PlainFilter } from './filter-shape.ts'
import { filterRules, targetOf, targetTraits } from './filter-targets.rules.ts'
import type { AppShape, FieldShape } from '../model/record-shape.ts'
import { linkTestOf, namedRecords, type OtherApps } from './linked-test.rules.ts'
import { movingDay, movingFilter, relativeFilter } from './relative-filter.rules.ts'

const MAX_LEVELS = 10
const MAX_CONDITIONS = 200
const MAX_VALUES = 1_000
const NOBODY = '00000000-0000-0000-0000-000000000000'

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
    if (!filterRules(target.kind).operators.includes(op))
      return this.#refuse([...path, 'op'], 'not_allowed', `"${op}" isn’t available for this field`)
    const at = [...path, 'value']
    if (targetTraits(target.kind).links) return this.#linked(condition, path)
    if (op !== 'empty' && op !== 'notEmpty' && filterRules(target.kind).conditions !== undefined)
      return this.#own(target, condition, at)
    switch (op) {
      case 'empty':
        return { target, op: 'empty', values: [] }
      case 'notEmpty':
        return { not: { target, op: 'empty', values: [] } }
      case 'ne':
        return { not: this.#equal(target, value, at) }
      case 'eq':
        return this.#equal(target, value, at)
      case 'in':
        return this.#list(target, value, at)
      case 'notIn':
        return { not: this.#list(target, value, at) }
      case 'between':
        return this.#between(target, value, at)
      case 'within':
      case 'withinNext':
      case 'olderThan':
        return (
          relativeFilter(target, op, value, this.#context) ??
          this.#refuse(
            at,
            'invalid_span',
            'Expected a time span such as 12h, 7d, or 4w, or a period such as this_week',
          )
        )
      case 'notContains':
        return { not: this.#contains(target, value, at) }
      case 'contains':
        return this.#contains(target, value, at)
      case 'startsWith':
      case 'endsWith':
        return this.#textual(target, op, value, at)
      default:
        return this.#ordered(target, op, value, at)
    }
  }

  /** A condition that the kind of the field puts together itself. */
  #own(target: FilterTarget, { op, value = null }: Condition, at: Path): PlainFilter {
    const { conditions, expected } = filterRules(target.kind)
    const plain = conditions?.(target, { op, value }, this.#look(target)) ?? null
    if (plain === null) return this.#refuse(at, 'invalid_type', `Expected ${expected}`)
    return op === 'ne' || op === 'notIn' || op === 'notContains' ? { not: plain } : plain
  }

  #look({ key }: FilterTarget): FilterLook {
    const { actor, app, now } = this.#context
    const field = app.byKey.get(key)
    return {
      stored: (raw) => readText(field, raw),
      day: (raw) => movingDay(raw, this.#context),
      me: actor.id ?? NOBODY,
      now,
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
    if (named === null)
      return this.#refuse(at, 'invalid_type', `Expected ${kindRules('reference').filter.expected}`)
    const any = op === 'in' || op === 'notIn'
    const plain: PlainFilter = any ? { any: named } : { all: named }
    return op === 'notIn' || op === 'ne' || op === 'notContains' ? { not: plain } : plain
  }

  #equal(target: FilterTarget, value: JsonValue, at: Path): PlainFilter {
    if (targetTraits(target.kind).several) {
      const values = this.#values(target, Array.isArray(value) ? value : [value], at)
      return values === null ? NOTHING : { target, op: 'eq', values: [...new Set(values)] }
    }
    return this.#one(target, 'eq', value, at)
  }

  #one(target: FilterTarget, op: PlainOperator, value: JsonValue, at: Path): PlainFilter {
    const values = this.#values(target, [value], at)
    return values === null ? NOTHING : { target, op, values }
  }

  #list(target: FilterTarget, value: JsonValue, at: Path): PlainFilter {
    if (!Array.isArray(value)) return this.#refuse(at, 'invalid_type', 'Expected a list of values')
    if (value.length > MAX_VALUES) return this.#refuse(at, 'too_long', `At most ${MAX_VALUES} values`)
    const values = this.#values(target, value, at)
    return values === null ? NOTHING : { target, op: 'in', values }
  }

  #between(target: FilterTarget, value: JsonValue, at: Path): PlainFilter {
    if (!Array.isArray(value) || value.length !== 2)
      return this.#refuse(at, 'invalid_type', 'Expected two values: from and to')
    const [from = null, to = null] = value
    return {
      all: [this.#ordered(target, 'gte', from, [...at, 0]), this.#ordered(target, 'lte', to, [...at, 1])],
    }
  }

  #contains(target: FilterTarget, value: JsonValue, at: Path): PlainFilter {
    if (!targetTraits(target.kind).several) return this.#textual(target, 'contains', value, at)
    const values = this.#values(target, Array.isArray(value) ? value : [value], at)
    return values === null ? NOTHING : { target, op: 'contains', values }
  }

  #textual(target: FilterTarget, op: PlainOperator, value: JsonValue, at: Path): PlainFilter {
    if (typeof value !== 'string' || value === '') return this.#refuse(at, 'invalid_type', 'Expected a text')
    const { matches } = filterRules(target.kind)
    if (matches !== undefined) return { target, op: 'in', values: matches(value) }
    return { target, op, values: [cleanText(value)] }
  }

  /** Options compare by their order: "at least high" is a list of the options from high on. */
  #ordered(target: FilterTarget, op: 'gt' | 'gte' | 'lt' | 'lte', value: JsonValue, at: Path): PlainFilter {
    const moving = movingFilter(target, op, value, this.#context)
    if (moving !== null) return moving
    const options = optionKeys(this.#context.app.byKey.get(target.key))
    if (options === null) return this.#one(target, op, value, at)
    const index = typeof value === 'string' ? options.indexOf(value) : -1
    if (index < 0) return this.#refuse(at, 'unknown_option', 'No such option')
    const values = {
      gt: options.slice(index + 1),
      gte: options.slice(index),
      lt: options.slice(0, index),
      lte: options.slice(0, index + 1),
    }[op]
    return { target, op: 'in', values }
  }

  #values(target: FilterTarget, raw: readonly JsonValue[], at: Path): string[] | null {
    const { canonical, expected } = filterRules(target.kind)
    const look = this.#look(target)
    const values: string[] = []
    for (const [index, item] of raw.entries()) {
      const value = canonical(item, look)
      if (value === null) {
        this.#refuse(raw.length > 1 ? [...at, index] : at, 'invalid_type', `Expected ${expected}`)
        return null
      }
      values.push(value)
    }
    return values
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
