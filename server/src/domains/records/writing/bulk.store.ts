import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { Actors, arrayText, jsonLines, type Packed, packed } from '../model/bulk-columns.ts'
import { storedChanges } from '../versions/history-form.rules.ts'
import type { AppTable } from '../model/record-shape.ts'
import { statementName } from '../model/statement-names.ts'
import type { HistoryRow, OperationRow, Writes, Written } from './write.store.ts'
import { type SearchRow, WITH_SAID } from '../indexing/search-row.ts'

const WrittenRow = z.object({ base: z.string().nullable(), updated: z.number() })

/** From this many records on, columns travel as arrays: PostgreSQL takes them apart in a fraction of the time. */
export const BULK = 50

/**
 * Writes a large batch like writeBatch, but in one statement with one array per column, so the process can read the
 * next batch meanwhile. A unique value taken by another writer is a unique violation here; the caller retries.
 */
export async function writeBulk(tx: TenantTx, app: AppTable, writes: Writes): Promise<Written> {
  const { inserts, updates } = writes
  const places = new Map(inserts.map((record, at) => [record.id, at + 1]))
  const statement = new Statement(tx, app)
  if (inserts.length > 0) statement.insert(packed(app, inserts))
  if (updates.length > 0)
    statement.update(
      packed(
        app,
        updates.map((update) => update.record),
      ),
      updates.map((update) => update.base),
    )
  statement.history(writes.history)
  const [fresh, known] = [true, false].map((wanted) =>
    writes.search.filter((row) => places.has(row.record) === wanted),
  )
  if (fresh !== undefined && fresh.length > 0) statement.newWords(fresh, places)
  if (known !== undefined && known.length > 0) statement.words(known)
  if (writes.operations.length > 0) statement.operations(writes.operations)
  const { base, updated } = await statement.run()
  return {
    seqs: new Map([...places].map(([id, place]) => [id, (base ?? 0) + place])),
    complete: (base !== null || inserts.length === 0) && updated === updates.length,
  }
}

/** The statement under construction; parts of one kind always have the same text, so that it can be prepared. */
class Statement {
  readonly #tx: TenantTx
  readonly #app: AppTable
  readonly #values: unknown[] = []
  readonly #parts: string[] = []
  #kind = 'b'
  #base = 'null::bigint'
  #updated = '0'

  constructor(tx: TenantTx, app: AppTable) {
    this.#tx = tx
    this.#app = app
  }

  insert(rows: Packed): void {
    const count = this.#value(rows.count, 'int')
    const actors = this.#value(rows.actors, 'jsonb[]')
    const names = rows.columns.map((column) => column.name)
    const source = `select generate_series(1, ${count}) as place, unnest(${this.#value(rows.made, 'int[]')}) as made,
      unnest(${this.#value(rows.by, 'int[]')}) as by, ${this.#columns(rows)}`
    this.#add(
      'i',
      `number as (update ${this.#app.stateTable} set last_seq = last_seq + ${count}
        where app = ${this.#value(this.#app.id, 'uuid')} and revision = ${this.#value(this.#app.revision, 'int')}
        returning last_seq - ${count} as base)`,
      `ins as (insert into ${this.#app.table} (seq, created_by, updated_by, ${names.join(', ')})
        select number.base + i.place, (${actors})[i.made], (${actors})[i.by], ${names.map((name) => `i.${name}`).join(', ')}
          from number, (${source}) i)`,
    )
    this.#base = '(select base from number)'
  }

  update(rows: Packed, bases: readonly number[]): void {
    const set = rows.columns
      .filter(({ name }) => name !== 'id' && name !== 'created_at')
      .map(({ name }) => `${name} = i.${name}`)
    this.#add(
      'u',
      `upd as (update ${this.#app.table} t
          set updated_by = (${this.#value(rows.actors, 'jsonb[]')})[i.by], ${set.join(', ')}
         from (select unnest(${this.#value(rows.by, 'int[]')}) as by,
                      unnest(${this.#value(bases, 'int[]')}) as base, ${this.#columns(rows)}) i
        where t.id = i.id and t.version = i.base and t.deleted_at is null returning 1)`,
    )
    this.#updated = '(select count(*)::int from upd)'
  }

  history(rows: readonly HistoryRow[]): void {
    const actors = new Actors()
    const by = rows.map((row) => actors.place(row.actor))
    const changes = rows.map(storedChanges)
    this.#add(
      'h',
      `his as (insert into caseloom.record_history
          (tenant_id, app_id, record_id, version, at, actor, action, changes)
        select ${this.#value(this.#tx.tenantId, 'uuid')}, ${this.#value(this.#app.id, 'uuid')},
               h.r, h.v, h.t, (${this.#value(actors.all(), 'jsonb[]')})[h.b], h.a, h.c
          from (select ${this.#texts(
            rows.map((row) => row.record),
            'uuid',
          )} as r,
                       unnest(${this.#value(
                         rows.map((row) => row.version),
                         'int[]',
                       )}) as v,
                       ${this.#texts(
                         rows.map((row) => row.at.toISOString()),
                         'timestamptz',
                       )} as t,
                       unnest(${this.#value(by, 'int[]')}) as b,
                       ${this.#texts(
                         rows.map((row) => row.action),
                         'text',
                       )} as a,
                       string_to_table(${this.#value(jsonLines(changes), 'text')}, E'\\n')::jsonb as c) h)`,
    )
  }

  /** Words of new records: none exist yet, and the read class for everyone also holds the tracking ID. */
  newWords(rows: readonly SearchRow[], places: ReadonlyMap<string, number>): void {
    const { acronym, openClass } = this.#app
    const numbers = rows.map((row) => (row.readClass === openClass ? (places.get(row.record) ?? 0) : 0))
    this.#add(
      's',
      `sea as (insert into ${this.#app.searchTable} (app, record, read_class, tsv)
        select ${this.#value(this.#app.id, 'uuid')}, w.r, w.c, array_to_tsvector(case when w.n = 0 then w.w
                 else w.w || ('${acronym.toLowerCase()}-' || (number.base + w.n)) end)
          from number, (select unnest(${this.#value(numbers, 'int[]')}) as n, ${this.#wordColumns(rows)}) w)`,
    )
  }

  words(rows: readonly SearchRow[]): void {
    this.#add(
      'z',
      `again as (insert into ${this.#app.searchTable} as s (app, record, read_class, tsv)
        select ${this.#value(this.#app.id, 'uuid')}, w.r, w.c, array_to_tsvector(w.w)
          from (select ${this.#wordColumns(rows)}) w
        on conflict (record, read_class) do update set ${WITH_SAID})`,
    )
  }

  operations(rows: readonly OperationRow[]): void {
    const texts = (of: (row: OperationRow) => string, type: string) => this.#texts(rows.map(of), type)
    this.#add(
      'o',
      `ops as (insert into caseloom.record_operation (tenant_id, app_id, at, key, record_id, outcome, version)
        select ${this.#value(this.#tx.tenantId, 'uuid')}, ${this.#value(this.#app.id, 'uuid')},
               ${this.#value(this.#tx.now, 'timestamptz')}, ${texts((row) => row.key, 'text')},
               ${texts((row) => row.record, 'uuid')}, ${texts((row) => row.outcome, 'text')},
               ${texts((row) => String(row.version), 'int')})`,
    )
  }

  async run(): Promise<{ base: number | null; updated: number }> {
    const text = `with ${this.#parts.join(',\n')}\nselect ${this.#base} as base, ${this.#updated} as updated`
    const name = statementName(this.#app, this.#kind)
    const [row] = await this.#tx.rows(WrittenRow, text, this.#values, name)
    const base = row?.base ?? null
    return { base: base === null ? null : Number(base), updated: row?.updated ?? 0 }
  }

  #add(kind: string, ...parts: string[]): void {
    this.#kind += kind
    this.#parts.push(...parts)
  }

  #value(value: unknown, type: string): string {
    this.#values.push(value)
    return `$${this.#values.length}::${type}`
  }

  #texts(texts: readonly string[], type: string): string {
    return `unnest(${this.#value(arrayText(texts), `${type}[]`)})`
  }

  #columns(rows: Packed): string {
    const parts = rows.columns.map(({ name, value, from }) => {
      this.#values.push(value)
      return `${from(`$${this.#values.length}`)} as ${name}`
    })
    return parts.join(', ')
  }

  /** Words have no spaces and no breaks inside: a line of them per row needs no quotes. */
  #wordColumns(rows: readonly SearchRow[]): string {
    const words = this.#value(rows.map((row) => row.words.join(' ')).join('\n'), 'text')
    const records = this.#texts(
      rows.map((row) => row.record),
      'uuid',
    )
    const classes = this.#texts(
      rows.map((row) => row.readClass),
      'text',
    )
    return `${records} as r, ${classes} as c, string_to_array(string_to_table(${words}, E'\\n'), ' ') as w`
  }
}
