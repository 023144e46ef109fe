import { z } from 'zod'
import { IdRow } from '../../platform/database/rows.ts'
import { DELETED_APP_DAYS } from '@caseloom/contract/apps/app-deletion'
import { audit } from '../../platform/audit/audit.ts'
import { quoted } from '../../platform/database/names.ts'
import type { SystemScope, TenantScope, TenantTx } from '../../platform/database/types.ts'
import { recordsTable } from './tables/app-table.store.ts'
import { LINK_TABLE, STATE_TABLE, tableNames } from './definition/compiled-app.ts'
import { deletedApps, endedApps } from './tables/deletion.store.ts'

const NameRow = z.object({ name: z.string().nullable() })

/** Records that one transaction removes. */
const BATCH = 500
/** They belong to playbooks and their runs, which end by their own retention. */
const RETAINED_TABLES = ['app', 'trigger', 'approval', 'wait_subject']

/**
 * Removes the apps of active tenants whose days have ended, with all that was theirs; answers how many. Each part may be
 * repeated: what a stopped process leaves is done the next time.
 */
export async function purgeApps(
  system: SystemScope,
  tenant: (tenantId: string) => Promise<TenantScope | null>,
): Promise<number> {
  let purged = 0
  for (const { appId, tenantId } of await system.read((tx) => endedApps(tx, DELETED_APP_DAYS))) {
    const scope = await tenant(tenantId)
    if (scope === null) continue
    await purgeApp(scope, appId)
    purged += 1
  }
  return purged
}

async function purgeApp(scope: TenantScope, appId: string): Promise<void> {
  const tables = await scope.read(tablesOfApps)
  while ((await scope.tx((tx) => removeSome(tx, appId, tables))) > 0);
  for (const { name } of tables)
    await scope.tx((tx) =>
      tx.query(`delete from ${name} where tenant_id = $1 and app_id = $2`, [tx.tenantId, appId]),
    )
  await scope.define('apps', (tx) => dropTables(tx, appId))
  await scope.tx(async (tx) => {
    const [app] = await deletedApps(tx, appId)
    if (app === undefined) return
    await tx.query(`delete from ${quoted(tx.schema)}.${STATE_TABLE} where app = $1`, [appId])
    await tx.query('delete from caseloom.app where tenant_id = $1 and id = $2', [tx.tenantId, appId])
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor: null,
      action: 'app.purged',
      object: { kind: 'app', id: appId, name: app.definition.name },
    })
  })
}

const OwnTable = z.object({
  /** Quoted, with its schema. */
  name: z.string(),
  hasRecord: z.boolean(),
})
type OwnTable = z.infer<typeof OwnTable>

/** Whatever table of the platform names an app, whichever domain made it. */
async function tablesOfApps(tx: TenantTx): Promise<OwnTable[]> {
  return tx.rows(
    OwnTable,
    `select format('%I.%I', 'caseloom', c.relname) as name,
            exists (select from pg_attribute r
                     where r.attrelid = c.oid and r.attname = 'record_id' and not r.attisdropped) as "hasRecord"
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'app_id' and not a.attisdropped
      where c.relnamespace = 'caseloom'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all($1)
      order by c.relname`,
    [RETAINED_TABLES],
  )
}

/** Removes some records with what hangs on them; answers how many. */
async function removeSome(tx: TenantTx, appId: string, tables: readonly OwnTable[]): Promise<number> {
  const { records } = tableNames(appId)
  const there = await tx.rows(NameRow, 'select to_regclass($1)::text as name', [
    `${quoted(tx.schema)}.${quoted(records)}`,
  ])
  if ((there[0]?.name ?? null) === null) return 0
  const table = recordsTable(tx, appId)
  const rows = await tx.rows(IdRow, `select id from ${table} order by id limit ${BATCH}`)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  const link = `${quoted(tx.schema)}.${LINK_TABLE}`
  await tx.query(`delete from ${link} where target = any($1::uuid[])`, [ids])
  await tx.query(`delete from ${link} where source = any($1::uuid[])`, [ids])
  await tx.query('delete from caseloom.link_event where tenant_id = $1 and source_id = any($2::uuid[])', [
    tx.tenantId,
    ids,
  ])
  const comments = `select id from caseloom.comment where tenant_id = $1 and record_id = any($2::uuid[])`
  for (const part of ['comment_event', 'comment_mention'])
    await tx.query(`delete from caseloom.${part} where tenant_id = $1 and comment_id in (${comments})`, [
      tx.tenantId,
      ids,
    ])
  for (const { name, hasRecord } of tables)
    if (hasRecord)
      await tx.query(`delete from ${name} where tenant_id = $1 and record_id = any($2::uuid[])`, [
        tx.tenantId,
        ids,
      ])
  // Long taken off: the daily round forgets them with their bytes.
  await tx.query(
    `update caseloom.file set removed_at = 'epoch' where tenant_id = $1 and record_id = any($2::uuid[])`,
    [tx.tenantId, ids],
  )
  await tx.query(`delete from ${table} where id = any($1::uuid[])`, [ids])
  return ids.length
}

async function dropTables(tx: TenantTx, appId: string): Promise<void> {
  const { records, search } = tableNames(appId)
  for (const name of [search, records])
    await tx.query(`drop table if exists ${quoted(tx.schema)}.${quoted(name)}`)
}
