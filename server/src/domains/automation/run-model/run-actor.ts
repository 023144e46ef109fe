import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type Actor, Permission } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { RunRow } from './run.store.ts'
import type { VersionRow } from '../playbooks/version.store.ts'

/** What automation needs from identity: the person behind a user, with their current permissions. */
export type ActorOf = (userId: string, tenantId: string) => Promise<Actor | null>

/**
 * The actor of a run: the service identity with the permissions granted when its version was published, or with
 * `runAs: initiator` the person who started it. Null when that person no longer has access.
 */
export async function actorOfRun(
  actorOf: ActorOf,
  scope: TenantScope,
  run: Pick<RunRow, 'id' | 'playbook_id' | 'initiator'>,
  version: Pick<VersionRow, 'document' | 'permissions' | 'principals' | 'published_by'>,
): Promise<Actor | null> {
  const behalf = { runId: run.id, playbookId: run.playbook_id }
  if (run.initiator !== null && actsAsInitiator(version.document)) {
    const person = await actorOf(run.initiator, scope.tenantId)
    return person === null ? null : { ...person, ...behalf }
  }
  return {
    kind: 'playbook',
    id: run.playbook_id,
    personId: null,
    name: titleOf(version.document),
    superAdministrator: false,
    adminOf: [],
    accountId: scope.accountId,
    tenantId: scope.tenantId,
    permissions: new Set(
      version.permissions.filter((name) => Permission.safeParse(name).success) as Permission[],
    ),
    principals: version.principals,
    ...(version.published_by === null ? {} : { publisherId: version.published_by }),
    ...behalf,
  }
}

/** True when runs act with the permissions of the person who starts them. */
export function actsAsInitiator(document: JsonObject): boolean {
  return document['runAs'] === 'initiator'
}

function titleOf(document: JsonObject): string {
  const title = document['title']
  return typeof title === 'string' ? title : 'Playbook'
}

/** What a playbook may never do on its own, regardless of its publisher. */
const NEVER_GRANTED: readonly Permission[] = [
  'playbook:build',
  'playbook:impersonate',
  'app:build',
  'asset:manage',
  'content:import',
]

/** Permissions of the service identity: those of the publisher, except those reserved for people. */
export function grantOf(publisher: Actor): { permissions: Permission[]; principals: string[] } {
  const permissions = [...publisher.permissions].filter((name) => !NEVER_GRANTED.includes(name)).sort()
  return { permissions, principals: publisher.principals.filter((id) => id !== publisher.id) }
}
