import { type Ground, say } from './storage-ground.ts'

const SHARES = [0, 1, 30]
const PRINCIPALS = 20

/**
 * Restricted records: compares a list of principals in the row (null means open) with rows of a side table, for a user
 * with twenty principals, one of which is on a twentieth of the lists.
 */
export async function measureAccess(ground: Ground): Promise<void> {
  process.stdout.write('restricted records\n')
  for (const share of SHARES) {
    await makeAccess(ground, share)
    await measureKind(ground, `acl column, ${share} % restricted`, 'guarded', {
      open: 't.acl is null',
      mine: 't.acl is not null and t.acl && $1::uuid[]',
    })
    await measureKind(ground, `side table, ${share} % restricted`, 'plain', {
      open: 'not t.restricted',
      mine: 't.restricted and exists (select from access a where a.record = t.id and a.principal = any($1::uuid[]))',
    })
  }
}

async function makeAccess({ query }: Ground, share: number): Promise<void> {
  await query('drop table if exists guarded, plain, access')
  const list = `array[md5((n % 400)::text)::uuid, md5((n % 400 + 1)::text)::uuid, md5((n % 400 + 2)::text)::uuid]`
  await query(
    `create table guarded as select id, n, severity, status, at,
        case when (n * 37) % 100 < ${share} then ${list} end as acl from record`,
  )
  await query(
    'create table plain as select id, n, severity, status, at, acl is not null as restricted from guarded',
  )
  await query('create table access as select id as record, unnest(acl) as principal from guarded')
  for (const table of ['guarded', 'plain']) {
    const open = table === 'guarded' ? 'acl is null' : 'not restricted'
    await query(`alter table ${table} add primary key (id)`)
    await query(`create index on ${table} (at, id)`)
    await query(`create index on ${table} (severity, status) where ${open}`)
    await query(`create index on ${table} (id) where not (${open})`)
  }
  await query('alter table access add primary key (record, principal)')
  await query('create index on access (principal, record)')
  for (const table of ['guarded', 'plain', 'access']) await query(`vacuum (analyze) ${table}`)
}

async function measureKind(
  { time, bytes }: Ground,
  name: string,
  table: 'guarded' | 'plain',
  { open, mine }: { open: string; mine: string },
): Promise<void> {
  const principals = Array.from({ length: PRINCIPALS }, (_, n) => n * 20)
  const who = `(select array_agg(md5(p::text)::uuid) from unnest('{${principals.join(',')}}'::int[]) p)::uuid[]`
  const bound = (text: string) => text.replaceAll('$1::uuid[]', who)
  const two = `t.severity = 'high' and t.status = 'open'`
  say(name, {
    'bytes per record':
      table === 'guarded' ? await bytes('guarded') : (await bytes('plain')) + (await bytes('access')),
    'list ms': await time(
      bound(
        `select t.* from ${table} t where ${two} and (${open} or ${mine}) order by t.at desc, t.id desc limit 50`,
      ),
    ),
    'count ms': await time(
      bound(`select (select count(*) from ${table} t where ${two} and ${open})
               + (select count(*) from ${table} t where ${two} and ${mine})`),
    ),
    'search ms': await time(
      bound(`with hits as materialized (select record from words_1 where tsv @@ $1::tsquery limit 20000)
        select t.id from hits join ${table} t on t.id = hits.record
         where (${open} or ${mine}) order by t.at desc, t.id desc limit 50`),
      (run) => [`w${10_000 + run}`],
    ),
  })
}
