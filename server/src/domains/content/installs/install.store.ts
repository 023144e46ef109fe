import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import type { SystemScope, TenantTx, Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'
import { Install, InstallFacts, type ItemProgress } from './install-shape.ts'

/** An import whose worker went silent is free again after this. */
const LEASE_S = 60

const COLUMNS = `tenant_id, id, package, title, version, description, sha256, content, items, state, outcome, starter,
  starter_ref, actor, permissions, attempts, created_at, ended_at`

const Row = z.object({
  tenant_id: z.string(),
  id: z.string(),
  package: z.string(),
  title: z.string(),
  version: z.string(),
  description: z.string(),
  sha256: z.string(),
  content: z.unknown(),
  items: z.unknown(),
  state: z.string(),
  outcome: z.string().nullable(),
  starter: z.string(),
  starter_ref: z.unknown(),
  actor: z.string(),
  permissions: z.array(z.string()).nullable(),
  attempts: z.number(),
  created_at: z.date(),
  ended_at: z.date().nullable(),
})
type Row = z.infer<typeof Row>
const ClaimRow = z.object({ id: z.string(), tenant_id: z.string(), attempts: z.number() })

function toInstall(row: Row): Install {
  const { tenant_id: tenantId, starter_ref: starterRef, created_at: createdAt, ended_at: endedAt } = row
  return Install.parse({ ...row, tenantId, starterRef, createdAt, endedAt })
}

export async function insertInstall(tx: TenantTx, install: Install): Promise<void> {
  await tx.query(
    `insert into caseloom.content_install (tenant_id, id, package, title, version, description, sha256, content, items,
       state, starter, starter_ref, actor, permissions, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
    [
      tx.tenantId,
      install.id,
      install.package,
      install.title,
      install.version,
      install.description,
      install.sha256,
      JSON.stringify(install.content),
      JSON.stringify(install.items),
      install.state,
      install.starter,
      JSON.stringify(install.starterRef),
      install.actor,
      install.permissions,
      install.createdAt,
    ],
  )
}

/** Null when the tenant has none. With `lock`, it is held until the end of the transaction. */
export async function findInstall(tx: TenantTx, id: string, lock = false): Promise<Install | null> {
  const [row] = await tx.rows(
    Row,
    `select ${COLUMNS} from caseloom.content_install where tenant_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [tx.tenantId, id],
  )
  return row === undefined ? null : toInstall(row)
}

/** Writes state, items, and who acts; due immediately. */
export async function saveInstall(tx: TenantTx, install: Install): Promise<void> {
  await tx.query(
    `update caseloom.content_install set state = $3, outcome = $4, items = $5, actor = $6, permissions = $7,
            attempts = 0, ended_at = $8, due_at = clock_timestamp()
      where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      install.id,
      install.state,
      install.outcome,
      JSON.stringify(install.items),
      install.actor,
      install.permissions,
      install.endedAt,
    ],
  )
}

/** The same while a worker continues with it. */
export async function saveProgress(tx: TenantTx, install: Install): Promise<void> {
  await tx.query(
    `update caseloom.content_install set state = $3, items = $4, attempts = 0,
            due_at = clock_timestamp() + interval '${LEASE_S} seconds'
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, install.id, install.state, JSON.stringify(install.items)],
  )
}

/** Claims the import that waited longest; it becomes available again when its worker stops saving progress. */
export async function claimInstall(tx: Tx): Promise<z.infer<typeof ClaimRow> | null> {
  const [row] = await tx.rows(
    ClaimRow,
    `update caseloom.content_install set due_at = clock_timestamp() + interval '${LEASE_S} seconds',
            attempts = attempts + 1
      where (tenant_id, id) = (
        select q.tenant_id, q.id from caseloom.content_install q
         where state in ('queued', 'running', 'undoing') and due_at <= clock_timestamp() and ${isAtWork('q')}
         order by due_at limit 1 for update skip locked)
     returning id, tenant_id, attempts`,
    [],
    'content-claim-install',
  )
  return row ?? null
}

export async function postponeInstall(tx: Tx, { id, tenantId, ms }: Postponed): Promise<void> {
  await tx.query(
    `update caseloom.content_install set due_at = clock_timestamp() + $3 * interval '1 millisecond'
      where tenant_id = $1 and id = $2`,
    [tenantId, id, ms],
  )
}

interface Postponed {
  id: string
  tenantId: string
  ms: number
}

const SUMMARY = `id, package, title, version, description, state, outcome, starter, starter_ref, created_at, ended_at,
  array(select item ->> 'kind' || '/' || (item ->> 'key')
          from jsonb_array_elements(case when state = 'planned' then content -> 'items' else items end) item) as names`

const SummaryRow = z.object({
  id: z.string(),
  package: z.string(),
  title: z.string(),
  version: z.string(),
  description: z.string(),
  state: z.string(),
  outcome: z.string().nullable(),
  starter: z.string(),
  starter_ref: z.unknown(),
  created_at: z.date(),
  ended_at: z.date().nullable(),
  names: z.array(z.string()),
})

function toFacts(row: z.infer<typeof SummaryRow>): InstallFacts {
  const { starter_ref: starterRef, created_at: createdAt, ended_at: endedAt } = row
  return InstallFacts.parse({ ...row, starterRef, createdAt, endedAt })
}

/** Begun imports and the actor’s own plans, newest first, each with its creation to the microsecond for the cursor. */
export async function listInstallRows(
  tx: TenantTx,
  list: { actor: string | null; after: { at: string; id: string } | null; limit: number },
): Promise<{ install: InstallFacts; at: string }[]> {
  const rows = await tx.rows(
    SummaryRow.extend({ at: z.string() }),
    `select ${SUMMARY}, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
       from caseloom.content_install
      where tenant_id = $1 and (state <> 'planned' or starter = $2)
        and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))
      order by created_at desc, id desc limit $5`,
    [tx.tenantId, list.actor, list.after?.at ?? null, list.after?.id ?? null, list.limit],
  )
  return rows.map(({ at, ...row }) => ({ install: toFacts(row), at }))
}

/** What makes an import one of an installed package. */
const INSTALLED = "tenant_id = $1 and state = 'done' and outcome <> 'failed'"

/** The last import of each package that is still installed. */
export async function lastInstalls(tx: TenantTx): Promise<InstallFacts[]> {
  const rows = await tx.rows(
    SummaryRow,
    `select distinct on (package) ${SUMMARY} from caseloom.content_install where ${INSTALLED}
      order by package, ended_at desc, id desc limit 500`,
    [tx.tenantId],
  )
  return rows.map(toFacts)
}

/** The last imports of these packages, as far as they are still installed. */
export async function lastInstallsOf(tx: TenantTx, names: readonly string[]): Promise<Install[]> {
  if (names.length === 0) return []
  const rows = await tx.rows(
    Row,
    `select distinct on (package) ${COLUMNS} from caseloom.content_install where ${INSTALLED} and package = any($2)
      order by package, ended_at desc, id desc`,
    [tx.tenantId, names],
  )
  return rows.map(toInstall)
}

const MadeRow = z.object({
  package: z.string(),
  name: z.string(),
  hash: z.string(),
  made: z.string().nullable(),
})

/** What the last import of each package made of its items, each as `kind/key`. */
export function lastMade(tx: TenantTx): Promise<z.infer<typeof MadeRow>[]> {
  return tx.rows(
    MadeRow,
    `select last.package, item ->> 'kind' || '/' || (item ->> 'key') as name, item ->> 'hash' as hash,
            item -> 'made' ->> 'hash' as made
       from (select distinct on (package) package, items from caseloom.content_install where ${INSTALLED}
              order by package, ended_at desc, id desc limit 500) last,
            jsonb_array_elements(last.items) item`,
    [tx.tenantId],
  )
}

/** The items of the last import of a package; none when it isn’t installed. */
export async function lastItems(tx: TenantTx, name: string): Promise<ItemProgress[]> {
  const [row] = await tx.rows(
    z.object({ items: z.unknown() }),
    `select items from caseloom.content_install where ${INSTALLED} and package = $2
      order by ended_at desc, id desc limit 1`,
    [tx.tenantId, name],
  )
  return row === undefined ? [] : Install.shape.items.parse(row.items)
}

/** False when it isn’t a plan of this user (any more). */
export async function deletePlan(tx: TenantTx, id: string, starter: string): Promise<boolean> {
  const rows = await tx.rows(
    IdRow,
    `delete from caseloom.content_install where tenant_id = $1 and id = $2 and starter = $3 and state = 'planned'
     returning id`,
    [tx.tenantId, id, starter],
  )
  return rows.length === 1
}

/** Removes plans that no one applied for a day; answers how many. */
export async function purgeOldPlans(system: SystemScope): Promise<number> {
  const rows = await system.tx((tx) =>
    tx.rows(
      IdRow,
      `delete from caseloom.content_install
        where state = 'planned' and created_at < clock_timestamp() - interval '1 day' returning id`,
    ),
  )
  return rows.length
}
