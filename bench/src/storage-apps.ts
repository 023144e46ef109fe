import { type Ground, say } from './storage-ground.ts'

const APPS = 50

/** The words of a tenant's apps: partitions of one table, against a table for each app. */
export async function measureApps(ground: Ground): Promise<void> {
  const { query } = ground
  process.stdout.write(`one search table per tenant, ${APPS} apps\n`)
  await query(
    'create table parted (app int not null, record uuid not null, tsv tsvector) partition by list (app)',
  )
  for (let app = 0; app < APPS; app += 1) {
    await query(`create table parted_${app} partition of parted for values in (${app})`)
    await query(`insert into parted_${app} select ${app}, record, tsv from words_1 join record on id = record
                  where n % ${APPS} = ${app}`)
    await query(`create index on parted_${app} using gin (tsv)`)
    await query(`create table apart_${app} as select record, tsv from parted_${app}`)
    await query(`create index on apart_${app} using gin (tsv)`)
  }
  await query('vacuum (analyze)')
  const union = Array.from(
    { length: APPS },
    (_, app) => `select ${app} as app, record from apart_${app} where tsv @@ $1::tsquery`,
  ).join(' union all ')
  await compare(ground, 'one app', {
    parted: 'select record from parted where app = 7 and tsv @@ $1::tsquery limit 50',
    apart: 'select record from apart_7 where tsv @@ $1::tsquery limit 50',
  })
  await compare(ground, `all ${APPS} apps`, {
    parted: 'select app, record from parted where tsv @@ $1::tsquery limit 50',
    apart: `${union} limit 50`,
  })
}

async function compare(
  { time }: Ground,
  name: string,
  { parted, apart }: { parted: string; apart: string },
): Promise<void> {
  const rare = (run: number) => [`own${run * 97 + 1}`]
  const common = () => ['w7']
  say(name, {
    'partitioned rare ms': await time(parted, rare),
    'table per app rare ms': await time(apart, rare),
    'partitioned common ms': await time(parted, common),
    'table per app common ms': await time(apart, common),
  })
}
