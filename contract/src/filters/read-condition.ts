import type { Condition } from '../values/filter.ts'
import type { JsonValue } from '../kernel/json.ts'
import { cleanText } from '../values/normalize-text.ts'
import { filterRules, targetTraits } from './field-types/filter-rules.ts'
import type { FieldCondition, FilterLook, FilterTarget, PlainOperator } from './field-types/plain-filter.ts'
import { movingDay, movingFilter, type Moment, relativeFilter } from './relative-filter.ts'

/** Values of one condition; more is a table of its own. */
export const MAX_VALUES = 1_000

/** A fault of a condition: its place inside the condition, and what is wrong. */
export interface ConditionFault {
  path: (string | number)[]
  code: string
  message: string
}

/** What a condition is read with. */
export interface ConditionContext extends Moment {
  /** ID of the actor, meant by `me`. */
  me: string
  /** Keys of the field's options in their order; null for a field without. */
  options: readonly string[] | null
  /** The value as the field keeps it, as text; null when it is none. */
  stored(raw: JsonValue): string | null
}

/** A checked condition, or every fault of it. */
export type ConditionReading =
  | { condition: FieldCondition; faults?: never }
  | { condition?: never; faults: readonly ConditionFault[] }

/** Checks a condition on a value of the record itself, and rewrites it to plain comparisons. */
export function readCondition(
  target: FilterTarget,
  condition: Omit<Condition, 'field'>,
  context: ConditionContext,
): ConditionReading {
  const reader = new ConditionReader(target, context)
  const read = reader.read(condition)
  return reader.faults.length > 0 ? { faults: reader.faults } : { condition: read }
}

type Path = readonly (string | number)[]
const NOTHING: FieldCondition = { any: [] }
const VALUE: Path = ['value']

class ConditionReader {
  readonly faults: ConditionFault[] = []
  readonly #target: FilterTarget
  readonly #context: ConditionContext

  constructor(target: FilterTarget, context: ConditionContext) {
    this.#target = target
    this.#context = context
  }

  read({ op, value = null }: Omit<Condition, 'field'>): FieldCondition {
    const target = this.#target
    const rules = filterRules(target.kind)
    if (!rules.operators.includes(op))
      return this.#refuse(['op'], 'not_allowed', `"${op}" isn’t available for this field`)
    if (op === 'empty') return { target, op: 'empty', values: [] }
    if (op === 'notEmpty') return { not: { target, op: 'empty', values: [] } }
    if (rules.conditions !== undefined) return this.#own({ op, value })
    switch (op) {
      case 'ne':
        return { not: this.#equal(value) }
      case 'eq':
        return this.#equal(value)
      case 'in':
        return this.#list(value)
      case 'notIn':
        return { not: this.#list(value) }
      case 'between':
        return this.#between(value)
      case 'within':
      case 'withinNext':
      case 'olderThan':
        return relativeFilter(target, op, value, this.#context) ?? this.#noSpan()
      case 'notContains':
        return { not: this.#contains(value) }
      case 'contains':
        return this.#contains(value)
      case 'startsWith':
      case 'endsWith':
        return this.#textual(op, value)
      default:
        return this.#ordered(op, value, VALUE)
    }
  }

  #refuse(path: Path, code: string, message: string): FieldCondition {
    this.faults.push({ path: [...path], code, message })
    return NOTHING
  }

  #noSpan(): FieldCondition {
    const message = 'Expected a time span such as 12h, 7d, or 4w, or a period such as this_week'
    return this.#refuse(VALUE, 'invalid_span', message)
  }

  /** A condition that the kind of the field puts together itself. */
  #own({ op, value }: { op: Condition['op']; value: JsonValue }): FieldCondition {
    const { conditions, expected } = filterRules(this.#target.kind)
    const plain = conditions?.(this.#target, { op, value }, this.#look()) ?? null
    if (plain === null) return this.#refuse(VALUE, 'invalid_type', `Expected ${expected}`)
    return op === 'ne' || op === 'notIn' || op === 'notContains' ? { not: plain } : plain
  }

  #look(): FilterLook {
    const { stored, me, now } = this.#context
    return { stored, me, now, day: (raw) => movingDay(raw, this.#context) }
  }

  #equal(value: JsonValue): FieldCondition {
    if (!targetTraits(this.#target.kind).several) return this.#one('eq', value, VALUE)
    const values = this.#values(Array.isArray(value) ? value : [value], VALUE)
    return values === null ? NOTHING : { target: this.#target, op: 'eq', values: [...new Set(values)] }
  }

  #one(op: PlainOperator, value: JsonValue, at: Path): FieldCondition {
    const values = this.#values([value], at)
    return values === null ? NOTHING : { target: this.#target, op, values }
  }

  #list(value: JsonValue): FieldCondition {
    if (!Array.isArray(value)) return this.#refuse(VALUE, 'invalid_type', 'Expected a list of values')
    if (value.length > MAX_VALUES) return this.#refuse(VALUE, 'too_long', `At most ${MAX_VALUES} values`)
    const values = this.#values(value, VALUE)
    return values === null ? NOTHING : { target: this.#target, op: 'in', values }
  }

  #between(value: JsonValue): FieldCondition {
    if (!Array.isArray(value) || value.length !== 2)
      return this.#refuse(VALUE, 'invalid_type', 'Expected two values: from and to')
    const [from = null, to = null] = value
    return { all: [this.#ordered('gte', from, [...VALUE, 0]), this.#ordered('lte', to, [...VALUE, 1])] }
  }

  #contains(value: JsonValue): FieldCondition {
    if (!targetTraits(this.#target.kind).several) return this.#textual('contains', value)
    const values = this.#values(Array.isArray(value) ? value : [value], VALUE)
    return values === null ? NOTHING : { target: this.#target, op: 'contains', values }
  }

  #textual(op: PlainOperator, value: JsonValue): FieldCondition {
    if (typeof value !== 'string' || value === '')
      return this.#refuse(VALUE, 'invalid_type', 'Expected a text')
    const { matches } = filterRules(this.#target.kind)
    if (matches !== undefined) return { target: this.#target, op: 'in', values: matches(value) }
    return { target: this.#target, op, values: [cleanText(value)] }
  }

  /** Options compare by their order: "at least high" is a list of the options from high on. */
  #ordered(op: 'gt' | 'gte' | 'lt' | 'lte', value: JsonValue, at: Path): FieldCondition {
    const moving = movingFilter(this.#target, op, value, this.#context)
    if (moving !== null) return moving
    const { options } = this.#context
    if (options === null) return this.#one(op, value, at)
    const index = typeof value === 'string' ? options.indexOf(value) : -1
    if (index < 0) return this.#refuse(at, 'unknown_option', 'No such option')
    const values = {
      gt: options.slice(index + 1),
      gte: options.slice(index),
      lt: options.slice(0, index),
      lte: options.slice(0, index + 1),
    }[op]
    return { target: this.#target, op: 'in', values }
  }

  #values(raw: readonly JsonValue[], at: Path): string[] | null {
    const { canonical, expected } = filterRules(this.#target.kind)
    const look = this.#look()
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
