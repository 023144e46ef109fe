import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { SharedWith } from '@caseloom/playbook/document'
import type { Principals } from '@caseloom/contract/identity/identity'
import type { TenantRef, TenantScope } from '../../../platform/database/types.ts'

const KINDS = ['users', 'groups', 'roles'] as const

export interface SharingDeps {
  /** Roles, groups, and users of a tenant by name; without it, no names are checked. */
  principals?: ((place: TenantRef) => Promise<Principals>) | undefined
}

interface SharingRead {
  /** Null: everyone who may run playbooks. */
  ids: string[] | null
  /** Unknown names: sharing with them would silently lock people out. */
  issues: Issue[]
}

/** The ids that a document names in `sharedWith`, by id or name, so that renaming a role changes nothing. */
export async function readSharing(
  { principals }: SharingDeps,
  scope: TenantScope,
  { sharedWith }: JsonObject,
): Promise<SharingRead> {
  // What doesn't read as sharing is a problem of the document already.
  const named = SharedWith.safeParse(sharedWith).data
  if (named === undefined) return { ids: null, issues: [] }
  const known = (await principals?.(scope)) ?? { users: [], groups: [], roles: [] }
  const ids = new Set<string>()
  const issues: Issue[] = []
  for (const kind of KINDS)
    for (const [at, name] of (named[kind] ?? []).entries()) {
      const matches = known[kind].filter((one) => same(one.id, name) || same(one.name, name))
      const [found] = matches
      if (found !== undefined && matches.length === 1) ids.add(found.id)
      else issues.push(unclear(kind, at, name, matches.length))
    }
  return { ids: [...ids], issues }
}

function unclear(kind: (typeof KINDS)[number], at: number, name: string, count: number): Issue {
  const one = kind.slice(0, -1)
  const message =
    count === 0 ? `Unknown ${one} "${name}"` : `More than one ${one} is named "${name}". Use the ID.`
  return { path: ['sharedWith', kind, at], code: `unknown_${one}`, message }
}

function same(value: string, wanted: string): boolean {
  return value.toLowerCase() === wanted.trim().toLowerCase()
}
