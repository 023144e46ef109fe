import { CommentView } from '@caseloom/contract/records/comments'
import type { AttackEventView } from '@caseloom/contract/records/attack-events'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FileView } from '@caseloom/contract/records/files'
import type { Touch } from '@caseloom/contract/records/touches'
import type { TenantScope } from '../../platform/database/types.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { runIdempotent } from '../../platform/idempotency/run-once.ts'
import { type AddEventCommand, addAttackEvent } from './attack-events/write-attack-event.ts'
import type { CommentsDeps } from './comments/comments-deps.ts'
import { addComment } from './comments/write-comment.ts'
import { deleteRecord } from './writing/delete-records.ts'
import { getRecord } from './reading/get-record.ts'
import { type MergeCommand, mergeRecords } from './merge/merge-records.ts'
import { SearchReindex } from './indexing/reindex-search.ts'
import { lockRecord, unlockRecord } from './permissions/lock-record.ts'
import { changeFound, type FoundCommand, type Tally } from './steps/change-found.ts'
import { type ClockCommand, controlClock } from './steps/control-clock.ts'
import { keepFiles, type MadeFile } from './steps/keep-files.ts'
import { type SendableFile, sendableFiles } from './steps/sendable-files.ts'
import type { RecordPlace } from './model/record-shape.ts'
import { createObservableStepsDoor, type ObservableStepsDoor } from './observable-steps.door.ts'
import type { Warnings } from './warning-lists/check-observables.ts'

/** A place with the key of the step: the same key again does nothing. */
type Keyed<Command> = Command & { operationKey: string }

/**
 * What steps of playbooks do to records besides writing them (records.door.ts), each once under its key, with the
 * permissions of the actor. Throws like the same operations of people.
 */
export interface RecordStepsDoor {
  deleteRecord(scope: TenantScope, actor: Actor, command: Keyed<RecordPlace>): Promise<void>
  /** Changes all records that a filter finds; faults of single ones are counted. */
  changeFound(scope: TenantScope, actor: Actor, command: FoundCommand): Promise<Tally>
  /** Answers the id of the comment. */
  comment(
    scope: TenantScope,
    actor: Actor,
    command: Keyed<RecordPlace & { text: string }>,
  ): Promise<{ id: string }>
  attackEvent(scope: TenantScope, actor: Actor, command: Keyed<AddEventCommand>): Promise<AttackEventView>
  lock(
    scope: TenantScope,
    actor: Actor,
    command: Keyed<RecordPlace & { reason?: string | undefined }>,
  ): Promise<RecordView>
  unlock(scope: TenantScope, actor: Actor, command: Keyed<RecordPlace>): Promise<RecordView>
  /** Takes records into one; a repetition answers the record as it is. */
  merge(scope: TenantScope, actor: Actor, command: Keyed<MergeCommand>): Promise<RecordView>
  clock(scope: TenantScope, actor: Actor, command: ClockCommand): Promise<RecordView>
  readonly observables: ObservableStepsDoor
  /** Files that the actor may pass on; ids of the others are missing. */
  sendable(
    scope: TenantScope,
    actor: Actor,
    ids: readonly string[],
  ): Promise<{ found: SendableFile[]; missing: string[] }>
  /** Stores what a step made as files of the actor, with what they were made from. */
  keepFiles(
    scope: TenantScope,
    actor: Actor,
    command: Keyed<{ made: readonly MadeFile[]; touches: readonly Touch[] }>,
  ): Promise<FileView[]>
}

const Written = CommentView.pick({ id: true })

/** Builds the door; it keeps nothing between calls. */
export function createRecordStepsDoor(
  needs: CommentsDeps & { files: Pick<FileStore, 'put'>; warnings?: Warnings },
): RecordStepsDoor {
  const deps = { ...needs, refills: new SearchReindex(needs) }
  return {
    async deleteRecord(scope, actor, { operationKey, ...place }) {
      await runIdempotent(scope, operationKey, { work: (taking) => deleteRecord(deps, taking, actor, place) })
    },
    changeFound: (scope, actor, command) => changeFound(deps, scope, actor, command),
    async comment(scope, actor, { operationKey, text: body, ...place }) {
      const memo = await runIdempotent(scope, operationKey, {
        work: (taking) => addComment(deps, taking, actor, { ...place, body }),
        memo: (view) => ({ id: Written.parse(view).id }),
      })
      return Written.parse(memo)
    },
    attackEvent: (scope, actor, command) => addAttackEvent(deps, scope, actor, command),
    async lock(scope, actor, { operationKey, ...command }) {
      await runIdempotent(scope, operationKey, {
        work: (taking) => lockRecord(deps, taking, actor, { ...command, ip: null }),
      })
      return getRecord(deps, scope, actor, command)
    },
    async unlock(scope, actor, { operationKey, ...command }) {
      await runIdempotent(scope, operationKey, {
        work: (taking) => unlockRecord(deps, taking, actor, { ...command, ip: null }),
      })
      return getRecord(deps, scope, actor, command)
    },
    async merge(scope, actor, { operationKey, ...command }) {
      await runIdempotent(scope, operationKey, {
        work: (taking) => mergeRecords(deps, taking, actor, command),
      })
      return getRecord(deps, scope, actor, command)
    },
    clock: (scope, actor, command) => controlClock(deps, scope, actor, command),
    observables: createObservableStepsDoor(needs),
    sendable: (scope, actor, ids) => sendableFiles(deps, scope, actor, ids),
    keepFiles: (scope, actor, command) => keepFiles(deps, scope, actor, command),
  }
}
