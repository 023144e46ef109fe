import { z } from 'zod'
import { IdRow, objectColumn } from '../../../platform/database/rows.ts'
import { ActorRef } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppletDefinition, StoredApplet } from '../definition/applet-definition.ts'

const AppletRow = z.object({
  id: z.string(),
  key: z.string(),
  revision: z.number(),
  updated_at: z.date(),
  updated_by: ActorRef,
  definition: objectColumn<AppletDefinition>(),
})
type AppletRow = z.infer<typeof AppletRow>

const COLUMNS = 'id, key, revision, updated_at, updated_by, definition'

function toApplet(row: AppletRow): StoredApplet {
  const { id, key, revision, definition } = row
  return { id, key, revision, updatedAt: row.updated_at, updatedBy: row.updated_by, definition }
}

/** The applet with this ID, locked against another editor when asked; null when the tenant has none. */
export async function findApplet(tx: TenantTx, id: string, lock = false): Promise<StoredApplet | null> {
  const rows = await tx.rows(
    AppletRow,
    `select ${COLUMNS} from caseloom.applet where tenant_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [tx.tenantId, id],
  )
  return rows[0] === undefined ? null : toApplet(rows[0])
}

export async function allApplets(tx: TenantTx): Promise<StoredApplet[]> {
  const rows = await tx.rows(
    AppletRow,
    `select ${COLUMNS} from caseloom.applet where tenant_id = $1 order by definition->>'name', id`,
    [tx.tenantId],
  )
  return rows.map(toApplet)
}

/** Keeps applets from being deleted until the transaction ends; answers those that are there. */
export async function holdApplets(tx: TenantTx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.rows(
    IdRow,
    'select id from caseloom.applet where tenant_id = $1 and id = any($2::uuid[]) order by id for key share',
    [tx.tenantId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function isAppletKeyTaken(tx: TenantTx, key: string): Promise<boolean> {
  const rows = await tx.query('select from caseloom.applet where tenant_id = $1 and key = $2', [
    tx.tenantId,
    key,
  ])
  return rows.length > 0
}

export async function insertApplet(tx: TenantTx, applet: StoredApplet): Promise<void> {
  const { id, key, definition, revision, updatedAt, updatedBy } = applet
  await tx.query(
    `insert into caseloom.applet (id, tenant_id, key, definition, revision, created_at, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [id, tx.tenantId, key, JSON.stringify(definition), revision, updatedAt, JSON.stringify(updatedBy)],
  )
  await writeRevision(tx, applet)
}

export async function updateAppletRow(tx: TenantTx, applet: StoredApplet): Promise<void> {
  const { id, definition, revision, updatedAt, updatedBy } = applet
  await tx.query(
    `update caseloom.applet set definition = $3, revision = $4, updated_at = $5, updated_by = $6
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, JSON.stringify(definition), revision, updatedAt, JSON.stringify(updatedBy)],
  )
  await writeRevision(tx, applet)
}

async function writeRevision(tx: TenantTx, applet: StoredApplet): Promise<void> {
  const { id, definition, revision, updatedAt, updatedBy } = applet
  await tx.query(
    `insert into caseloom.applet_revision (tenant_id, applet_id, revision, definition, at, actor)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.tenantId, id, revision, JSON.stringify(definition), updatedAt, JSON.stringify(updatedBy)],
  )
}

export async function removeApplet(tx: TenantTx, id: string): Promise<void> {
  for (const [table, column] of [
    ['applet_revision', 'applet_id'],
    ['applet', 'id'],
  ])
    await tx.query(`delete from caseloom.${table} where tenant_id = $1 and ${column} = $2`, [tx.tenantId, id])
}

const RevisionRow = z.object({
  revision: z.number(),
  definition: objectColumn<AppletDefinition>(),
  at: z.date(),
  actor: ActorRef,
})
type RevisionRow = z.infer<typeof RevisionRow>

/** One revision with who published it; null when there never was one. */
export async function findAppletRevision(
  tx: TenantTx,
  appletId: string,
  revision: number,
): Promise<RevisionRow | null> {
  const [row] = await tx.rows(
    RevisionRow,
    `select revision, definition, at, actor from caseloom.applet_revision
      where tenant_id = $1 and applet_id = $2 and revision = $3`,
    [tx.tenantId, appletId, revision],
  )
  return row ?? null
}

/** Revisions below a number (all when null), newest first. */
export async function appletRevisionsBefore(
  tx: TenantTx,
  appletId: string,
  before: number | null,
  limit: number,
): Promise<RevisionRow[]> {
  return tx.rows(
    RevisionRow,
    `select revision, definition, at, actor from caseloom.applet_revision
      where tenant_id = $1 and applet_id = $2 and ($3::int is null or revision < $3::int)
      order by revision desc limit $4`,
    [tx.tenantId, appletId, before, limit],
  )
}
