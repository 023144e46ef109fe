import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { SystemScope } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import { usersOfPerson } from '../people/user.store.ts'
import { NoteSubject, type SeesSubject } from './note-subject.ts'

/** What late deliveries of notifications work with. */
export interface DeliveryDeps {
  system: SystemScope
  publicUrl: string
  /** An active user as they act in a tenant now; null when they are not in it. */
  actorOf(userId: string, tenantId: string): Promise<Actor | null>
  sees: SeesSubject
  log: Log
}

/** The active users of a person by their account. */
export async function activeUsers(
  { system }: Pick<DeliveryDeps, 'system'>,
  personId: string,
): Promise<ReadonlyMap<string, string>> {
  const users = await system.read((tx) => usersOfPerson(tx, personId))
  return new Map(users.flatMap((user) => (user.status === 'active' ? [[user.account_id, user.id]] : [])))
}

/** Whether a person may see now what a note is about: permissions may have changed since it was written. */
export async function maySee(
  { actorOf, sees }: Pick<DeliveryDeps, 'actorOf' | 'sees'>,
  users: ReadonlyMap<string, string>,
  { account_id: accountId, subject }: { account_id: string | null; subject: unknown },
): Promise<boolean> {
  if (accountId === null) return true
  const userId = users.get(accountId)
  if (userId === undefined) return false
  if (subject === null) return true
  const about = NoteSubject.safeParse(subject).data
  const actor = about === undefined ? null : await actorOf(userId, about.tenantId)
  if (actor === null || about === undefined) return false
  return about.kind === 'tenant' || sees(actor, about)
}
