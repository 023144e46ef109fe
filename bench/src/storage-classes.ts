import { type Ground, say } from './storage-ground.ts'

const BATCH = 2000
const SPLITS = [1, 3, 8]

/**
 * Compares one search row per read class (1, 3, and 8 classes per record) with all words in one row, whose hits are
 * checked again against the texts that the reader may read.
 */
export async function measureClasses(ground: Ground): Promise<void> {
  process.stdout.write('read classes\n')
  for (const classes of SPLITS) await measureSplit(ground, classes)
  await measureAfter(ground)
}

async function measureSplit({ query, rows, time, bytes }: Ground, classes: number): Promise<void> {
  const table = `words_${classes}`
  await query(`create table ${table} (record uuid, class int, tsv tsvector, primary key (record, class))`)
  await query(`create index on ${table} using gin (tsv)`)
  const begin = performance.now()
  for (let from = 0; from < rows; from += BATCH) {
    await query(
      `insert into ${table} select id, c, array_to_tsvector(array(
          select word from unnest(words) with ordinality w(word, place) where place % ${classes} = c))
         from record, generate_series(0, ${classes - 1}) c where n > $1 and n <= $2`,
      [from, from + BATCH],
    )
  }
  const writeUs = Math.round(((performance.now() - begin) * 1000) / rows)
  await query(`vacuum (analyze) ${table}`)
  const find = (allowed: string, word: string) =>
    time(
      `with hits as materialized (select distinct record from ${table}
          where class = any(${allowed}) and tsv @@ $1::tsquery limit 20000)
       select r.id from hits join record r on r.id = hits.record order by r.at desc, r.id desc limit 50`,
      (run) => [word === 'own' ? `own${run * 97 + 1}` : word],
    )
  const all = `array[${Array.from({ length: classes }, (_, at) => at).join(',')}]`
  say(`${classes} classes per record`, {
    'bytes per record': await bytes(table),
    'write us': writeUs,
    'rare ms': await find(all, 'own'),
    'common ms': await find(all, 'w7'),
    'common, one class ms': await find('array[0]', 'w7'),
  })
}

async function measureAfter({ time, bytes }: Ground): Promise<void> {
  const find = (word: string, places: string) =>
    time(
      `with hits as materialized (select record from words_1 where tsv @@ $1::tsquery limit 20000)
       select r.id from hits join record r on r.id = hits.record
        where exists (select from unnest(r.words) with ordinality w(word, place)
                       where ${places} and word = $2)
        order by r.at desc, r.id desc limit 50`,
      (run) => {
        const own = word === 'own' ? `own${run * 97 + 1}` : word
        return [own, own]
      },
    )
  say('one row, texts checked again (of 3)', {
    'bytes per record': await bytes('words_1'),
    'rare ms': await find('own', 'true'),
    'common ms': await find('w7', 'true'),
    'common, one class ms': await find('w7', 'place % 3 = 0'),
  })
}
