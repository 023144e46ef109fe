import { z } from 'zod'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { ActorRef, HistoryEntry } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { storedChanges } from '../versions/history-form.rules.ts'
import { fieldColumns, toRow } from '../model/record-rows.ts'
import type { AppTable, FieldChange, StoredRecord } from '../model/record-shape.ts'
import { statementName } from '../model/statement-names.ts'
import { type SearchRow, WITH_SAID } from '../indexing/search-row.ts'

const WrittenRow = z.object({ id: z.string(), seq: z.string() })

/** All rows of one batch; written by one statement, or not at all. */
export interface Writes {
  inserts: readonly StoredRecord[]
  updates: readonly { base: number; record: StoredRecord }[]
  history: readonly HistoryRow[]
  search: readonly SearchRow[]
  operations: readonly OperationRow[]
}
export interface HistoryRow {
  record: string
  version: number
  at: Date
  actor: ActorRef
  action: HistoryEntry['action']
  changes: readonly FieldChange[]
}

export interface OperationRow {
  key: string
  record: string
  version: number
  outcome: 'created' | 'updated' | 'unchanged' | 'folded'
}

/** The statement's result; fewer rows than requested means another writer was faster. */
export interface Written {
  /** Tracking number by record id. */
  seqs: ReadonlyMap<string, number>
  complete: boolean
}

/**
 * Writes records, history, search, operations and tracking numbers in one statement. A tracking number is taken only
 * together with the insert: when a row is missing in the answer, the caller must roll the transaction back.
 */
export async function writeBatch(tx: TenantTx, app: AppTable, writes: Writes): Promise<Written> {
  const { inserts, updates, operations } = writes
  const shape = {
    inserts: inserts.length > 0,
    updates: updates.length > 0,
    operations: operations.length > 0,
  }
  if (!shape.inserts && !shape.updates) {
    await writeOperations(tx, app, operations)
    return { seqs: new Map(), complete: true }
  }
  const kind = `w${shape.inserts ? 'i' : ''}${shape.updates ? 'u' : ''}${shape.operations ? 'o' : ''}`
  const values = [
    app.id,
    tx.tenantId,
    JSON.stringify(writes.history.map(historyJson)),
    JSON.stringify(writes.search.map((row) => ({ r: row.record, c: row.readClass, w: row.words }))),
    ...(shape.inserts
      ? [
          app.revision,
          inserts.length,
          JSON.stringify(inserts.map((record, at) => insertJson(app, record, at))),
        ]
      : []),
    ...(shape.updates ? [JSON.stringify(updates.map((update) => updateJson(app, update)))] : []),
    ...(shape.operations ? [JSON.stringify(operations.map(operationJson)), tx.now] : []),
  ]
  const rows = await tx.rows(WrittenRow, writeText(app, kind, shape), values, statementName(app, kind))
  return {
    seqs: new Map(rows.map((row) => [row.id, Number(row.seq)])),
    complete: rows.length === inserts.length + updates.length,
  }
}

function historyJson(row: HistoryRow): JsonObject {
  return {
    r: row.record,
    v: row.version,
    t: row.at.toISOString(),
    b: actorJson(row.actor),
    a: row.action,
    c: storedChanges(row),
  }
}

function actorJson(actor: ActorRef): JsonObject {
  const { kind, id, name, runId, via } = actor
  return {
    kind,
    id,
    name,
    ...(runId === undefined ? {} : { runId }),
    ...(via === undefined ? {} : { via }),
  }
}

function insertJson(app: AppTable, record: StoredRecord, at: number): JsonObject {
  return {
    ...toRow(app, record),
    id: record.id,
    ord: at + 1,
    version: record.version,
    created_at: record.createdAt.toISOString(),
    created_by: actorJson(record.createdBy),
    updated_at: record.updatedAt.toISOString(),
    updated_by: actorJson(record.updatedBy),
  }
}

function updateJson(app: AppTable, { base, record }: { base: number; record: StoredRecord }): JsonObject {
  return {
    ...toRow(app, record),
    id: record.id,
    base,
    version: record.version,
    updated_at: record.updatedAt.toISOString(),
    updated_by: actorJson(record.updatedBy),
  }
}

function operationJson(row: OperationRow): JsonObject {
  return { k: row.key, r: row.record, v: row.version, o: row.outcome }
}

interface Shape {
  inserts: boolean
  updates: boolean
  operations: boolean
}

const texts = new WeakMap<AppTable, Map<string, string>>()

function writeText(app: AppTable, kind: string, shape: Shape): string {
  const known = texts.get(app) ?? new Map<string, string>()
  texts.set(app, known)
  const text = known.get(kind) ?? makeText(app, shape)
  known.set(kind, text)
  return text
}

function makeText(app: AppTable, shape: Shape): string {
  let next = 5
  const parts: string[] = []
  const done: string[] = []
  if (shape.inserts) {
    parts.push(...insertParts(app, next))
    done.push('select id, seq from ins')
    next += 3
  }
  if (shape.updates) {
    parts.push(updatePart(app, next))
    done.push('select id, seq from upd')
    next += 1
  }
  parts.push(HISTORY, searchPart(app, shape.inserts))
  if (shape.operations) parts.push(operationPart(next))
  return `with ${parts.join(',\n')}\n${done.join(' union all ')}`
}

function insertParts(app: AppTable, at: number): string[] {
  const { names, typed } = fieldColumns(app)
  const columns = ['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', ...names]
  const types = ['uuid', 'int', 'timestamptz', 'jsonb', 'timestamptz', 'jsonb']
  const defined = ['ord int', ...types.map((type, n) => `${columns[n] ?? ''} ${type}`), ...typed]
  return [
    `number as (update ${app.stateTable} set last_seq = last_seq + $${at + 1}::int
       where app = $1::uuid and revision = $${at}::int returning last_seq - $${at + 1}::int as base)`,
    `ins as (insert into ${app.table} (seq, ${columns.join(', ')})
       select number.base + i.ord, ${columns.map((name) => `i.${name}`).join(', ')}
         from number, jsonb_to_recordset($${at + 2}::jsonb) as i(${defined.join(', ')})
       on conflict do nothing returning id, seq)`,
  ]
}

function updatePart(app: AppTable, at: number): string {
  const { names, typed } = fieldColumns(app)
  const set = ['version', 'updated_at', 'updated_by', ...names].map((name) => `${name} = i.${name}`)
  const defined = [
    'id uuid',
    'base int',
    'version int',
    'updated_at timestamptz',
    'updated_by jsonb',
    ...typed,
  ]
  return `upd as (update ${app.table} t set ${set.join(', ')}
       from jsonb_to_recordset($${at}::jsonb) as i(${defined.join(', ')})
      where t.id = i.id and t.version = i.base and t.deleted_at is null returning t.id, t.seq)`
}

const HISTORY = `his as (insert into caseloom.record_history
       (tenant_id, app_id, record_id, version, at, actor, action, changes)
       select $2::uuid, $1::uuid, h.r, h.v, h.t, h.b, h.a, h.c
         from jsonb_to_recordset($3::jsonb) as h(r uuid, v int, t timestamptz, b jsonb, a text, c jsonb))`

/** The tracking id of a new record is known to the insert alone, so it joins the open words here. */
function searchPart(app: AppTable, inserts: boolean): string {
  // An acronym is two to six capital letters by its schema, the class a word and a number.
  const tracked = `case when w.c = '${app.openClass}' and ins.seq is not null
         then w.w || ('${app.acronym.toLowerCase()}-' || ins.seq) else w.w end`
  return `sea as (insert into ${app.searchTable} as s (app, record, read_class, tsv)
       select $1::uuid, w.r, w.c, array_to_tsvector(${inserts ? tracked : 'w.w'})
         from jsonb_to_recordset($4::jsonb) as w(r uuid, c text, w text[])
         ${inserts ? 'left join ins on ins.id = w.r' : ''}
       on conflict (record, read_class) do update set ${WITH_SAID})`
}

function operationPart(at: number): string {
  return `ops as (insert into caseloom.record_operation (tenant_id, key, app_id, record_id, version, outcome, at)
       select $2::uuid, o.k, $1::uuid, o.r, o.v, o.o, $${at + 1}::timestamptz
         from jsonb_to_recordset($${at}::jsonb) as o(k text, r uuid, v int, o text))`
}

/** Operations that changed nothing are remembered all the same. */
async function writeOperations(tx: TenantTx, app: AppTable, rows: readonly OperationRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into caseloom.record_operation (tenant_id, key, app_id, record_id, version, outcome, at)
     select $1::uuid, o.k, $2::uuid, o.r, o.v, o.o, $4::timestamptz
       from jsonb_to_recordset($3::jsonb) as o(k text, r uuid, v int, o text)`,
    [tx.tenantId, app.id, JSON.stringify(rows.map(operationJson)), tx.now],
    'record-operations',
  )
}
