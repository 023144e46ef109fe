import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { HistoryEntry, RecordPage, RecordView } from '@caseloom/contract/records/records'
import type { SystemScope, TenantScope } from '../../platform/database/types.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { aggregateRecords } from './reading/aggregate-records.ts'
import type { Aggregate, AggregateCommand } from './reading/aggregate-shape.ts'
import { changeMany, type ManyAnswer, type ManyCommand } from './writing/change-many.ts'
import {
  type CreateCommand,
  type CreatedView,
  createRecord,
  type UpdateCommand,
  updateRecord,
  type UpsertCommand,
  upsertRecord,
  type UpsertView,
} from './writing/change-record.ts'
import { Backfills } from './computed/backfill-records.ts'
import { deleteRecord } from './writing/delete-records.ts'
import { type RecordEvents, recordEvents } from './feed/record-events.ts'
import { getRecord } from './reading/get-record.ts'
import { maintainRecords } from './records-retention.ts'
import { type RecordTouches, recordTouches } from './reading/record-touches.ts'
import { type HistoryCommand, recordHistory } from './history/record-history.ts'
import { type SearchCommand, searchRecords } from './reading/search-records.ts'
import { SearchReindex } from './indexing/reindex-search.ts'
import { WriteQueue } from './writing/write-queue.ts'
import type { RecordsDeps } from './model/records-deps.ts'
import type { RecordPlace } from './model/record-shape.ts'

/**
 * What other domains may ask of records. `appId` is an app's id or key. Changes by playbooks carry an `operationKey`
 * (run id and step path): the same key again answers what was done the first time, and changes nothing.
 */
export interface RecordsDoor {
  /** Throws request.invalid with every fault, record.duplicate_value, right.missing, resource.not_found. */
  createRecord(scope: TenantScope, actor: Actor, command: CreateCommand): Promise<CreatedView>
  /** Also throws resource.version_conflict with both values of each field, when a version was given. */
  updateRecord(scope: TenantScope, actor: Actor, command: UpdateCommand): Promise<RecordView>
  /** Creates or updates the record that has all values of `match`: unique fields only, none empty. */
  upsertRecord(scope: TenantScope, actor: Actor, command: UpsertCommand): Promise<UpsertView>
  /** Many changes in transactions of 1,000, for imports; a fault of one is its answer and leaves the others alone. */
  changeMany(scope: TenantScope, actor: Actor, command: ManyCommand): Promise<ManyAnswer[]>
  getRecord(scope: TenantScope, actor: Actor, place: RecordPlace): Promise<RecordView>
  /** Throws field.unknown for fields that are missing or unreadable. */
  searchRecords(
    scope: TenantScope,
    actor: Actor,
    command: SearchCommand & { appId: string },
  ): Promise<RecordPage>
  /** Counts or measures by value or steps of time; throws as searchRecords does. */
  aggregateRecords(scope: TenantScope, actor: Actor, command: AggregateCommand): Promise<Aggregate>
  deleteRecord(scope: TenantScope, actor: Actor, place: RecordPlace): Promise<void>
  recordHistory(
    scope: TenantScope,
    actor: Actor,
    command: HistoryCommand,
  ): Promise<{ items: HistoryEntry[]; next: string | null }>
  /** Changes of records as they come, for those who react to them. */
  readonly events: RecordEvents
  /** Who may read today what values that were passed on came from. */
  readonly touches: RecordTouches
  /** Makes the coming months' history partitions and forgets old operations; at start and once a day. */
  keep(system: SystemScope): Promise<void>
}

/** Builds the door on that of apps; one per process, since it holds the queue of writes. */
export function createRecordsDoor(needs: RecordsDeps & { log?: Pick<Log, 'warn'> }): RecordsDoor {
  const { apps } = needs
  const reworks = new Backfills(needs)
  apps.reworks.watch((scope, appId) => reworks.start(scope, appId))
  const deps = { apps, queue: new WriteQueue({ apps }), refills: new SearchReindex(needs) }
  return {
    createRecord: (scope, actor, command) => createRecord(deps, scope, actor, command),
    updateRecord: (scope, actor, command) => updateRecord(deps, scope, actor, command),
    upsertRecord: (scope, actor, command) => upsertRecord(deps, scope, actor, command),
    changeMany: (scope, actor, command) => changeMany(deps, scope, actor, command),
    getRecord: (scope, actor, place) => getRecord(deps, scope, actor, place),
    searchRecords: (scope, actor, command) => searchRecords(deps, scope, actor, command),
    aggregateRecords: (scope, actor, command) => aggregateRecords(deps, scope, actor, command),
    deleteRecord: (scope, actor, place) => deleteRecord(deps, scope, actor, place),
    recordHistory: (scope, actor, command) => recordHistory(deps, scope, actor, command),
    events: recordEvents({ apps }),
    touches: recordTouches(deps),
    keep: maintainRecords,
  }
}
