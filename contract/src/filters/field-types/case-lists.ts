import { OBSERVABLE_KINDS, OPEN_TASK_STATES } from '../../values/case-fields.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts'
import { canonicalObservable } from '../../values/observable-value.ts'
import { ITEMS, PRESENCE } from './operators.ts'
import type { FilterRules } from './plain-filter.ts'
import { userOrMe } from './people.ts'

/** Conditions on uploaded files: by part of a name. */
export const filesFilter: FilterRules = {
  operators: [...PRESENCE, ...ITEMS],
  expected: 'part of a file name',
  canonical: () => null,
  holds: ({ values }, value) => {
    const part = (values[0] ?? '').toLowerCase()
    return fileNames(value).some((name) => name.toLowerCase().includes(part))
  },
}

/** Conditions on observables: by the value of one, in any form. */
export const observablesFilter: FilterRules = {
  operators: [...PRESENCE, ...ITEMS],
  expected: 'the value of an observable',
  canonical: () => null,
  conditions: (target, { value }) => {
    const values = typeof value === 'string' ? formsOf(value) : []
    return values.length === 0 ? null : { target, op: 'in', values }
  },
  holds: ({ values }, value) => objectsOf(value).some((item) => values.includes(String(item['value']))),
}

/** Conditions on tasks: by someone who has an open one. */
export const tasksFilter: FilterRules = {
  operators: [...PRESENCE, ...ITEMS],
  expected: 'the ID of a user who has an open task, or "me"',
  canonical: () => null,
  conditions: (target, { value }, look) => {
    const user = userOrMe(value, look)
    return user === null ? null : { target, op: 'contains', values: [user] }
  },
  holds: ({ values: [wanted = ''] }, value) => {
    const open: readonly string[] = OPEN_TASK_STATES
    return objectsOf(value).some(
      (item) => item['assignee'] === wanted && open.includes(String(item['state'])),
    )
  },
}

/** Names of uploaded files. */
export function fileNames(value: JsonValue): string[] {
  return objectsOf(value).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
}

/** Every form that a kind would keep the text in: a search does not say which kind is meant. */
export function formsOf(text: string): string[] {
  const forms = OBSERVABLE_KINDS.map((kind) => canonicalObservable(kind, text))
  return [...new Set(forms.filter((form) => form !== null))]
}

function objectsOf(value: JsonValue): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
