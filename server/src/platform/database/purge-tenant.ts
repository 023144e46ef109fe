import { z } from 'zod'
import type { AccountPurger, TenantPurger } from './tenant-purge.ts'
import type { Database } from './database.ts'
import { literal, quoted, tenantSchema } from './names.ts'
import { dropTenantSchema } from './tenant-schema.ts'
import type { SystemScope, Tx } from './types.ts'

const NameRow = z.object({ name: z.string() })

const GoneRow = z.object({ gone: z.number() })

type Deps = Pick<Database, 'system' | 'roles'>
type Alive = () => Promise<void>

/** Tables dropped per transaction: each takes locks on itself, its indexes and its TOAST table. */
const DROP_BATCH = 10
const ROW_BATCH = 500
/** Blocks of 8 kB scanned per transaction where no index resolves to a tenant. */
const BLOCK_BATCH = 2048
/** The account's log describes the tenant beyond its end: IDs, names, and digests, sealed by whole days. */
const RETAINED_TABLES = ['audit_entry', 'audit_seal']

/** The tenant's own schema with all app tables, and its database role. */
export function schemaPurge({ system, roles }: Deps): TenantPurger {
  return {
    name: 'schema',
    async purge({ tenantId }, alive) {
      const schema = tenantSchema(tenantId)
      while ((await system.owner((tx) => dropSomeTables(tx, schema))) > 0) await alive()
      await system.owner((tx) => dropTenantSchema(tx, roles, tenantId))
    },
  }
}

async function dropSomeTables(tx: Tx, schema: string): Promise<number> {
  // Partitions before what they are parts of, so that no one drop takes a lock on each of them.
  const tables = await tx.rows(
    NameRow,
    `select c.relname as name from pg_class c
      where c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relkind in ('r', 'p')
      order by c.relispartition desc, c.relname limit ${DROP_BATCH}`,
    [schema],
  )
  const names = tables.map(({ name }) => `${quoted(schema)}.${quoted(name)}`)
  if (names.length > 0) await tx.query(`drop table if exists ${names.join(', ')} cascade`)
  return names.length
}

type Owner = 'tenant_id' | 'account_id'

const OwnedTable = z.object({
  oid: z.number(),
  /** Quoted, with its schema. */
  name: z.string(),
  blocks: z.number(),
  /** An index leads to the rows of one owner. */
  indexed: z.boolean(),
  partition: z.boolean(),
  /** Tables that rows of this one point to: those go later. */
  pointsTo: z.array(z.number()),
})
type OwnedTable = z.infer<typeof OwnedTable>

/** All rows of platform tables that belong to the tenant, whichever domain made the table. */
export function rowsPurge({ system }: Pick<Deps, 'system'>): TenantPurger {
  return {
    name: 'rows',
    purge: ({ tenantId }, alive) => emptyTables(system, { column: 'tenant_id', id: tenantId, alive }),
  }
}

/** All rows of platform tables that belong to the account; its tenants are gone by then. */
export function accountRowsPurge({ system }: Pick<Deps, 'system'>): AccountPurger {
  return {
    name: 'rows',
    purge: ({ accountId }, alive) => emptyTables(system, { column: 'account_id', id: accountId, alive }),
  }
}

interface Emptying {
  column: Owner
  id: string
  alive: Alive
}

async function emptyTables(system: SystemScope, emptying: Emptying): Promise<void> {
  const tables = await system.read((tx) => ownedTables(tx, emptying.column))
  for (const table of pointersFirst(tables)) await emptyTable(system, table, emptying)
}

async function ownedTables(tx: Tx, column: Owner): Promise<OwnedTable[]> {
  return tx.rows(
    OwnedTable,
    `select c.oid::int, format('%I.%I', 'caseloom', c.relname) as name, c.relispartition as partition,
            (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks,
            exists (select from pg_index i
                     where i.indrelid = c.oid and i.indpred is null and i.indkey[0] = a.attnum) as indexed,
            coalesce((select array_agg(f.confrelid::int) from pg_constraint f
                       where f.conrelid = c.oid and f.contype = 'f'), '{}') as "pointsTo"
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = $2 and not a.attisdropped
      where c.relnamespace = 'caseloom'::regnamespace and c.relkind = 'r' and c.relname <> all($1)`,
    [RETAINED_TABLES, column],
  )
}

function pointersFirst(tables: readonly OwnedTable[]): OwnedTable[] {
  const ordered: OwnedTable[] = []
  const seen = new Set<number>()
  const visit = (table: OwnedTable) => {
    if (seen.has(table.oid)) return
    seen.add(table.oid)
    for (const other of tables) if (other.pointsTo.includes(table.oid)) visit(other)
    ordered.push(table)
  }
  for (const table of tables) visit(table)
  return ordered
}

async function emptyTable(
  system: SystemScope,
  table: OwnedTable,
  { column, id, alive }: Emptying,
): Promise<void> {
  // Permissions and row policies of a partitioned table belong to the whole: only the owner can use its partitions.
  const write = table.partition ? system.owner : system.tx
  const mine = `${column} = ${literal(id)}::uuid`
  const remove = (where: string) =>
    write(async (tx) => {
      const rows = await tx.rows(
        GoneRow,
        `with gone as (delete from ${table.name} where ${where} returning 1) select count(*)::int as gone from gone`,
      )
      return rows[0]?.gone ?? 0
    })
  if (table.indexed) {
    const some = `ctid = any(array(select ctid from ${table.name} where ${mine} limit ${ROW_BATCH}))`
    while ((await remove(some)) > 0) await alive()
    return
  }
  for (let from = 0; from <= table.blocks; from += BLOCK_BATCH) {
    const range = `ctid >= '(${from},0)'::tid and ctid < '(${from + BLOCK_BATCH},0)'::tid`
    await remove(`${mine} and ${range}`)
    await alive()
  }
}
