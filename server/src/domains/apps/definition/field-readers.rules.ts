import type { Issue } from '@caseloom/contract/kernel/errors'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import type { StoredField } from './app-definition.ts'

/** A field that more people may read than before. */
export interface WidenedField {
  key: string
  label: string
  before: readonly string[]
  /** Null: everyone who may read the record. */
  after: readonly string[] | null
}

/** Guarded fields, removed ones included, that a change opens to more readers. */
export function widenedFields(before: readonly StoredField[], after: readonly StoredField[]): WidenedField[] {
  return pairs(before, after).flatMap(({ old, now }) =>
    isWidened(old, now)
      ? [{ key: old.key, label: now.label, before: old.readers, after: now.readers ?? null }]
      : [],
  )
}

/**
 * Prevents building from exposing values: someone who can't read a field can't add readers to it or make a change whose
 * rejection would reveal its values. They may still relabel it, narrow its readers, and remove it from the app.
 */
export function hiddenFieldIssues(
  actor: Actor,
  before: readonly StoredField[],
  after: readonly StoredField[],
): Issue[] {
  return pairs(before, after).flatMap(({ old, now }): Issue[] => {
    if (mayPass(actor, old.readers)) return []
    const at = after.findIndex((field) => field.id === old.id)
    if (isWidened(old, now))
      return [
        {
          path: ['body', 'fields', at, 'readers'],
          code: 'not_reader',
          message: `Only users who can read "${old.key}" can let more people read it`,
        },
      ]
    if (shapeOf(old) === shapeOf(now)) return []
    const message = `Only users who can read "${old.key}" can change more than its name, help, and readers`
    return [{ path: ['body', 'fields', at], code: 'not_reader', message }]
  })
}

type Guarded = StoredField & { readers: readonly string[] }

function pairs(
  before: readonly StoredField[],
  after: readonly StoredField[],
): { old: Guarded; now: StoredField }[] {
  return before.flatMap((old) => {
    const { readers } = old
    const now = after.find((field) => field.id === old.id && field.hidden !== true)
    return readers === undefined || now === undefined ? [] : [{ old: { ...old, readers }, now }]
  })
}

function isWidened(old: Guarded, now: StoredField): boolean {
  return now.readers === undefined || now.readers.some((id) => !old.readers.includes(id))
}

/** The field without its name and its permissions, in a canonical order of properties. */
function shapeOf(field: StoredField): string {
  const { label: _label, help: _help, readers: _readers, writers: _writers, ...rest } = field
  const { hidden: _hidden, generation: _generation, ...shape } = rest
  return JSON.stringify(shape, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
