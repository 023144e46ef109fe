// Which new records repeat one that is there, and what that one takes of them.
import type { CorrelationRule } from '@caseloom/contract/apps/correlation-rules'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { MAX_OBSERVABLES } from '@caseloom/contract/values/case-fields'
import { foldText } from '@caseloom/contract/values/normalize-text'
import { isClosedIn } from '../case-fields/closing.rules.ts'
import { type MatchMoment, recordMatches } from '../filters/filter-match.rules.ts'
import type { AppShape, StoredRecord, Values } from '../model/record-shape.ts'
import { sameValue } from '../model/same-value.rules.ts'

type Correlating = AppShape & { readonly correlation: readonly CorrelationRule[] }

/** The first rule of the app that fits a new record, with the values it compares; null when none does. */
export function correlationOf(
  app: Correlating,
  record: StoredRecord,
  moment: MatchMoment,
): { rule: CorrelationRule; compared: string } | null {
  for (const rule of app.correlation) {
    const compared = comparedText(rule, record.values)
    if (compared === null) continue
    if (rule.condition === undefined || recordMatches(app, rule.condition, record, moment))
      return { rule, compared }
  }
  return null
}

/** The values that a rule compares, as one text; null when one of them is empty. */
export function comparedText({ fields }: Pick<CorrelationRule, 'fields'>, values: Values): string | null {
  const parts = fields.map((key) => folded(values[key] ?? null))
  return parts.some((part) => part === null) ? null : JSON.stringify(parts)
}

/** Texts are the same in any case; lists in any order. */
function folded(value: JsonValue): JsonValue {
  if (typeof value === 'string') return foldText(value).trim() || null
  if (!Array.isArray(value)) return value
  return value.length === 0
    ? null
    : value
        .map(folded)
        .map((item) => JSON.stringify(item))
        .sort()
}

/** Whether no state of the record ends the work on it. */
export function isOpen(app: AppShape, record: StoredRecord): boolean {
  return !app.fields.some(({ key }) => isClosedIn(app, record, key))
}

/** Whether files hang on the record: each of them belongs to one record only, so it can’t be folded. */
export function holdsFiles(app: AppShape, values: Values): boolean {
  return app.fields.some(({ key, kind }) => {
    const value = values[key] ?? null
    return kindTraits(kind).files && value !== null && !(Array.isArray(value) && value.length === 0)
  })
}

/** What a record takes of one that is folded into it: its observables, as far as they fit. */
export function addedValues(app: AppShape, current: StoredRecord, record: StoredRecord): Values {
  const added: Record<string, JsonValue> = {}
  for (const field of app.fields) {
    const more = record.values[field.key] ?? null
    if (!kindTraits(field.kind).observables || !Array.isArray(more) || more.length === 0) continue
    const own = current.values[field.key] ?? null
    const all = [...(Array.isArray(own) ? own : []), ...more]
    // The same value twice becomes one by reading the list.
    const read = field.read(all).value ?? field.read(all.slice(0, MAX_OBSERVABLES)).value ?? null
    if (read !== null && !sameValue(own, read)) added[field.key] = read
  }
  return added
}
