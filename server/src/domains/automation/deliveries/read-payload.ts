import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { ValueStore } from '../../../platform/files/values.ts'
import { allow } from '../../../platform/rights.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import { NO_PAYLOAD, receivedValue, storedBytes } from '../run-model/run-input.ts'
import { StoredRequest } from '../run-model/run.store.ts'
import { originOf } from './deliveries.read.ts'
import { storedDelivery } from './redelivery.store.ts'
import { readableDeliveries } from './see-deliveries.ts'

/** What a trigger received, for those who may read all of the delivery. Throws resource.not_found, right.missing. */
export async function readPayload(
  deps: GateDeps & { values: ValueStore },
  scope: TenantScope,
  actor: Actor,
  deliveryId: string,
): Promise<{ value: JsonValue }> {
  allow(actor, 'run:data')
  const stored = await scope.read((tx) => storedDelivery(tx, deliveryId))
  if (stored === null || stored.request === null) throw fail('resource.not_found')
  const line = { ...originOf(stored), runId: stored.run_id }
  const isReadable = await readableDeliveries(deps, scope, actor, [line])
  if (!isReadable(line)) throw fail('resource.not_found')
  const { payload, payload_ref: ref, request } = stored
  const body =
    payload ?? (ref === null ? NO_PAYLOAD : await scope.read((tx) => storedBytes(deps.values, tx, ref)))
  return { value: receivedValue(StoredRequest.parse(request), body) }
}
