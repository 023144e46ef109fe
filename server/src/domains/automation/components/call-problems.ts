import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { allComponents } from '../playbooks/component.store.ts'
import { callsIn } from './calls.rules.ts'

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
      path: [...path, 'component'],
      code: 'unknown_component',
      message: `There is no component "${key}" that you can run`,
    }))
}
