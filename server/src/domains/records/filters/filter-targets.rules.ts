import { fieldType, kindTraits } from '@caseloom/contract/field-kind'
import { type KindTraits, traits } from '@caseloom/contract/field-types/field-type'
import { type Field, SYSTEM_FIELDS, type SystemField } from '@caseloom/contract/fields'
import { cleanText } from '@caseloom/contract/normalize-text'
import { type Actor, mayPass } from '@caseloom/contract/permissions'
import type { FilterRules } from '../../../field-types/field-type.ts'
import type { FilterTarget, SystemKind } from '../../../field-types/filter-condition.ts'
import { EQUALITY, LISTS, TEXTUAL } from '../../../field-types/operators.ts'
import { kindRules } from '../../../field-types/registry.ts'
import { userOrMe } from '../../../field-types/user.ts'
import type { AppShape } from '../model/record-shape.ts'

const SYSTEM_KINDS: Record<SystemField, FilterTarget['kind']> = {
  tracking_id: 'tracking',
  created_at: 'instant',
  updated_at: 'instant',
  created_by: 'actor',
  updated_by: 'actor',
}

/** How tracking IDs, and those who made or changed a record, are compared; date-times as those of fields. */
const SYSTEM_FILTERS: Record<Exclude<SystemKind, 'instant'>, FilterRules> = {
  tracking: {
    operators: [...EQUALITY, ...LISTS, ...TEXTUAL],
    expected: 'a tracking ID',
    canonical: (raw) => (typeof raw === 'string' ? cleanText(raw) : null),
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
  return kind === 'tracking' || kind === 'actor' ? SYSTEM_FILTERS[kind] : kindRules(kind).filter
}

const SYSTEM_TRAITS = traits()

/** What the values of a target can be asked. */
export function targetTraits(kind: FilterTarget['kind']): KindTraits {
  return kind === 'tracking' || kind === 'actor' ? SYSTEM_TRAITS : kindTraits(kind)
}

/** The target of a key for this actor, or null: a field that one may not read does not exist. */
export function targetOf(app: AppShape, actor: Actor, key: string): FilterTarget | null {
  const system = SYSTEM_FIELDS.find((name) => name === key)
  if (system !== undefined) return { key, kind: SYSTEM_KINDS[system] }
  const field = app.byKey.get(key)
  const fact = field === undefined ? null : factOf(field.definition)
  if (fact !== null) return { key: fact, kind: SYSTEM_KINDS[fact] }
  return field !== undefined && mayPass(actor, field.definition.readers) ? { key, kind: field.kind } : null
}

/** The fact that a placed field compares by; a history compares with nothing. */
function factOf(definition: Field): SystemField | null {
  const of = fieldType(definition).fact === true && 'of' in definition ? definition.of : null
  return SYSTEM_FIELDS.find((name) => name === of) ?? null
}
