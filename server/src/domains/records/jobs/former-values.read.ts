import { z } from 'zod'
import { IdRow, JsonColumn } from '../../../platform/database/rows.ts'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { DoneEntry } from '../job-state/job-shape.ts'

const FormerRow = z.object({ id: z.string(), field: z.string(), was: JsonColumn, since: z.boolean() })

/** The values that a record had before a job changed it. */
export interface Former {
  id: string
  values: Record<string, JsonValue>
  /** Fields that were changed since; they keep their values. */
  changedSince: string[]
}

/** Distinguishes the job's own history entries, and those of its undo, from other people's. */
export interface Own {
  starter: string
  via: string
  from: Date
  to: Date | null
  undoFrom: Date
}

/** Neither the job's own nor of its undoing; the facts of `Own` are the parameters 4 to 8. */
const FOREIGN = `not (h.actor->>'id' = $4 and h.actor->>'via' = $5 and h.at >= $6
            and ($7::timestamptz is null or h.at <= $7))
      and not (coalesce(h.actor->>'via', '') = 'undo' and h.at >= $8)`

/** Reads the values that records had before the job's changes from the history, once per record. */
export async function formerValues(
  tx: TenantTx,
  entries: readonly DoneEntry[],
  { own, fields }: { own: Own; fields: readonly string[] | null },
): Promise<Former[]> {
  const ids = entries.map(([id]) => id)
  const versions = entries.map(([, version]) => version)
  const rows = await tx.rows(
    FormerRow,
    `with given as (select unnest($2::uuid[]) as id, unnest($3::int[]) as version),
      mine as (select distinct on (h.record_id, c->>'field')
           h.record_id as id, c->>'field' as field, c->'from' as was, h.version
         from given g join caseloom.record_history h
           on h.tenant_id = $1 and h.record_id = g.id and h.version = g.version,
           jsonb_array_elements(caseloom.history_changes(h.changes)) c
        order by h.record_id, c->>'field', h.version)
     select m.id, m.field, m.was, exists (
       select from caseloom.record_history h, jsonb_array_elements(caseloom.history_changes(h.changes)) c
        where h.tenant_id = $1 and h.record_id = m.id and h.version > m.version and c->>'field' = m.field
          and ${FOREIGN}) as since
       from mine m`,
    [tx.tenantId, ids, versions, own.starter, own.via, own.from, own.to, own.undoFrom],
  )
  const byId = new Map(
    [...new Set(ids)].map((id): [string, Former] => [id, { id, values: {}, changedSince: [] }]),
  )
  for (const { id, field, was, since } of rows) {
    const one = byId.get(id)
    if (one === undefined || (fields !== null && !fields.includes(field))) continue
    if (since) one.changedSince.push(field)
    else one.values[field] = was
  }
  return [...byId.values()]
}

/** IDs of records that someone else changed after the job did. */
export async function changedByOthers(
  tx: TenantTx,
  entries: readonly DoneEntry[],
  own: Own,
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows(
    IdRow,
    `select distinct h.record_id as id
       from (select unnest($2::uuid[]) as id, unnest($3::int[]) as version) g
       join caseloom.record_history h on h.tenant_id = $1 and h.record_id = g.id and h.version > g.version
      where ${FOREIGN}`,
    [
      tx.tenantId,
      entries.map(([id]) => id),
      entries.map(([, version]) => version),
      own.starter,
      own.via,
      own.from,
      own.to,
      own.undoFrom,
    ],
  )
  return new Set(rows.map(({ id }) => id))
}
