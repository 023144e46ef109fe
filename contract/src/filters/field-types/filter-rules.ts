import { allTechniques, canonicalTechnique } from '../../values/attack-techniques.ts'
import { canonicalDecimal, compareDecimals, decimalText } from '../../values/decimal.ts'
import { fieldType, kindOf, kindTraits } from '../../field-types/field-kind.ts'
import { type KindTraits, traits } from '../../field-types/field-type.ts'
import type { FieldKind } from '../../field-types/registry.ts'
import { type FieldInput, SYSTEM_FIELDS, type SystemField } from '../../field-types/fields.ts'
import { normalizeGuid } from '../../kernel/ids.ts'
import type { JsonValue } from '../../kernel/json.ts'
import { cleanText } from '../../values/normalize-text.ts'
import { plainTextOf } from '../../values/rich-text.ts'
import { EQUALITY, LIST_OPERATORS, LISTS, ORDER, PRESENCE, RELATIVE, TEXTUAL } from './operators.ts'
import type { FilterLook, FilterRules, FilterTarget, SystemKind } from './plain-filter.ts'
import { filesFilter, observablesFilter, tasksFilter } from './case-lists.ts'
import { clockFilter } from './clock.ts'
import { userOrMe } from './people.ts'

const asText = (raw: JsonValue) => (typeof raw === 'string' ? cleanText(raw) : null)
const asStored = (raw: JsonValue, { stored }: FilterLook) => stored(raw)

const option = { expected: 'the key of an option', canonical: asText }
const user = { expected: 'the ID of a user, or "me"', canonical: userOrMe }
const group = {
  expected: 'the ID of a group',
  canonical: (raw: JsonValue) => (typeof raw === 'string' ? normalizeGuid(raw) : null),
}
const technique = {
  expected: 'an ATT&CK technique ID such as T1059.001',
  canonical: (raw: JsonValue) => (typeof raw === 'string' ? canonicalTechnique(raw) : null),
  // A technique means its sub-techniques as well, as a list of ids that indexes serve.
  matches: (text: string) => {
    const wanted = text.trim().toUpperCase()
    return [...allTechniques().keys()].filter((id) => id.startsWith(wanted))
  },
}
/** Only whether there is a value can be asked. */
const presence: FilterRules = { operators: PRESENCE, expected: 'nothing', canonical: () => null }

const KIND_FILTERS: Readonly<Record<FieldKind, FilterRules>> = {
  text: {
    operators: [...EQUALITY, ...LISTS, ...TEXTUAL],
    expected: 'a text',
    // A text with a format is stored in canonical form; one that doesn't match the format is compared unchanged and
    // matches nothing.
    canonical: (raw, { stored }) => (typeof raw === 'string' ? (stored(raw) ?? cleanText(raw)) : null),
  },
  rich: {
    operators: [...EQUALITY, ...TEXTUAL],
    expected: 'a text',
    canonical: asText,
    text: (value) => plainTextOf(String(value)),
  },
  number: {
    operators: [...EQUALITY, ...LISTS, ...ORDER],
    expected: 'a number',
    canonical: decimalText,
    compare: compareNumbers,
  },
  instant: {
    operators: [...EQUALITY, ...ORDER, ...RELATIVE],
    expected: 'a date and time such as 2026-11-21T03:02:15Z, or a relative one such as now-30m or today+7d',
    canonical: (raw) => {
      const date = typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(raw) ? new Date(raw) : null
      return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString()
    },
  },
  option: { ...option, operators: [...EQUALITY, ...LISTS, ...ORDER] },
  options: { ...option, operators: LIST_OPERATORS },
  user: { ...user, operators: [...EQUALITY, ...LISTS] },
  users: { ...user, operators: LIST_OPERATORS },
  json: presence,
  url: { operators: [...EQUALITY, ...LISTS, ...TEXTUAL], expected: 'a text', canonical: asText },
  date: {
    operators: [...EQUALITY, ...LISTS, ...ORDER, ...RELATIVE],
    expected: 'a date such as 2026-11-21, or a relative one such as today+7d',
    canonical: (raw, { day, stored }) => day(raw) ?? stored(raw),
  },
  time: {
    operators: [...EQUALITY, ...LISTS, ...ORDER],
    expected: 'a time of day such as 14:05',
    canonical: asStored,
  },
  duration: {
    operators: [...EQUALITY, ...LISTS, ...ORDER],
    expected: 'seconds, or a duration such as PT2H30M',
    canonical: asStored,
    compare: compareNumbers,
  },
  texts: {
    operators: LIST_OPERATORS,
    expected: 'a text',
    canonical: (raw) => (typeof raw === 'string' ? cleanText(raw).trim() : null),
  },
  numbers: {
    operators: LIST_OPERATORS,
    expected: 'a number',
    canonical: decimalText,
    text: (item) => canonicalDecimal(String(item)) ?? '',
  },
  group: { ...group, operators: [...EQUALITY, ...LISTS] },
  groups: { ...group, operators: LIST_OPERATORS },
  reference: { operators: LIST_OPERATORS, expected: 'a record ID or tracking ID', canonical: () => null },
  files: filesFilter,
  comments: presence,
  boolean: {
    operators: EQUALITY,
    expected: 'true or false',
    canonical: (raw) =>
      raw === true || raw === 'true' ? 'true' : raw === false || raw === 'false' ? 'false' : null,
  },
  // A placed fact answers by the fact itself; a history can be compared with nothing.
  system: { operators: [], expected: 'nothing', canonical: () => null },
  technique: { ...technique, operators: [...EQUALITY, ...LISTS, 'startsWith'] },
  techniques: { ...technique, operators: [...LIST_OPERATORS, 'startsWith'] },
  geopoint: {
    operators: [...EQUALITY, ...LISTS],
    expected: 'a latitude and longitude such as 52.52, 13.405',
    canonical: asStored,
  },
  observables: observablesFilter,
  tasks: tasksFilter,
  clock: clockFilter,
}

/** How tracking IDs, and those who made or changed a record, are compared; date-times as those of fields. */
const SYSTEM_FILTERS: Record<Exclude<SystemKind, 'instant'>, FilterRules> = {
  tracking: {
    operators: [...EQUALITY, ...LISTS, ...TEXTUAL],
    expected: 'a tracking ID',
    canonical: asText,
    compare: (a, b) => (a.toUpperCase() === b.toUpperCase() ? 0 : a < b ? -1 : 1),
  },
  actor: {
    operators: [...EQUALITY, ...LISTS],
    expected: 'the ID of a user or playbook, or "me"',
    canonical: userOrMe,
  },
}

/** How conditions on a kind of target are read and compared. */
export function filterRules(kind: FilterTarget['kind']): FilterRules {
  return kind === 'tracking' || kind === 'actor' ? SYSTEM_FILTERS[kind] : KIND_FILTERS[kind]
}

const SYSTEM_TRAITS = traits()

/** What the values of a target can be asked. */
export function targetTraits(kind: FilterTarget['kind']): KindTraits {
  return kind === 'tracking' || kind === 'actor' ? SYSTEM_TRAITS : kindTraits(kind)
}

const SYSTEM_KINDS: Record<SystemField, FilterTarget['kind']> = {
  tracking_id: 'tracking',
  created_at: 'instant',
  updated_at: 'instant',
  created_by: 'actor',
  updated_by: 'actor',
}

/** What a key compares: a fact of every record, the fact that a field shows, or the field's own value. */
export function fieldTarget(key: string, field: FieldInput | undefined): FilterTarget | null {
  const system = systemField(key) ?? systemField(field === undefined ? null : factOf(field))
  if (system !== null) return { key: system, kind: SYSTEM_KINDS[system] }
  return field === undefined ? null : { key, kind: kindOf(field) }
}

function systemField(key: string | null): SystemField | null {
  return SYSTEM_FIELDS.find((name) => name === key) ?? null
}

/** The fact that a placed field compares by; a history compares with nothing. */
function factOf(field: FieldInput): string | null {
  return fieldType(field).fact === true && 'of' in field ? field.of : null
}

function compareNumbers(a: string, b: string): number {
  return compareDecimals(canonicalDecimal(a) ?? '0', canonicalDecimal(b) ?? '0')
}
