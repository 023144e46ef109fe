import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

/** An app with those of its observables or tasks fields that the reader may read. */
export interface CaseLook {
  app: AppTable
  fieldIds: readonly string[]
}

/** The apps in which some record holds one of the values; whether the reader may see them is asked later. */
export async function appsHolding(tx: TenantTx, digests: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ app_id: string }>(
    `select distinct app_id from caseloom.record_observable where tenant_id = $1 and digest = any($2::uuid[])`,
    [tx.tenantId, digests],
    'apps-holding',
  )
  return rows.map((row) => row.app_id)
}

export interface Holding {
  app_id: string
  record_id: string
  field_id: string
  kind: string
  value: string
  at: Date
}
export interface HoldingPage {
  rows: Holding[]
  records: number
  first: Date | null
  last: Date | null
}

/** Records that contain an observable value, limited to what the reader may see, newest first, with the total count. */
export async function holdings(
  tx: TenantTx,
  looks: readonly CaseLook[],
  asked: { digests: readonly string[]; principals: readonly string[]; after: string | null; limit: number },
): Promise<HoldingPage> {
  if (looks.length === 0) return { rows: [], records: 0, first: null, last: null }
  const parts = looks.map(
    ({ app }, at) => `select o.app_id, o.record_id, o.field_id, o.kind, o.value, o.at, o.digest
       from caseloom.record_observable o join ${app.table} t on t.id = o.record_id
      where o.tenant_id = $1 and o.digest = any($2::uuid[]) and o.field_id = any($${at + 6}::uuid[])
        and t.deleted_at is null and (t.acl is null or t.acl && $3::uuid[])`,
  )
  const rows = await tx.query<Partial<Holding> & { records: number; first: Date | null; last: Date | null }>(
    `with found as materialized (${parts.join(' union all ')}),
      page as (select *, ${KEY} as key from found where $4::text is null or ${KEY} < $4::text
        order by ${KEY} desc limit $5)
     select page.*, s.records, s.first, s.last
       from (select count(distinct record_id)::int as records, min(at) as first, max(at) as last from found) s
       left join page on true order by page.key desc`,
    [
      tx.tenantId,
      asked.digests,
      asked.principals,
      asked.after,
      asked.limit,
      ...looks.map((look) => look.fieldIds),
    ],
  )
  const [any] = rows
  return {
    rows: rows.flatMap((row) => (isHolding(row) ? [row] : [])),
    records: any?.records ?? 0,
    first: any?.first ?? null,
    last: any?.last ?? null,
  }
}

/** Record ids are made in the order of time, so the newest come first. */
const KEY = `(record_id::text || ' ' || field_id::text || ' ' || digest::text || ' ' || kind)`

function isHolding(row: Partial<Holding>): row is Holding {
  return row.record_id !== undefined && row.record_id !== null
}

/** Values that more records hold than this say nothing about likeness (a public resolver, the own domain). */
const MAX_HOLDERS = 1000
/** Maximum number of index rows that one query reads. */
const MAX_ROWS = 50_000

/** Those of the values that are rare enough to look for, the rarest first. */
export async function rareDigests(tx: TenantTx, digests: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ digest: string; holders: number }>(
    `select d.digest, h.holders from unnest($2::uuid[]) as d(digest),
       lateral (select count(*)::int as holders from (select from caseloom.record_observable o
         where o.tenant_id = $1 and o.digest = d.digest limit ${MAX_HOLDERS + 1}) l) h
      where h.holders between 2 and ${MAX_HOLDERS} order by h.holders, d.digest`,
    [tx.tenantId, digests],
    'rare-digests',
  )
  let left = MAX_ROWS
  return rows.flatMap(({ digest, holders }) => {
    left -= holders
    return left >= 0 ? [digest] : []
  })
}

export interface Likeness {
  id: string
  app_id: string
  seq: string
  title: string | null
  shared: number
  values: { kind: string; value: string }[]
}

/** Records that the reader may see with the most of the values in common. */
export async function likeRecords(
  tx: TenantTx,
  looks: readonly CaseLook[],
  asked: {
    recordId: string
    digests: readonly string[]
    principals: readonly string[]
    titles: ReadonlyMap<string, string | null>
    limit: number
  },
): Promise<Likeness[]> {
  if (looks.length === 0 || asked.digests.length === 0) return []
  const parts = looks.map(({ app }, at) => {
    const title = asked.titles.get(app.id) ?? null
    return `select t.id, o.app_id, t.seq, ${title === null ? 'null::text' : `t.${title}`} as title, o.digest, o.kind, o.value
       from caseloom.record_observable o join ${app.table} t on t.id = o.record_id
      where o.tenant_id = $1 and o.digest = any($2::uuid[]) and o.record_id <> $4
        and o.field_id = any($${at + 6}::uuid[])
        and t.deleted_at is null and (t.acl is null or t.acl && $3::uuid[])`
  })
  return tx.query<Likeness>(
    `select id, app_id, seq::text, title, count(distinct digest)::int as shared,
            (jsonb_agg(distinct jsonb_build_object('kind', kind, 'value', value))) as values
       from (${parts.join(' union all ')}) f group by id, app_id, seq, title
      order by shared desc, id desc limit $5`,
    [
      tx.tenantId,
      asked.digests,
      asked.principals,
      asked.recordId,
      asked.limit,
      ...looks.map((look) => look.fieldIds),
    ],
  )
}

export interface OpenTask {
  app_id: string
  record_id: string
  field_id: string
  task_id: string
  /** For the cursor: `infinity` without one. */
  due: string
}

/** Open tasks of a user, or of everyone and no one, in the order of their due times, after a place; who may see them is asked later. */
export async function openTasks(
  tx: TenantTx,
  {
    assignee,
    after,
    limit,
  }: { assignee: string | null; after: { due: string; id: string } | null; limit: number },
): Promise<OpenTask[]> {
  return tx.query<OpenTask>(
    `select app_id, record_id, field_id, task_id, due::text as due from caseloom.record_task
      where tenant_id = $1 and ${assignee === null ? '$2::uuid is null' : 'assignee = $2'}
        and state in ('todo', 'doing', 'blocked')
        and ($3::timestamptz is null or (due, task_id) > ($3::timestamptz, $4::uuid))
      order by due, task_id limit $5`,
    [tx.tenantId, assignee, after?.due ?? null, after?.id ?? null, limit],
    assignee === null ? 'open-tasks-of-all' : 'open-tasks',
  )
}
