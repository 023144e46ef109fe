import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { ActorRef, type RecordView } from '@caseloom/contract/records/records'
import type { Marking } from '@caseloom/contract/values/markings'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { accessTo, mayInApp } from '../model/app-permissions.rules.ts'
import { unjudgedOf } from '../lookups/unjudged.read.ts'
import { markingOfRecords } from '../reading/record-marking.read.ts'
import { recordAt } from '../versions/record-history.read.ts'
import { recordView } from '../model/record-view.ts'
import { FeedPlace } from './changes.read.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** One change of a record's values, before visibility is checked. */
export interface RecordEvent extends FeedPlace {
  at: Date
  kind: 'created' | 'updated' | 'deleted' | 'folded'
  by: ActorRef
  /** Keys of the fields that changed. */
  changed: string[]
  /** After `folded`: how many were folded into the record by then. */
  count?: number
}

/** How far a reader of an app's events has come. */
export const EventPlace = FeedPlace.extend({
  tenantId: z.string(),
  appId: z.string(),
})
export type EventPlace = z.infer<typeof EventPlace>

/** Changes of records in the order of their transactions, for those who react to them. */
export interface RecordEvents {
  /** Those of the places behind which something lies. */
  behind(tx: Tx, places: readonly EventPlace[]): Promise<EventPlace[]>
  /** Events after a place, oldest first; `next` is the place after the last entry read. */
  after(
    tx: TenantTx,
    appId: string,
    place: FeedPlace,
    limit: number,
  ): Promise<{ events: RecordEvent[]; next: FeedPlace; more: boolean }>
  /** The record as it was at a version, as this actor may see it today; null when they may not. */
  at(
    tx: TenantTx,
    actor: Actor,
    place: { appId: string; recordId: string; version: number },
  ): Promise<RecordView | null>
  /** The strictest TLP and PAP of records, regardless of permissions: only to be compared with limits. */
  marking(tx: TenantTx, records: { appId: string; recordIds: readonly string[] }): Promise<Marking>
  /** Those of the observables on which no source has a result that still counts. */
  unjudged<One extends ObservableName>(tx: TenantTx, observables: readonly One[]): Promise<One[]>
}

const Row = FeedPlace.extend({
  at: z.date(),
  action: z.string(),
  actor: ActorRef,
  fields: z.array(z.string()),
  count: z.number().nullable(),
})
type Row = z.infer<typeof Row>

/** What the actions of the history are to those who react; restricting and locking are no changes of values. */
const KINDS: Readonly<Record<string, RecordEvent['kind']>> = {
  created: 'created',
  restored: 'created',
  updated: 'updated',
  deleted: 'deleted',
  folded: 'folded',
}

export function recordEvents({ apps }: Pick<RecordsDeps, 'apps'>): RecordEvents {
  return {
    behind: (tx, places) =>
      tx.rows(
        EventPlace,
        `select p.tenant_id as "tenantId", p.app_id as "appId", p.xid::text, p.record, p.version
           from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::int[])
             as p(tenant_id, app_id, xid, record, version)
          where exists (select from caseloom.record_history h
                         where h.app_id = p.app_id and h.xid >= p.xid::xid8
                           and h.xid < pg_snapshot_xmin(pg_current_snapshot())
                           and (h.xid, h.record_id, h.version) > (p.xid::xid8, p.record, p.version))`,
        [
          places.map((place) => place.tenantId),
          places.map((place) => place.appId),
          places.map((place) => place.xid),
          places.map((place) => place.record),
          places.map((place) => place.version),
        ],
        'record-events-behind',
      ),
    async after(tx, appId, place, limit) {
      const rows = await tx.rows(
        Row,
        `select h.xid::text, h.record_id as record, h.version, h.at, h.action, h.actor,
                array(select c ->> 'field' from jsonb_array_elements(caseloom.history_changes(h.changes)) c
                       where c ->> 'field' not in ('$workflow', '$folded')) as fields,
                case h.action when 'folded' then (select (c ->> 'to')::int from jsonb_array_elements(h.changes) c
                  where c ->> 'field' = '$folded') end as count
           from caseloom.record_history h
          where h.tenant_id = $1 and h.app_id = $2 and h.xid >= $3::xid8
            and h.xid < pg_snapshot_xmin(pg_current_snapshot())
            and (h.xid, h.record_id, h.version) > ($3::xid8, $4::uuid, $5::int)
          order by h.xid, h.record_id, h.version limit $6`,
        [tx.tenantId, appId, place.xid, place.record, place.version, limit],
        'record-events-after',
      )
      const events = rows.flatMap(({ action, actor: by, fields: changed, count, ...row }): RecordEvent[] => {
        const kind = KINDS[action]
        return kind === undefined ? [] : [{ ...row, kind, by, changed, ...(count === null ? {} : { count }) }]
      })
      const { xid, record, version } = rows.at(-1) ?? place
      return { events, next: { xid, record, version }, more: rows.length === limit }
    },
    async at(tx, actor, { appId, recordId, version }) {
      const app = await apps.compiled(tx, appId)
      if (app === null || !mayInApp(actor, 'record:read', app)) return null
      const record = await recordAt(tx, app, recordId, version)
      if (record === null || !mayInApp(actor, 'record:read', app, record)) return null
      return recordView(accessTo(app, actor), record)
    },
    marking: (tx, records) => markingOfRecords({ apps }, tx, records),
    unjudged: unjudgedOf,
  }
}
