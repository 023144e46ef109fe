import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { literal, quoted } from '../../../platform/database/names.ts'
import { sqlStateOf } from '../../../platform/database/transient-errors.ts'
import { LINK_TABLE, SEARCH_TABLE, STATE_TABLE, tableNames } from '../definition/compiled-app.ts'
import {
  type FoundTable,
  type TableChange,
  tableChanges,
  type WantedIndex,
  type WantedTable,
} from './table-plan.rules.ts'

const NameTypeRow = z.object({ name: z.string(), type: z.string() })

const NameBytesRow = z.object({ name: z.string(), bytes: z.string() })

const OidRow = z.object({ oid: z.string().nullable() })

/** A unique index could not be made: records already share a value. */
export class SharedValues extends Error {
  readonly index: string
  constructor(index: string) {
    super('Records share a value')
    this.name = 'SharedValues'
    this.index = index
  }
}

/** From this size on an index takes so long that writers must not wait for it. */
export const LARGE_BYTES = 16 * 1024 * 1024

export interface Reconciled {
  changes: TableChange[]
  /** Indexes of a large table that are left to be made outside of the transaction. */
  later: WantedIndex[]
}

/**
 * Brings the tables of an app to what its definition wants; does nothing when they agree. Runs in a transaction of
 * the owner. Names come from ids alone. An index that makes a field unique is made here whatever the size, if no one
 * has made it ahead: the answer depends on it.
 * @throws SharedValues when a field cannot become unique
 */
export async function reconcileTables(tx: TenantTx, appId: string, wanted: WantedTable): Promise<Reconciled> {
  await ensureShared(tx)
  const names = tableNames(appId)
  const found = await readCatalog(tx, names.records)
  const all = tableChanges(wanted, found)
  const later = found.bytes < LARGE_BYTES ? [] : all.flatMap(indexForLater)
  const changes = all.filter((change) => change.kind !== 'create-index' || !later.includes(change.index))
  const table = `${quoted(tx.schema)}.${quoted(names.records)}`
  const added = changes.filter((change) => change.kind === 'add-column')
  if (changes.some((change) => change.kind === 'create-table')) await createTable(tx, table, added)
  else if (added.length > 0) await addColumns(tx, table, added)
  for (const change of changes) await applyIndex(tx, table, change)
  await ensureSearch(tx, appId, names.search)
  await tx.query(
    `insert into ${quoted(tx.schema)}.${STATE_TABLE} (app, revision) values ($1, 0) on conflict do nothing`,
    [appId],
  )
  return { changes, later }
}

function indexForLater(change: TableChange): WantedIndex[] {
  return change.kind === 'create-index' && !change.index.unique ? [change.index] : []
}

/** The app's table, quoted, with its schema. */
export function recordsTable(tx: { schema: string }, appId: string): string {
  return `${quoted(tx.schema)}.${quoted(tableNames(appId).records)}`
}

type AddColumn = Extract<TableChange, { kind: 'add-column' }>

async function ensureShared(tx: TenantTx): Promise<void> {
  const schema = quoted(tx.schema)
  await tx.query(`
    create table if not exists ${schema}.${STATE_TABLE} (
      app uuid primary key,
      revision int not null,
      last_seq bigint not null default 0,
      -- Progress of rebuilding the search index; null when there is nothing to do.
      refill uuid
    ) with (fillfactor = 20);
    create table if not exists ${schema}.${SEARCH_TABLE} (
      app uuid not null,
      record uuid not null,
      read_class text collate "C" not null,
      tsv tsvector not null,
      -- Those of them that comments said.
      said tsvector
    ) partition by list (app);
    create table if not exists ${schema}.${LINK_TABLE} (
      field uuid not null,
      source uuid not null,
      target uuid not null,
      -- The place among the links of the field and source; grows, with gaps.
      ord bigint not null,
      primary key (field, source, target)
    );
    create index if not exists link_in_order on ${schema}.${LINK_TABLE} (field, source, ord, target);
    create index if not exists link_back on ${schema}.${LINK_TABLE} (target, field, source)`)
  const state = await readCatalog(tx, STATE_TABLE)
  if (!state.columns.has('refill'))
    await tx.query(`alter table ${schema}.${STATE_TABLE} add column refill uuid`)
  const search = await readCatalog(tx, SEARCH_TABLE)
  if (!search.columns.has('said'))
    await tx.query(`alter table ${schema}.${SEARCH_TABLE} add column said tsvector`)
}

async function readCatalog(tx: TenantTx, table: string): Promise<FoundTable & { bytes: number }> {
  const columns = await tx.rows(
    NameTypeRow,
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = $2 and a.attnum > 0 and not a.attisdropped`,
    [tx.schema, table],
  )
  const indexes = await tx.rows(
    NameBytesRow,
    `select i.relname as name, pg_relation_size(c.oid)::text as bytes
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
       join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = $2 and x.indisvalid`,
    [tx.schema, table],
  )
  return {
    exists: columns.length > 0,
    columns: new Map(columns.map((column) => [column.name, column.type])),
    indexes: new Set(indexes.map((index) => index.name)),
    bytes: Number(indexes[0]?.bytes ?? 0),
  }
}

function columnSql(change: AddColumn): string {
  const collation = change.type === 'text' && change.name.startsWith('k_') ? ' collate "C"' : ''
  return `${quoted(change.name)} ${change.type}${collation}`
}

async function createTable(tx: TenantTx, table: string, columns: readonly AddColumn[]): Promise<void> {
  await tx.query(`
    create table ${table} (
      id uuid primary key,
      seq bigint not null unique,
      version int not null,
      created_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_at timestamptz(3) not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      acl uuid[]${columns.map((column) => `,\n      ${columnSql(column)}`).join('')}
    )`)
}

async function addColumns(tx: TenantTx, table: string, columns: readonly AddColumn[]): Promise<void> {
  await tx.query(
    `alter table ${table} ${columns.map((column) => `add column ${columnSql(column)}`).join(', ')}`,
  )
}

async function applyIndex(tx: TenantTx, table: string, change: TableChange): Promise<void> {
  if (change.kind === 'drop-index')
    await tx.query(`drop index if exists ${quoted(tx.schema)}.${quoted(change.name)}`)
  if (change.kind !== 'create-index') return
  const { name, on, unique } = change.index
  try {
    // An index whose build was interrupted exists but isn’t used.
    await tx.query(`drop index if exists ${quoted(tx.schema)}.${quoted(name)}`)
    await tx.query(`create ${unique ? 'unique ' : ''}index ${quoted(name)} on ${table} ${on}`)
  } catch (error) {
    throw sqlStateOf(error) === '23505' ? new SharedValues(name) : error
  }
}

/** One search partition per app; made apart and attached, which does not lock the searches of other apps. */
async function ensureSearch(tx: TenantTx, appId: string, name: string): Promise<void> {
  const schema = quoted(tx.schema)
  const partition = `${schema}.${quoted(name)}`
  const found = await tx.rows(OidRow, 'select to_regclass($1)::text as oid', [partition])
  if (found[0]?.oid !== null && found[0]?.oid !== undefined) return
  await tx.query(`
    create table ${partition} (like ${schema}.${SEARCH_TABLE} including defaults,
      constraint this_app check (app = ${literal(appId)}), primary key (record, read_class));
    create index on ${partition} using gin (tsv);
    alter table ${schema}.${SEARCH_TABLE} attach partition ${partition} for values in (${literal(appId)})`)
}
