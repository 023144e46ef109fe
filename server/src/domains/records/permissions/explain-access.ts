import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Why } from '@caseloom/contract/records/record-rights'
import type { TenantRef, TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { allowInApp } from '../model/app-permissions.rules.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { explain } from './explain.rules.ts'
import { named } from './principal-names.rules.ts'
import type { RightsDeps, TenantPerson } from './permissions-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'

export interface ExplainAccessCommand extends RecordPlace {
  action: Why['action']
  /** Another user, for actors who restrict records; the actor when absent. */
  userId?: string | undefined
}

/**
 * Explains why a user may or may not do something to a record.
 * @throws resource.not_found if the actor may not see the record or the user doesn't exist, right.missing for asking
 * about others without permission
 */
export async function explainAccess(
  deps: RightsDeps,
  scope: TenantScope,
  actor: Actor,
  { action, userId, ...place }: ExplainAccessCommand,
): Promise<Why> {
  allow(actor, 'record:read')
  const { app, record } = await scope.read((tx) => visibleRecord(deps, tx, actor, place))
  const isOther = userId !== undefined && userId !== actor.id
  // A lock or an archive keeps from changing, not from asking.
  if (isOther) allowInApp(actor, 'record:restrict', { id: app.id, sharing: app.sharing }, { acl: record.acl })
  const subject = isOther ? await otherPerson(deps, scope, userId) : await oneself(deps, scope, actor)
  const principals = await deps.people.principals(scope)
  const nameOf = (id: string) => named([id], principals)[0] ?? { kind: 'user' as const, id, name: id }
  return explain({ app, record, action, subject, reader: actor, nameOf })
}

/** The actor as authenticated: a token may grant less than their roles do. */
async function oneself(deps: RightsDeps, place: TenantRef, actor: Actor): Promise<TenantPerson> {
  const [known] = actor.id === null ? [] : await deps.people.actors(place, actor.id)
  return { actor, roles: known?.roles ?? [], lastSeenAt: known?.lastSeenAt ?? null }
}

async function otherPerson(deps: RightsDeps, place: TenantRef, userId: string): Promise<TenantPerson> {
  const [person] = await deps.people.actors(place, userId)
  if (person === undefined) throw fail('resource.not_found')
  return person
}
