import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantRef } from '../../../platform/database/types.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { tenantActors } from './tenant-actors.ts'

const IdEmailRow = z.object({ id: z.string(), email: z.string(), kind: z.string() })

/** Someone with a role in a tenant, as they act there now, and where they can be written to. */
export interface TenantMember {
  actor: Actor
  email: string
  /** An account for programs: no one reads its mail. */
  service: boolean
}

/** Everyone who can act in the tenant, by name, or the one user; for work that asks or notifies people. */
export async function tenantMembers(
  { system }: Pick<IdentityDeps, 'system'>,
  place: TenantRef,
  userId: string | null = null,
): Promise<TenantMember[]> {
  const actors = await tenantActors({ system }, place, userId)
  const ids = actors.map(({ actor }) => actor.personId)
  const rows = await system.read((tx) =>
    tx.rows(IdEmailRow, 'select id, email, kind from caseloom.person where id = any($1::uuid[])', [ids]),
  )
  const people = new Map(rows.map((row) => [row.id, row]))
  return actors.flatMap(({ actor }) => {
    const person = people.get(actor.personId ?? '')
    return person === undefined ? [] : [{ actor, email: person.email, service: person.kind === 'service' }]
  })
}
