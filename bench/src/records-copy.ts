import { type Place, sqlNames } from './records-ops.ts'

/** Rows of one transaction: a few seconds. */
const CHUNK = 10_000
const CONCURRENCY = 2
/** Days that a copy lies before what it was copied from, so that ids stay apart and in the order of time. */
const DAYS_APART = 400
const DAY_MS = 86_400_000

type Source = Pick<Place, 'doors' | 'app' | 'rows'> & { hasEnded(): boolean }

type Tx = Parameters<Parameters<Source['doors']['scope']['read']>[0]>[0]

/** Tracking numbers of what is copied, what is added to them, and which copy it is. */
interface Chunk {
  first: number
  last: number
  move: number
  copy: number
}

/**
 * Fills the app up to `to` records by plain SQL, with copies of the `rows` that are there: rows, words and history as
 * the product writes them, in a fraction of the time. Answers how many records there are then.
 */
export async function copyRecords(source: Source, to: number): Promise<number> {
  const { doors, app, rows } = source
  const { table, state } = sqlNames(source)
  const { top, statements } = await doors.scope.read(async (tx) => {
    const [found] = await tx.query<{ top: string }>(`select max(seq) as top from ${table}`)
    return { top: Number(found?.top), statements: await copying(tx, source) }
  })
  const chunks = chunksOf({ top, more: to - rows })
  let copied = 0
  const work = async (): Promise<void> => {
    for (let chunk = chunks.shift(); chunk !== undefined && !source.hasEnded(); chunk = chunks.shift()) {
      const { first, last, move, copy } = chunk
      await doors.scope.tx(async (tx) => {
        for (const { text, also } of statements)
          await tx.query(text, [first, last, copy, ...(also ? [move] : [])])
      })
      copied += last - first + 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  await doors.scope.tx((tx) =>
    tx.query(`update ${state} set last_seq = (select max(seq) from ${table}) where app = $1`, [app.id]),
  )
  // Counting millions of rows takes longer than a statement may.
  return rows + copied
}

function chunksOf({ top, more }: { top: number; more: number }): Chunk[] {
  const chunks: Chunk[] = []
  for (let [copy, left] = [1, more]; left > 0; copy += 1)
    for (let first = 1; first <= top && left > 0; first += CHUNK) {
      const last = Math.min(top, first + Math.min(CHUNK, left) - 1)
      chunks.push({ first, last, move: copy * top, copy })
      left -= last - first + 1
    }
  return chunks
}

/** The statements of a chunk: $1 to $2 are its tracking numbers, $3 is the number of the copy, $4 what they move by. */
async function copying(tx: Tx, source: Source): Promise<{ text: string; also: boolean }[]> {
  const { table, search } = sqlNames(source)
  const unique = source.app.fields.filter((field) => 'unique' in field && field.unique === true)
  const isUnique = (column: string) => unique.some(({ id }) => column === `f_${id.replaceAll('-', '')}`)
  const found = await tx.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'seq')`,
    [table],
  )
  const columns = found.map(({ name }) => name)
  const values = columns.map((name) => (isUnique(name) ? `"${name}" || '-' || $3::int` : `"${name}"`))
  // A version 7 id begins with its milliseconds: 48 bits.
  const id = (of: string) => {
    const hex = `replace(${of}::text, '-', '')`
    const moved = `('x' || left(${hex}, 12))::bit(48)::bigint - $3::int * ${DAYS_APART * DAY_MS}::bigint`
    return `(lpad(to_hex(${moved}), 12, '0') || right(${hex}, 20))::uuid`
  }
  const chunk = `seq between $1::bigint and $2::bigint`
  const records = `in (select id from ${table} where ${chunk})`
  const history = 'tenant_id, app_id, version, at, actor, action, changes, former_acl'
  return [
    {
      text: `insert into ${table} (id, seq, ${columns.map((name) => `"${name}"`).join(', ')})
        select ${id('id')}, seq + $4::bigint, ${values.join(', ')} from ${table} where ${chunk}`,
      also: true,
    },
    {
      text: `insert into ${search} (app, record, read_class, tsv, said)
        select app, ${id('record')}, read_class, tsv, said from ${search} where record ${records}`,
      also: false,
    },
    {
      text: `insert into caseloom.record_history (record_id, ${history})
        select ${id('record_id')}, ${history} from caseloom.record_history where record_id ${records}`,
      also: false,
    },
  ]
}
