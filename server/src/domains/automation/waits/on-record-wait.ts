import type { JsonObject } from '@caseloom/contract/kernel/json'
import { isTruthy } from '@caseloom/playbook/to-boolean'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { plainRecord, touchedRecords } from '../effects/effect-of.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { RecordEvent, RecordEventHandler } from '../intake/record-events.ts'
import { type ActorOf, actorOfRun } from '../run-model/run-actor.ts'
import { runRow } from '../run-model/run.store.ts'
import type { Versions } from '../playbooks/versions.ts'
import { EventInput, resumeWait, meets, type RecordAnswer } from './wait-for-records.ts'
import { hasSubjects, subjectsOf, type WaitSubject } from './wait-subject.store.ts'
import type { Waits } from './waits.ts'

export interface RecordWaitEventsDeps {
  records: Pick<RecordsDoor, 'events' | 'searchRecords'>
  versions: Versions
  expressions: Pick<Expressions, 'evaluate'>
  actorOf: ActorOf
  waits: Pick<Waits, 'answer'>
}

/** Gives runs that wait for a change of records their answer: the first change that fits, as the run may see it. */
export function recordWaits(deps: RecordWaitEventsDeps): RecordEventHandler {
  return {
    wants: hasSubjects,
    async look(scope, appId, events) {
      const subjects = await scope.read((tx) =>
        subjectsOf(tx, appId, [...new Set(events.map((one) => one.record))]),
      )
      const answers: { waitId: string; answer: RecordAnswer }[] = []
      for (const subject of subjects) {
        const answer = await answerFor(deps, scope, subject, events)
        if (answer !== null) answers.push({ waitId: subject.wait_id, answer })
      }
      if (answers.length === 0) return null
      const answering = { answer: deps.waits.answer }
      return async (tx: TenantTx) => {
        for (const { waitId, answer } of answers) await resumeWait(answering, tx, waitId, answer)
      }
    },
  }
}

async function answerFor(
  deps: RecordWaitEventsDeps,
  scope: TenantScope,
  subject: WaitSubject,
  events: readonly RecordEvent[],
): Promise<RecordAnswer | null> {
  const mine = events.filter((event) => concerns(subject, event))
  if (mine.length === 0) return null
  const row = await scope.read((tx) => runRow(tx, subject.run_id))
  if (row === null) return null
  const actor = await actorOfRun(deps.actorOf, scope, row, await deps.versions.get(scope, row.version_id))
  if (actor === null) return null
  for (const event of mine) {
    const place = { appId: subject.app_id, recordId: event.record }
    const { record, previous } = await scope.read(async (tx) => ({
      record: await deps.records.events.at(tx, actor, { ...place, version: event.version }),
      previous:
        event.kind === 'updated'
          ? await deps.records.events.at(tx, actor, { ...place, version: event.version - 1 })
          : null,
    }))
    // What the run may not see is nothing to it.
    if (record === null) continue
    if (subject.kind === 'condition') {
      if (event.kind === 'deleted') continue
      const met = await meets(deps, scope, actor, { input: subject.input, record })
      if (met !== null) return met
      continue
    }
    const { kind, id, name } = event.by
    const output: JsonObject = {
      timedOut: false,
      event: event.kind,
      record: plainRecord(record),
      ...(previous === null ? {} : { previous: plainRecord(previous) }),
      changed: event.changed.filter((field) => Object.hasOwn(record.fields, field)),
      by: { kind, id, name },
    }
    const touched = touchedRecords(previous === null ? [record] : [record, previous])
    if (await holds(deps, subject, output)) return { output, touched }
  }
  return null
}

function concerns({ kind, input, record_id: record, since }: WaitSubject, event: RecordEvent): boolean {
  if (record !== null && record !== event.record) return false
  if (kind === 'condition') return true
  const { on, fields } = EventInput.parse(input)
  if (!on.includes(event.kind) || event.at < since) return false
  return event.kind !== 'updated' || fields === undefined || fields.some((one) => event.changed.includes(one))
}

/** A condition that can't be evaluated doesn't hold, so the step continues waiting. */
async function holds(
  deps: RecordWaitEventsDeps,
  { input }: WaitSubject,
  event: JsonObject,
): Promise<boolean> {
  const { when } = EventInput.parse(input)
  if (when === undefined) return true
  const [verdict] = await deps.expressions.evaluate(when, [{ event }])
  return verdict?.ok === true && isTruthy(verdict.value)
}
