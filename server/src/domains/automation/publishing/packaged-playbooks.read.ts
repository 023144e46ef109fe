import { TableKey } from '@caseloom/contract/values/table-key'
import { JsonObject } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { builtInActions } from '@caseloom/playbook/actions'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allAssets } from '../assets/asset.store.ts'
import { mayUseAsset } from '../assets/asset-rights.rules.ts'
import { usesOf } from '../assets/asset-uses.rules.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'

const Row = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  revision: z.number(),
  draft: JsonObject,
  published: JsonObject.nullable(),
  shared_with: z.array(z.string()).nullable(),
  is_off: z.boolean(),
})

/** A playbook as packages work with it. */
export interface PackagedPlaybook {
  id: string
  key: string
  title: string
  revision: number
  draft: JsonObject
  published: JsonObject | null
  /** Published, and all of its triggers are off. */
  isOff: boolean
}

/** All playbooks that the actor sees, with draft and published document, by key. */
export async function packagedPlaybooks(scope: TenantScope, actor: Actor): Promise<PackagedPlaybook[]> {
  if (!may(actor, 'playbook:read')) return []
  const rows = await scope.read((tx) =>
    tx.rows(
      Row,
      `select p.id, p.key, p.title, p.revision, p.draft, p.shared_with, v.document as published,
              coalesce((select not bool_or(t.enabled) from caseloom.trigger t
                         where t.tenant_id = p.tenant_id and t.playbook_id = p.id and t.published), false) as is_off
         from caseloom.playbook p
         left join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
        where p.tenant_id = $1 and p.deleted_at is null order by p.key`,
      [tx.tenantId],
    ),
  )
  return rows
    .filter((row) => may(actor, 'playbook:build') || isSharedTo(actor, row.shared_with))
    .map(({ shared_with: _shared, is_off: isOff, ...row }) => ({ ...row, isOff }))
}

/** What a playbook works with. */
export interface PlaybookNeeds {
  /** Connectors whose actions it uses, and assets, by key. */
  connectors: string[]
  assets: string[]
  /** Components that it calls and playbooks whose failures start it, each with the step or trigger. */
  playbooks: { key: string; place: string }[]
  /** Reference tables that steps name, by key. */
  tables: { key: string; place: string }[]
}

export function needsOfPlaybook(document: JsonObject): PlaybookNeeds {
  const uses = usesOf(document)
  const foreign = uses.flatMap(({ action }) =>
    action === null || builtInActions.has(action) ? [] : [action],
  )
  return {
    connectors: sorted(foreign.map((action) => action.split('.', 1)[0] ?? action)),
    assets: sorted(uses.flatMap(({ asset }) => asset ?? [])),
    playbooks: uses.flatMap(({ playbooks, place }) => playbooks.map((key) => ({ key, place }))),
    tables: uses.flatMap(({ table, place }) =>
      table === null || !TableKey.safeParse(table).success ? [] : [{ key: table, place }],
    ),
  }
}

/** Keys of the assets that the actor may use in a playbook. */
export async function usableAssets(scope: TenantScope, actor: Actor): Promise<string[]> {
  const rows = await scope.read(allAssets)
  return rows.filter((row) => mayUseAsset(actor, row.sharing)).map(({ key }) => key)
}

function sorted(keys: readonly string[]): string[] {
  return [...new Set(keys)].toSorted()
}
