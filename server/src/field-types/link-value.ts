import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Field } from '@caseloom/contract/field-types/fields'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'

type Reading = { value: JsonValue; issues?: never } | { value?: never; issues: Issue[] }
type Names = { names: string[]; issues?: never } | { names?: never; issues: Issue[] }

const MAX_LINKS = 1_000
const TRACKING = /^[A-Z]{2,6}-[1-9]\d{0,15}$/

/**
 * Reads what a write wants of a reference: `{set}` for a list, or `{add, remove}`, each of record ids or tracking
 * ids, each once. Whether there are such records is not known here. Empty is null.
 */
export function readLinks(field: Field & { type: 'reference' }, raw: JsonValue): Reading {
  if (isJsonObject(raw)) return field.multiple ? readChange(raw) : fault([], 'invalid_type', EXPECTED_ONE)
  const items = Array.isArray(raw) ? raw : [raw]
  if (!field.multiple && items.length > 1)
    return fault([], 'too_long', 'Only one record is allowed', { max: 1, actual: items.length })
  const read = readNames(items, Array.isArray(raw) ? (at) => [at] : () => [])
  if (read.issues !== undefined) return { issues: read.issues }
  return { value: read.names.length === 0 ? null : { set: read.names } }
}

const EXPECTED_ONE = 'Expected a record ID or tracking ID'

function readChange(raw: JsonObject): Reading {
  const { add = [], remove = [], ...others } = raw
  if (Object.keys(others).length > 0 || !Array.isArray(add) || !Array.isArray(remove))
    return fault([], 'invalid_type', 'Expected a list of record IDs, or lists to add and remove')
  const added = readNames(add, (at) => ['add', at])
  const removed = readNames(remove, (at) => ['remove', at])
  const issues = [...(added.issues ?? []), ...(removed.issues ?? [])]
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  return { value: { add: added.names ?? [], remove: removed.names ?? [] } }
}

function readNames(items: readonly JsonValue[], place: (at: number) => (string | number)[]): Names {
  if (items.length > MAX_LINKS)
    return fault([], 'too_long', `At most ${MAX_LINKS} records at a time`, { max: MAX_LINKS })
  const names = items.map(readName)
  const issues = names.flatMap((name, at): Issue[] =>
    name === null ? [{ path: place(at), code: 'invalid_record', message: EXPECTED_ONE }] : [],
  )
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  return { names: [...new Set(names.filter((name) => name !== null))] }
}

/** A record id, a tracking id, or a linked record as it was shown. */
function readName(item: JsonValue): string | null {
  const text = isJsonObject(item) ? item['id'] : item
  if (typeof text !== 'string') return null
  const tracking = text.trim().toUpperCase()
  return normalizeGuid(text.trim()) ?? (TRACKING.test(tracking) ? tracking : null)
}

function fault(
  path: (string | number)[],
  code: string,
  message: string,
  more: Record<string, unknown> = {},
): { issues: Issue[] } {
  return { issues: [{ path, code, message, ...more }] }
}
