import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { AssigningPort } from '../domains/apps/apps.module.ts'
import type { OnCallDoor } from '../domains/tenancy/on-call/on-call.door.ts'
import type { TenantRef } from '../platform/database/types.ts'

/** Who new records are assigned to. */
export function assigningPort(
  onCall: Pick<OnCallDoor, 'keys' | 'now'>,
  directory: { actors(place: TenantRef): Promise<readonly { actor: Actor }[]> },
): AssigningPort {
  return {
    schedules: (tx) => onCall.keys(tx),
    onCall: (tx, keys, isActive) => onCall.now(tx, keys, isActive),
    actors: async (place) => (await directory.actors(place)).map(({ actor }) => actor),
  }
}
