import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import type { Principal, Restriction } from '@caseloom/contract/records/record-rights'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { allowInApp } from '../model/app-permissions.rules.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { type Deciding, type MarkCommand, markRecord } from './mark-record.ts'
import { allNamed, idOf, inWords, named } from './principal-names.rules.ts'
import type { RightsDeps } from './permissions-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'

/** Who may see the record, by name; null when it is open. */
export async function getRestriction(
  deps: RightsDeps,
  scope: TenantScope,
  actor: Actor,
  place: RecordPlace,
): Promise<Restriction> {
  allow(actor, 'record:read')
  const { record } = await scope.read((tx) => visibleRecord(deps, tx, actor, place))
  if (record.acl === null) return { to: null }
  return { to: named(record.acl, await deps.people.principals(scope)) }
}

/**
 * Restricts a record to roles, groups, and users, or removes the restriction. Administrators have no exception: they
 * too must be listed, directly or through a group or role.
 * @throws record.would_lose_sight, record.locked, request.invalid for a user who isn't in the tenant
 */
export async function restrictRecord(
  deps: RightsDeps,
  scope: TenantScope,
  actor: Actor,
  { to, ...command }: MarkCommand & { to: readonly Principal[] | null },
): Promise<Restriction> {
  const principals = await deps.people.principals(scope)
  const acl = to === null ? null : [...new Set(to.map(idOf))].toSorted()
  const decide: Deciding['decide'] = (app, before) => {
    allowInApp(actor, 'record:restrict', app, before)
    if (acl === null) return before.acl === null ? null : { action: 'opened', acl, lock: before.lock }
    const known = allNamed(principals)
    // Users who have left may remain on the list, but only current users can be added.
    const strange = acl.findIndex((id) => !known.has(id) && before.acl?.includes(id) !== true)
    if (strange >= 0) throw unknownPrincipal(to?.findIndex((one) => idOf(one) === acl[strange]) ?? 0)
    if (!mayPass(actor, acl)) throw fail('record.would_lose_sight')
    if (before.acl !== null && before.acl.toSorted().join() === acl.join()) return null
    return { action: 'restricted', acl, lock: before.lock, detail: inWords(named(acl, principals)) }
  }
  await markRecord(deps, scope, actor, { ...command, decide })
  return { to: acl === null ? null : named(acl, principals) }
}

function unknownPrincipal(at: number) {
  const issue = {
    path: ['body', 'to', at],
    code: 'unknown_principal',
    message: 'No such role, group, or user in this tenant',
  }
  return fail('request.invalid', { issues: [issue] })
}
