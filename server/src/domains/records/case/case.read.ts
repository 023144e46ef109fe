import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

const HoldersRow = z.object({ digest: z.string(), holders: z.number() })

const AppIdRow = z.object({ app_id: z.string() })

/** An app with those of its observables or tasks fields that the reader may read. */
export interface CaseLook {
  app: AppTable
  fieldIds: readonly string[]
}

/** The apps in which some record holds one of the values; whether the reader may see them is asked later. */
export async function appsHolding(tx: TenantTx, digests: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(
    AppIdRow,
    `select distinct app_id from caseloom.record_observable where tenant_id = $1 and digest = any($2::uuid[])`,
    [tx.tenantId, digests],
    'apps-holding',
  )
  return rows.map((row) => row.app_id)
}

export const Holding = z.object({
  app_id: z.string(),
  record_id: z.string(),
  field_id: z.string(),
  kind: z.string(),
  value: z.string(),
  at: z.date(),
})
export type Holding = z.infer<typeof Holding>
const Span = z.object({ records: z.number(), first: z.date().nullable(), last: z.date().nullable() })
/** The page may be empty; what was counted is in its only row then. */
const HoldingRow = z.union([Span.extend(Holding.shape), Span.extend({ record_id: z.null() })])

export interface HoldingPage {
  rows: Holding[]
  records: number
  first: Date | null
  last: Date | null
}

interface HoldingsAsked {
  digests: readonly string[]
  /** Any kind when absent. */
  kind?: string | undefined
  principals: readonly string[]
  after: string | null
  limit: number
}

/** Records that contain an observable value, limited to what the reader may see, newest first, with the total count. */
export async function holdings(
  tx: TenantTx,
  looks: readonly CaseLook[],
  asked: HoldingsAsked,
): Promise<HoldingPage> {
  if (looks.length === 0) return { rows: [], records: 0, first: null, last: null }
  const parts = looks.map(
    ({ app }, at) => `select o.app_id, o.record_id, o.field_id, o.kind, o.value, o.at, o.digest
       from caseloom.record_observable o join ${app.table} t on t.id = o.record_id
      where o.tenant_id = $1 and o.digest = any($2::uuid[]) and o.field_id = any($${at + 7}::uuid[])
        and ($6::text is null or o.kind = $6)
        and t.deleted_at is null and (t.acl is null or t.acl && $3::uuid[])`,
  )
  const rows = await tx.rows(
    HoldingRow,
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
      asked.kind ?? null,
      ...looks.map((look) => look.fieldIds),
    ],
  )
  const [any] = rows
  return {
    rows: rows.flatMap((row) => (row.record_id === null ? [] : [row])),
    records: any?.records ?? 0,
    first: any?.first ?? null,
    last: any?.last ?? null,
  }
}

/** Record ids are made in the order of time, so the newest come first. */
const KEY = `(record_id::text || ' ' || field_id::text || ' ' || digest::text || ' ' || kind)`

/** Values that more records hold than this say nothing about likeness (a public resolver, the own domain). */
const MAX_HOLDERS = 1000
/** Maximum number of index rows that one query reads. */
const MAX_ROWS = 50_000

/** Those of the values that are rare enough to look for, the rarest first. */
export async function rareDigests(tx: TenantTx, digests: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(
    HoldersRow,
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

export const Likeness = z.object({
  id: z.string(),
  app_id: z.string(),
  seq: z.string(),
  title: z.string().nullable(),
  shared: z.number(),
  values: z.array(z.object({ kind: z.string(), value: z.string() })),
})
export type Likeness = z.infer<typeof Likeness>

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
  return tx.rows(
    Likeness,
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

export const OpenTask = z.object({
  app_id: z.string(),
  record_id: z.string(),
  field_id: z.string(),
  task_id: z.string(),
  /** For the cursor: `infinity` without one. */
  due: z.string(),
})
export type OpenTask = z.infer<typeof OpenTask>

/** Open tasks of a user, or of everyone and no one, in the order of their due times, after a place; who may see them is asked later. */
export async function openTasks(
  tx: TenantTx,
  {
    assignee,
    after,
    limit,
  }: { assignee: string | null; after: { due: string; id: string } | null; limit: number },
): Promise<OpenTask[]> {
  return tx.rows(
    OpenTask,
    `select app_id, record_id, field_id, task_id, due::text as due from caseloom.record_task
      where tenant_id = $1 and ${assignee === null ? '$2::uuid is null' : 'assignee = $2'}
        and state in ('todo', 'doing', 'blocked')
        and ($3::timestamptz is null or (due, task_id) > ($3::timestamptz, $4::uuid))
      order by due, task_id limit $5`,
    [tx.tenantId, assignee, after?.due ?? null, after?.id ?? null, limit],
    assignee === null ? 'open-tasks-of-all' : 'open-tasks',
  )
}
