import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { allComponents } from '../playbooks/component.store.ts'

interface Called {
  path: (string | number)[]
  key: string
}

/** Calls of components that aren't shared with the publisher. One that isn't published yet may still come. */
export async function callProblems(tx: TenantTx, document: JsonObject, publisher: Actor): Promise<Issue[]> {
  const calls = callsIn(document, [])
  if (calls.length === 0) return []
  const components = await allComponents(tx)
  const closed = new Set(
    components.filter((row) => !isSharedTo(publisher, row.shared_with)).map(({ key }) => key),
  )
  return calls
    .filter(({ key }) => closed.has(key))
    .map(({ path, key }) => ({
      path,
      code: 'unknown_component',
      message: `There is no component "${key}" that you can run`,
    }))
}

function callsIn(value: JsonValue, path: (string | number)[]): Called[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => callsIn(item, [...path, at]))
  if (typeof value !== 'object' || value === null) return []
  const { action, with: input } = value
  const key = action === 'flow.call' && isObject(input) ? input['component'] : undefined
  const own = typeof key === 'string' ? [{ path: [...path, 'with', 'component'], key }] : []
  return [...own, ...Object.entries(value).flatMap(([name, part]) => callsIn(part, [...path, name]))]
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
