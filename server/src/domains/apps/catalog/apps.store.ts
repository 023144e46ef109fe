// Stored apps, and the compiled ones in memory.
import { objectColumn } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { ActorRef } from '@caseloom/contract/records/records'
import { quoted } from '../../../platform/database/names.ts'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import type { AppDefinition, StoredApp, StoredField } from '../definition/app-definition.ts'
import { columnNames, STATE_TABLE, STRUCTURE, tableNames } from '../definition/compiled-app.ts'

const Referring = z.object({ appId: z.string(), key: z.string() })
type Referring = z.infer<typeof Referring>

const OutdatedApp = z.object({ id: z.string(), tenantId: z.string() })
type OutdatedApp = z.infer<typeof OutdatedApp>

const DefinitionRow = z.object({ definition: objectColumn<AppDefinition>() })

const KeyAcronymRow = z.object({ key: z.string(), acronym: z.string() })

const UsedRow = z.object({ used: z.union([z.string(), z.array(z.string())]) })

const AppRow = z.object({
  id: z.string(),
  key: z.string(),
  acronym: z.string(),
  revision: z.number(),
  updated_at: z.date(),
  definition: objectColumn<AppDefinition>(),
})
type AppRow = z.infer<typeof AppRow>

const COLUMNS = 'id, key, acronym, revision, updated_at, definition'

function toApp(row: AppRow): StoredApp {
  const { id, key, acronym, revision, definition } = row
  return { id, key, acronym, revision, updatedAt: row.updated_at, definition }
}

/** The app with this id, locked against another editor when asked; null when the tenant has none. */
export async function findApp(tx: TenantTx, id: string, lock = false): Promise<StoredApp | null> {
  const rows = await tx.rows(
    AppRow,
    `select ${COLUMNS} from caseloom.app where tenant_id = $1 and id = $2 and deleted_at is null
      ${lock ? ' for update' : ''}`,
    [tx.tenantId, id],
  )
  return rows[0] === undefined ? null : toApp(rows[0])
}

export async function findAppByKey(tx: TenantTx, key: string): Promise<StoredApp | null> {
  const rows = await tx.rows(
    AppRow,
    `select ${COLUMNS} from caseloom.app where tenant_id = $1 and key = $2 and deleted_at is null`,
    [tx.tenantId, key],
  )
  return rows[0] === undefined ? null : toApp(rows[0])
}

export async function allApps(tx: TenantTx): Promise<StoredApp[]> {
  const rows = await tx.rows(
    AppRow,
    `select ${COLUMNS} from caseloom.app where tenant_id = $1 and deleted_at is null
      order by definition->>'name', id`,
    [tx.tenantId],
  )
  return rows.map(toApp)
}

/** Shown reference fields of the tenant that point to an app, with the app in which each is. */
export async function referring(tx: TenantTx, appId: string): Promise<Referring[]> {
  return tx.rows(
    Referring,
    `select a.id as "appId", f->>'key' as key
       from caseloom.app a, jsonb_array_elements(a.definition->'fields') f
      where a.tenant_id = $1 and a.deleted_at is null and f->>'type' = 'reference' and f->>'app' = $2 and f->'hidden' is null
      order by a.definition->>'name', a.id`,
    [tx.tenantId, appId],
    'apps-referring',
  )
}

/** Which of key and acronym another app of the tenant already has. */
export async function takenNames(
  tx: TenantTx,
  names: { key: string; acronym: string },
): Promise<{ key: boolean; acronym: boolean }> {
  const rows = await tx.rows(
    KeyAcronymRow,
    'select key, acronym from caseloom.app where tenant_id = $1 and (key = $2 or acronym = $3)',
    [tx.tenantId, names.key, names.acronym],
  )
  return {
    key: rows.some((row) => row.key === names.key),
    acronym: rows.some((row) => row.acronym === names.acronym),
  }
}

export async function insertApp(tx: TenantTx, app: StoredApp, actor: ActorRef): Promise<void> {
  await tx.query(
    `insert into caseloom.app (id, tenant_id, key, acronym, definition, revision, created_at, updated_at, structure)
     values ($1, $2, $3, $4, $5, $6, $7, $7, ${STRUCTURE})`,
    [app.id, tx.tenantId, app.key, app.acronym, JSON.stringify(app.definition), app.revision, app.updatedAt],
  )
  await writeRevision(tx, app, actor)
}

export async function updateAppRow(tx: TenantTx, app: StoredApp, actor: ActorRef): Promise<void> {
  await tx.query(
    `update caseloom.app set definition = $3, revision = $4, updated_at = $5 where tenant_id = $1 and id = $2`,
    [tx.tenantId, app.id, JSON.stringify(app.definition), app.revision, app.updatedAt],
  )
  await writeRevision(tx, app, actor)
}

async function writeRevision(tx: TenantTx, app: StoredApp, actor: ActorRef): Promise<void> {
  await tx.query(
    `insert into caseloom.app_revision (tenant_id, app_id, revision, definition, at, actor)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.tenantId, app.id, app.revision, JSON.stringify(app.definition), app.updatedAt, JSON.stringify(actor)],
  )
  // Records check this number in the statement they run anyway, and so notice a new revision immediately.
  await tx.query(`update ${quoted(tx.schema)}.${STATE_TABLE} set revision = $2 where app = $1`, [
    app.id,
    app.revision,
  ])
}

/** Apps of all tenants whose tables an older version of this program made. */
export async function outdatedApps(tx: Tx): Promise<OutdatedApp[]> {
  return tx.rows(
    OutdatedApp,
    `select id, tenant_id as "tenantId" from caseloom.app where structure < $1 order by id`,
    [STRUCTURE],
  )
}

export async function markUpToDate(tx: TenantTx, appId: string): Promise<void> {
  await tx.query('update caseloom.app set structure = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    appId,
    STRUCTURE,
  ])
}

/** The tables lack indexes: anyone who makes them marks the app again, and the next start looks. */
export async function markOutdated(tx: TenantTx, appId: string): Promise<void> {
  await tx.query('update caseloom.app set structure = 0 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    appId,
  ])
}

/** Has the words of all records read again: some fields have other readers now. */
export async function askForRefill(tx: TenantTx, appId: string): Promise<void> {
  await tx.query(
    `update ${quoted(tx.schema)}.${STATE_TABLE} set refill = '00000000-0000-0000-0000-000000000000' where app = $1`,
    [appId],
  )
}

/** The definition that a revision had; null when there never was one. */
export async function findRevision(
  tx: TenantTx,
  appId: string,
  revision: number,
): Promise<AppDefinition | null> {
  const rows = await tx.rows(
    DefinitionRow,
    'select definition from caseloom.app_revision where tenant_id = $1 and app_id = $2 and revision = $3',
    [tx.tenantId, appId, revision],
  )
  return rows[0]?.definition ?? null
}

/** The first of the options that a record still uses, or null. */
export async function usedOption(
  tx: TenantTx,
  appId: string,
  field: StoredField,
  options: readonly string[],
): Promise<string | null> {
  const column = quoted(columnNames(field).value)
  const table = `${quoted(tx.schema)}.${quoted(tableNames(appId).records)}`
  const { several } = fieldTraits(field)
  const rows = await tx.rows(
    UsedRow,
    `select ${column} as used from ${table}
      where deleted_at is null and ${several ? `${column} && $1::text[]` : `${column} = any($1::text[])`} limit 1`,
    [options],
  )
  const used = rows[0]?.used
  if (used === undefined) return null
  return typeof used === 'string' ? used : (used.find((option) => options.includes(option)) ?? null)
}

const RevisionRow = z.object({
  revision: z.number(),
  definition: objectColumn<AppDefinition>(),
  at: z.date(),
  actor: ActorRef,
})
type RevisionRow = z.infer<typeof RevisionRow>

/** Revisions below a number (all when null), newest first. */
export async function revisionsBefore(
  tx: TenantTx,
  appId: string,
  before: number | null,
  limit: number,
): Promise<RevisionRow[]> {
  return tx.rows(
    RevisionRow,
    `select revision, definition, at, actor from caseloom.app_revision
      where tenant_id = $1 and app_id = $2 and ($3::int is null or revision < $3::int)
      order by revision desc limit $4`,
    [tx.tenantId, appId, before, limit],
  )
}
