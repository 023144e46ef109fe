import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { readBearer } from '../../../platform/http/cookies.ts'
import type { Gatekeeper, RequestFacts } from '../../../platform/http/types.ts'

/** What finding the tenant of a token needs. */
export interface TokenPlaces {
  gate: Gatekeeper
  /** All active tenants. */
  tenants(): Promise<{ tenantId: string; accountId: string }[]>
  /** Of these tenants of an account, the ones that the person has a role in. */
  enterable(personId: string, accountId: string, tenantIds: readonly string[]): Promise<string[]>
}

/**
 * Who acts by an API token, in the one tenant that its user has. Throws session.none without a living API token,
 * request.invalid when there are several tenants, resource.not_found when there is none, license.invalid,
 * right.missing.
 */
export async function tenantOfToken(
  { gate, tenants, enterable }: TokenPlaces,
  { headers }: RequestFacts,
): Promise<{ scope: TenantScope; actor: Actor }> {
  const { authorization } = headers
  const token = readBearer(typeof authorization === 'string' ? authorization : undefined)
  const holder = token === null ? null : await gate.authenticate(token, {})
  if (token === null || holder === null || holder.personId === null) throw fail('session.none')
  // A session of the browser names its tenant; only a token belongs to one account.
  if (holder.token === undefined) throw fail('session.none')
  const actors: Actor[] = []
  for (const [accountId, ids] of byAccount(await tenants()))
    for (const tenantId of await enterable(holder.personId, accountId, ids)) {
      const actor = await gate.authenticate(token, { tenantId })
      if (actor?.tenantId === tenantId) actors.push(actor)
    }
  const [actor] = actors
  if (actor === undefined || actor.tenantId === null) throw fail('resource.not_found')
  if (actors.length > 1)
    throw fail('request.invalid', {
      detail: 'The user of this token has several tenants. Use /api/tenant/<tenant ID>/mcp.',
    })
  if (!(await gate.licensed(actor))) throw fail('license.invalid')
  const scope = await gate.tenant(actor.tenantId)
  if (scope === null) throw fail('resource.not_found')
  if (!may(actor, 'assistant:use'))
    throw fail('right.missing', { detail: 'This requires the permission assistant:use' })
  return { scope, actor }
}

function byAccount(places: readonly { tenantId: string; accountId: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { tenantId, accountId } of places)
    found.set(accountId, [...(found.get(accountId) ?? []), tenantId])
  return found
}
