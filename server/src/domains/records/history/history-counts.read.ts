// How many entries the timeline of a record has, by minute and kind.
import { MAX_COUNTED_ENTRIES, TimelineKind } from '@caseloom/contract/records/timeline'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { Parameters } from '../model/parameters.ts'
import { type LinkingApp, visibleSources } from '../reference-fields/link-events.store.ts'

const CountedRow = z.object({ at: z.number(), kind: TimelineKind, count: z.number() })
export type CountedRow = z.infer<typeof CountedRow>

/** What a field of an entry makes of it: a kind of its own, or a part of the change by its actor. */
export type FieldKind = 'sla' | 'tasks' | 'files' | 'links' | 'rest'

export interface CountedHistory {
  recordId: string
  /** The fields that count, by key. */
  fields: ReadonlyMap<string, FieldKind>
  /** The apps whose links count, from records that these principals can see. */
  apps: readonly LinkingApp[]
  principals: readonly string[]
  /** Only entries of this user. */
  by: string | undefined
  clock: 'happened' | 'recorded'
}

/** The user, playbook, or product that did it. */
const BY_ACTOR = `case actor->>'kind' when 'user' then 'people' when 'playbook' then 'runs' else 'record' end`

export async function countEntries(tx: TenantTx, asked: CountedHistory): Promise<CountedRow[]> {
  const parameters = new Parameters()
  const place = `tenant_id = ${parameters.add(tx.tenantId, 'uuid')}
    and record_id = ${parameters.add(asked.recordId, 'uuid')}`
  const of = (actor: string) =>
    asked.by === undefined
      ? ''
      : ` and ${actor}->>'kind' = 'user' and ${actor}->>'id' = ${parameters.add(asked.by, 'text')}`
  const parts = [
    changes(parameters, asked, `${place}${of('actor')}`),
    `(select at, ${BY_ACTOR} from caseloom.comment_event where ${place}${of('actor')}
       order by id desc limit ${MAX_COUNTED_ENTRIES})`,
    `select ${asked.clock}_at, 'attack' from caseloom.attack_event where ${place}${of('by')}`,
    ...(asked.apps.length === 0 ? [] : [links(parameters, asked, `${place}${of('actor')}`)]),
  ]
  return tx.rows(
    CountedRow,
    `select (floor(extract(epoch from at) / 60) * 60)::float8 as at, kind, count(*)::int as count
       from (${parts.join(' union all ')}) as e(at, kind) group by 1, 2`,
    parameters.values,
  )
}

/** An entry counts once for each kind of its fields, and for each clock. What has no field to read counts nowhere. */
function changes(parameters: Parameters, { fields }: CountedHistory, where: string): string {
  const keys = parameters.add([...fields.keys()], 'text[]')
  const kinds = parameters.add([...fields.values()], 'text[]')
  return `select h.at, case when k.kind <> 'rest' then k.kind
      when action in ('merged', 'unmerged') then 'links'
      when action in ('file_added', 'file_removed') then 'files' else ${BY_ACTOR} end
    from (select at, actor, action, changes from caseloom.record_history where ${where}
           order by version desc limit ${MAX_COUNTED_ENTRIES}) h
    cross join lateral (
      select m.kind, case m.kind when 'sla' then m.key end
        from jsonb_array_elements(caseloom.history_changes(h.changes)) c
        join unnest(${keys}, ${kinds}) as m(key, kind) on m.key = c->>'field'
      union select 'rest', null where h.action <> 'updated') as k(kind, key)`
}

function links(parameters: Parameters, { apps, principals }: CountedHistory, where: string): string {
  const sources = visibleSources(parameters, apps, principals)
  return `(select e.at, 'links' from (select id, at, field_id, source_id from caseloom.link_event where ${where}
      order by id desc limit ${MAX_COUNTED_ENTRIES}) e cross join lateral (${sources}) s)`
}
