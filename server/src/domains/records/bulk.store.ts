import type { TenantTx } from '../../platform/database/types.ts'
import { Actors, arrayText, jsonLines, type Packed, packed } from './bulk-columns.ts'
import type { AppTable } from './record-shape.ts'
import { statementName } from './statement-names.ts'
import type { HistoryRow, OperationRow, SearchRow, Writes, Written } from './write.store.ts'

/** From this many records on, columns travel as arrays: PostgreSQL takes them apart in a fraction of the time. */
export const BULK = 50

/**
 * Writes a large batch as writeBatch does, in a few statements of the same transaction with one array per column.
 * Unlike there, a value that somebody else took meanwhile is a unique violation: the caller looks again.
 */
export async function writeBulk(tx: TenantTx, app: AppTable, writes: Writes): Promise<Written> {
  const { inserts, updates } = writes
  // All is put into words before the first statement: rows stay locked for as short as can be.
  const places = new Map(inserts.map((record, at) => [record.id, at + 1]))
  const history = historyValues(writes.history)
  const added = packed(app, inserts)
  const changed = packed(
    app,
    updates.map((update) => update.record),
  )
  const known = writes.search.filter((row) => !places.has(row.record))
  const fresh = writes.search.filter((row) => places.has(row.record))
  const failed = { seqs: new Map(), complete: false }
  if (updates.length > 0 && !(await updateRows(tx, app, changed, updates))) return failed
  await insertHistory(tx, app, history)
  await insertOperations(tx, app, writes.operations)
  await insertSearch(tx, app, { rows: known, fresh: false })
  const base = inserts.length === 0 ? 0 : await insertRows(tx, app, added)
  if (base === null) return failed
  // The class of everybody holds the tracking id, which is known since now.
  const prefix = `${app.acronym.toLowerCase()}-`
  const tracked = fresh.map((row) =>
    row.readClass === app.openClass
      ? { ...row, words: [...row.words, `${prefix}${base + (places.get(row.record) ?? 0)}`] }
      : row,
  )
  await insertSearch(tx, app, { rows: tracked, fresh: true })
  return { seqs: new Map([...places].map(([id, place]) => [id, base + place])), complete: true }
}

/** Answers the tracking number before the first one taken; null when the app has a newer revision. */
async function insertRows(tx: TenantTx, app: AppTable, rows: Packed): Promise<number | null> {
  const text = () => {
    const names = rows.columns.map((column) => column.name)
    return `with number as (update ${app.stateTable} set last_seq = last_seq + $3::int
        where app = $1::uuid and revision = $2::int returning last_seq - $3::int as base),
      ins as (insert into ${app.table} (seq, created_by, updated_by, ${names.join(', ')})
        select number.base + i.place, ($4::jsonb[])[i.made], ($4::jsonb[])[i.by], ${names.map((name) => `i.${name}`).join(', ')}
          from number, (select generate_series(1, $3::int) as place, unnest($5::int[]) as made,
                               unnest($6::int[]) as by, ${unnested(rows, 7)}) i)
      select base from number`
  }
  const head = [app.id, app.revision, rows.count, rows.actors, rows.made, rows.by]
  const values = [...head, ...rows.columns.map((column) => column.value)]
  const found = await tx.query<{ base: string }>(cached(app, 'bi', text), values, statementName(app, 'bi'))
  return found[0] === undefined ? null : Number(found[0].base)
}

/** False when a row is gone or has another version than it was read with. */
async function updateRows(
  tx: TenantTx,
  app: AppTable,
  rows: Packed,
  updates: Writes['updates'],
): Promise<boolean> {
  const text = () => {
    const set = rows.columns
      .filter(({ name }) => name !== 'id' && name !== 'created_at')
      .map(({ name }) => `${name} = i.${name}`)
    return `with upd as (update ${app.table} t set updated_by = ($1::jsonb[])[i.by], ${set.join(', ')}
        from (select unnest($2::int[]) as by, unnest($3::int[]) as base, ${unnested(rows, 4)}) i
       where t.id = i.id and t.version = i.base and t.deleted_at is null returning 1)
      select count(*)::int as count from upd`
  }
  const bases = updates.map((update) => update.base)
  const values = [rows.actors, rows.by, bases, ...rows.columns.map((column) => column.value)]
  const found = await tx.query<{ count: number }>(cached(app, 'bu', text), values, statementName(app, 'bu'))
  return found[0]?.count === rows.count
}

function unnested(rows: Packed, first: number): string {
  return rows.columns.map(({ name, from }, at) => `${from(`$${first + at}`)} as ${name}`).join(', ')
}

function historyValues(rows: readonly HistoryRow[]): unknown[] {
  const actors = new Actors()
  const by = rows.map((row) => actors.place(row.actor))
  return [
    actors.all(),
    arrayText(rows.map((row) => row.record)),
    rows.map((row) => row.version),
    arrayText(rows.map((row) => row.at.toISOString())),
    by,
    arrayText(rows.map((row) => row.action)),
    jsonLines(rows.map((row) => row.changes.map(({ field, from, to }) => ({ field, from, to })))),
  ]
}

async function insertHistory(tx: TenantTx, app: AppTable, values: readonly unknown[]): Promise<void> {
  await tx.query(
    `insert into caseloom.record_history (tenant_id, app_id, record_id, version, at, actor, action, changes)
     select $1::uuid, $2::uuid, h.r, h.v, h.t, ($3::jsonb[])[h.b], h.a, h.c
       from (select unnest($4::uuid[]) as r, unnest($5::int[]) as v, unnest($6::timestamptz[]) as t,
                    unnest($7::int[]) as b, unnest($8::text[]) as a,
                    string_to_table($9::text, E'\\n')::jsonb as c) h`,
    [tx.tenantId, app.id, ...values],
    'bulk-history',
  )
}

async function insertOperations(tx: TenantTx, app: AppTable, rows: readonly OperationRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into caseloom.record_operation (tenant_id, key, app_id, record_id, version, outcome, at)
     select $1::uuid, unnest($3::text[]), $2::uuid, unnest($4::uuid[]), unnest($5::int[]), unnest($6::text[]), $7`,
    [
      tx.tenantId,
      app.id,
      rows.map((row) => row.key),
      rows.map((row) => row.record),
      rows.map((row) => row.version),
      rows.map((row) => row.outcome),
      tx.now,
    ],
  )
}

interface Words {
  rows: readonly SearchRow[]
  /** New records have no words yet. */
  fresh: boolean
}

/** Words have no spaces and no breaks inside: a line of them per row needs no quotes. */
async function insertSearch(tx: TenantTx, app: AppTable, { rows, fresh }: Words): Promise<void> {
  if (rows.length === 0) return
  const conflict = fresh ? '' : 'on conflict (record, read_class) do update set tsv = excluded.tsv'
  const text = () => `insert into ${app.searchTable} (app, record, read_class, tsv)
    select $1::uuid, w.r, w.c, array_to_tsvector(string_to_array(w.w, ' '))
      from (select unnest($2::uuid[]) as r, unnest($3::text[]) as c, string_to_table($4::text, E'\\n') as w) w
    ${conflict}`
  const values = [
    app.id,
    arrayText(rows.map((row) => row.record)),
    arrayText(rows.map((row) => row.readClass)),
    rows.map((row) => row.words.join(' ')).join('\n'),
  ]
  const kind = fresh ? 'bs' : 'bz'
  await tx.query(cached(app, kind, text), values, statementName(app, kind))
}

const texts = new WeakMap<AppTable, Map<string, string>>()

function cached(app: AppTable, kind: string, make: () => string): string {
  const known = texts.get(app) ?? new Map<string, string>()
  texts.set(app, known)
  const text = known.get(kind) ?? make()
  known.set(kind, text)
  return text
}
