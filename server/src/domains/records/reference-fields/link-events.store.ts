import { z } from 'zod'
import { ActorRef } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { Parameters } from '../model/parameters.ts'
import type { AppTable } from '../model/record-shape.ts'
import { titleSql } from './links.store.ts'

/** A link that came or went, for the history of the record that it leads to. */
export interface NewLinkEvent {
  appId: string
  target: string
  field: string
  source: string
  at: Date
  actor: ActorRef
  action: 'linked' | 'unlinked'
}

/** Writes them in their order; a link of a record to itself is in its own history already. */
export async function insertLinkEvents(tx: TenantTx, events: readonly NewLinkEvent[]): Promise<void> {
  const rows = events
    .filter(({ source, target }) => source !== target)
    .map((event) => ({ ...event, id: newId() }))
  if (rows.length === 0) return
  await tx.query(
    `insert into caseloom.link_event (tenant_id, id, app_id, record_id, field_id, source_id, at, actor, action)
     select $1, w.id, w."appId", w.target, w.field, w.source, w.at, w.actor, w.action
       from jsonb_to_recordset($2::jsonb) as w(id uuid, "appId" uuid, target uuid, field uuid, source uuid,
         at timestamptz, actor jsonb, action text)`,
    [tx.tenantId, JSON.stringify(rows)],
  )
}

/** One of them, with the record that links. */
export const LinkEvent = z.object({
  id: z.string(),
  field: z.string(),
  at: z.date(),
  actor: ActorRef,
  action: z.enum(['linked', 'unlinked']),
  source: z.string(),
  seq: z.string(),
  title: z.string().nullable(),
})
export type LinkEvent = z.infer<typeof LinkEvent>

/** An app whose records may link here, with the fields that do. */
export interface LinkingApp {
  far: AppTable
  fields: readonly string[]
}

/** Links to a record before an event (all when null), newest first, from records that these principals can see. */
export async function linkEventsBefore(
  tx: TenantTx,
  recordId: string,
  { apps, principals }: { apps: readonly LinkingApp[]; principals: readonly string[] },
  page: { before: string | null; until?: string | undefined; limit: number },
): Promise<LinkEvent[]> {
  if (apps.length === 0) return []
  const parameters = new Parameters()
  const sources = visibleSources(parameters, apps, principals)
  const before = page.before === null ? '' : ` and e.id < ${parameters.add(page.before, 'uuid')}`
  const until = page.until === undefined ? '' : ` and e.at < ${parameters.add(page.until, 'timestamptz')}`
  return tx.rows(
    LinkEvent,
    `select e.id, e.field_id as field, e.at, e.actor, e.action, s.id as source, s.seq, s.title
       from caseloom.link_event e cross join lateral (${sources}) s
      where e.tenant_id = ${parameters.add(tx.tenantId, 'uuid')}
        and e.record_id = ${parameters.add(recordId, 'uuid')}${before}${until}
      order by e.id desc limit ${page.limit}`,
    parameters.values,
  )
}

/** SQL of the records that made the links of `e`, as far as these principals can see them. */
export function visibleSources(
  parameters: Parameters,
  apps: readonly LinkingApp[],
  principals: readonly string[],
): string {
  const readers = parameters.add(principals, 'uuid[]')
  const sources = apps.map(
    ({ far, fields }) =>
      `select t.id, t.seq::text as seq, ${titleSql(far)} as title from ${far.table} t
        where e.field_id = any(${parameters.add(fields, 'uuid[]')}) and t.id = e.source_id
          and t.deleted_at is null and (t.acl is null or t.acl && ${readers})`,
  )
  return sources.join(' union all ')
}
