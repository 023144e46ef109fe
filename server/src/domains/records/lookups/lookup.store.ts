import { z } from 'zod'
import { ObservableKind } from '@caseloom/contract/values/case-fields'
import { Verdict } from '@caseloom/contract/values/verdict'
import {
  type Lookup,
  type LookupWrite,
  MAX_FORMER_LOOKUPS,
} from '@caseloom/contract/records/observable-lookups'
import { ActorRef } from '@caseloom/contract/records/records'
import type { SystemScope, TenantTx } from '../../../platform/database/types.ts'

const LookupRow = z.object({
  id: z.string(),
  kind: ObservableKind,
  digest: z.string(),
  value: z.string(),
  source: z.string(),
  verdict: Verdict,
  score: z.number().nullable(),
  summary: z.string(),
  link: z.string().nullable(),
  checked_at: z.date(),
  expires_at: z.date().nullable(),
  by: ActorRef,
})
export type LookupRow = z.infer<typeof LookupRow>

const SourcesRow = z.object({ digest: z.string(), kind: z.string(), sources: z.array(z.string()) })

const COLUMNS = 'id, kind, digest, value, source, verdict, score, summary, link, checked_at, expires_at, by'

export function lookupView(row: LookupRow): Lookup {
  const { source, verdict, score, summary, link, by } = row
  const [checkedAt, expiresAt] = [row.checked_at.toISOString(), row.expires_at?.toISOString() ?? null]
  return { source, verdict, score, summary, link, checkedAt, expiresAt, by }
}

/** The present results on values, newest first. The caller has checked that they may be read. */
export function lookupsOf(tx: TenantTx, digests: readonly string[]): Promise<LookupRow[]> {
  return tx.rows(
    LookupRow,
    `select ${COLUMNS} from caseloom.observable_lookup
      where tenant_id = $1 and digest = any($2::uuid[]) order by checked_at desc, source`,
    [tx.tenantId, digests],
    'observable-lookups',
  )
}

/** The present results on all values, by value; some may not be for the reader. */
export function lookupsAfter(
  tx: TenantTx,
  after: Pick<LookupRow, 'digest' | 'kind' | 'source'> | null,
  limit: number,
): Promise<LookupRow[]> {
  return tx.rows(
    LookupRow,
    `select ${COLUMNS} from caseloom.observable_lookup
      where tenant_id = $1 and ($2::uuid is null or (digest, kind, source) > ($2::uuid, $3::text, $4::text))
      order by digest, kind, source limit $5`,
    [tx.tenantId, after?.digest ?? null, after?.kind ?? null, after?.source ?? null, limit],
  )
}

/** Results on a value that others have replaced, newest first. */
export function formerLookups(tx: TenantTx, one: { kind: string; digest: string }): Promise<LookupRow[]> {
  return tx.rows(
    LookupRow,
    `select ${COLUMNS} from caseloom.observable_lookup_result r
      where tenant_id = $1 and digest = $2 and kind = $3
        and not exists (select from caseloom.observable_lookup l where l.tenant_id = $1 and l.id = r.id
                         and l.digest = $2 and l.kind = $3)
      order by checked_at desc, id desc`,
    [tx.tenantId, one.digest, one.kind],
  )
}

/** The sources that have a result on each of the values. */
export function sourcesOf(tx: TenantTx, digests: readonly string[]) {
  return tx.rows(
    SourcesRow,
    `select digest, kind, array_agg(source) as sources from caseloom.observable_lookup
      where tenant_id = $1 and digest = any($2::uuid[]) group by digest, kind`,
    [tx.tenantId, digests],
  )
}

export type NewLookup = LookupWrite & { id: string; digest: string }

/** Stores results, at most one for each value and source, and drops what is beyond the history. */
export async function writeLookups(tx: TenantTx, lookups: readonly NewLookup[], by: ActorRef): Promise<void> {
  const columns = ['id', 'kind', 'digest', 'value', 'source', 'verdict', 'summary', 'link'] as const
  const values = [
    tx.tenantId,
    tx.now,
    JSON.stringify(by),
    lookups.map(({ score }) => score),
    lookups.map(({ expiresAt }) => expiresAt),
    ...columns.map((column) => lookups.map((one) => one[column])),
  ]
  const given = `select $1::uuid as tenant_id, given.id, given.kind, given.digest, given.value, given.source, given.verdict,
      given.score, given.summary, given.link, $2::timestamptz as checked_at, given.expires_at, $3::jsonb as by
     from unnest($4::int[], $5::timestamptz[], $6::uuid[], $7::text[], $8::uuid[], $9::text[], $10::text[], $11::text[],
       $12::text[], $13::text[])
       as given(score, expires_at, id, kind, digest, value, source, verdict, summary, link)
    order by given.digest, given.kind, given.source`
  // The rows of the present results are locked first: what is stored below is the history of one writer at a time.
  await tx.query(
    `insert into caseloom.observable_lookup (tenant_id, ${COLUMNS}) ${given}
     on conflict (tenant_id, digest, kind, source) do update set id = excluded.id, verdict = excluded.verdict,
       score = excluded.score, summary = excluded.summary, link = excluded.link, checked_at = excluded.checked_at,
       expires_at = excluded.expires_at, by = excluded.by`,
    values,
    'observable-lookups-write',
  )
  await tx.query(
    `insert into caseloom.observable_lookup_result (tenant_id, ${COLUMNS}) ${given}`,
    values,
    'observable-lookup-results-write',
  )
  await trimResults(tx, lookups)
}

async function trimResults(tx: TenantTx, lookups: readonly NewLookup[]): Promise<void> {
  await tx.query(
    `delete from caseloom.observable_lookup_result where id in (
       select old.id from unnest($2::uuid[], $3::text[], $4::text[]) as given(digest, kind, source)
        cross join lateral (select r.id from caseloom.observable_lookup_result r
          where r.tenant_id = $1 and r.digest = given.digest and r.kind = given.kind and r.source = given.source
          order by r.id desc offset ${MAX_FORMER_LOOKUPS + 1}) old)`,
    [
      tx.tenantId,
      lookups.map(({ digest }) => digest),
      lookups.map(({ kind }) => kind),
      lookups.map(({ source }) => source),
    ],
    'observable-lookups-trim',
  )
}

/** Lets the present result of a source expire now; false when it has none that counts. */
export async function expireLookup(
  tx: TenantTx,
  { kind, digest, source }: { kind: string; digest: string; source: string },
): Promise<boolean> {
  const rows = await tx.query(
    `with gone as (update caseloom.observable_lookup set expires_at = $5
        where tenant_id = $1 and digest = $2 and kind = $3 and source = $4
          and (expires_at is null or expires_at > $5) returning id),
      noted as (update caseloom.observable_lookup_result set expires_at = $5 where id in (select id from gone))
     select id from gone`,
    [tx.tenantId, digest, kind, source, tx.now],
  )
  return rows.length > 0
}

const BATCH = 1_000
/** Results on values that no record holds are dropped after this time. */
const UNUSED_DAYS = 90

/** Drops results on values that no record holds any more; returns how many. */
export async function dropUnusedLookups(system: SystemScope): Promise<number> {
  let dropped = 0
  for (let gone = BATCH; gone === BATCH; dropped += gone) {
    const rows = await system.tx((tx) =>
      tx.query(
        `with unused as (select tenant_id, digest, kind, source from caseloom.observable_lookup l
            where checked_at < $1::timestamptz - make_interval(days => ${UNUSED_DAYS})
              and not exists (select from caseloom.record_observable o
                               where o.tenant_id = l.tenant_id and o.digest = l.digest and o.kind = l.kind)
            limit ${BATCH}),
          results as (delete from caseloom.observable_lookup_result r using unused u where r.tenant_id = u.tenant_id
             and r.digest = u.digest and r.kind = u.kind and r.source = u.source)
         delete from caseloom.observable_lookup l using unused u where l.tenant_id = u.tenant_id
            and l.digest = u.digest and l.kind = u.kind and l.source = u.source returning 1`,
        [tx.now],
      ),
    )
    gone = rows.length
  }
  return dropped
}
