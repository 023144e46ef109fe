import { type Ground, say } from './storage-ground.ts'

const BATCH = 2000

/** Parts of short texts: a scan of the table, against an index of their trigrams and what that costs each insert. */
export async function measureParts(ground: Ground): Promise<void> {
  process.stdout.write('parts of texts\n')
  const { query } = ground
  try {
    await query('create extension if not exists pg_trgm schema public')
  } catch (error) {
    // A separate server may lack it: then there is nothing to measure.
    process.stdout.write(`  pg_trgm: ${error instanceof Error ? error.message : 'not there'}\n`)
    return
  }
  await measureKind(ground, 'plain', false)
  await measureKind(ground, 'trigram', true)
}

async function measureKind(
  { query, rows, time, bytes }: Ground,
  name: string,
  indexed: boolean,
): Promise<void> {
  const table = `titles_${name}`
  await query(`create table ${table} (id uuid primary key, key text collate "C")`)
  if (indexed) await query(`create index on ${table} using gin (key gin_trgm_ops)`)
  const begin = performance.now()
  for (let from = 0; from < rows; from += BATCH) {
    await query(
      `insert into ${table} select id, (array['phishing','beacon','malware'])[1 + n % 3] || ' detected on host-' || n % 5000
         from record where n > $1 and n <= $2`,
      [from, from + BATCH],
    )
  }
  const writeUs = Math.round(((performance.now() - begin) * 1000) / rows)
  await query(`vacuum (analyze) ${table}`)
  const find = `select id from ${table} where key like $1 limit 50`
  say(name, {
    'bytes per record': await bytes(table),
    'write us': writeUs,
    'rare ms': await time(find, (run) => [`%host-${1000 + run}%`]),
    'none ms': await time(find, (run) => [`%zz${run}%`]),
  })
}
