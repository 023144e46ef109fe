import { engineDoor } from '@caseloom/server/platform/durable/engine-door'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { z } from 'zod'
import type { Product } from './product.ts'
import { settingOf } from './product-doors.ts'

/** A place where a running product keeps or says something. */
export interface Trace {
  place: string
  text: string
}

const Tables = z.array(z.object({ name: z.string() }))
const Rows = z.array(z.object({ text: z.string() }))

/** Rows of all tables of a running product, journals of runs under way, its files (values, logs) and what it printed. */
export async function tracesOf(product: Product): Promise<Trace[]> {
  return [
    ...(await rowsOf(product)),
    ...(await journalOf(product)),
    ...filesIn(join(product.dataDir, 'data')),
    { place: 'terminal', text: product.printed() },
  ]
}

async function rowsOf(product: Product): Promise<Trace[]> {
  const client = new Client({ connectionString: product.databaseUrl() })
  await client.connect()
  try {
    const tables = await client.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const traces: Trace[] = []
    for (const { name } of Tables.parse(tables.rows)) {
      const { rows } = await client.query(
        `select coalesce(string_agg(t::text, chr(10)), '') as text from ${name} t`,
      )
      traces.push({ place: name, text: Rows.parse(rows)[0]?.text ?? '' })
    }
    return traces
  } finally {
    await client.end()
  }
}

const Journal = z.object({ rows: z.array(z.object({ name: z.string().nullish(), raw: z.string() })) })

/** The engine's journals of runs under way, by its own interface: its files are packed, in which no search finds a thing. */
async function journalOf(product: Product): Promise<Trace[]> {
  const admin = engineDoor(settingOf(product.pids('web')[0], 'RESTATE_ADMIN_URL'), { connections: 1 })
  const reply = await admin.request({
    path: '/query',
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: 'select name, raw from sys_journal' }),
  })
  const journal = Journal.parse(await reply.body.json())
  await admin.close()
  return journal.rows.map(({ name, raw }) => ({
    place: `journal ${name ?? ''}`,
    text: Buffer.from(raw, 'hex').toString('latin1'),
  }))
}

/** The database's own files are left out: its rows are read instead. */
function filesIn(folder: string): Trace[] {
  return filesBelow(folder, (file) => !file.startsWith(join(folder, 'postgres/')))
}

/** The files below a folder, as bytes, for most are none of ours to read. */
export function filesBelow(folder: string, fits: (file: string) => boolean = () => true): Trace[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(fits)
    .map((place) => ({ place, text: readFileSync(place).toString('latin1') }))
}
