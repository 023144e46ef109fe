// All kinds of triggers together: planning, overview, buttons, forms, and the worker for what is due.
import {
  createWorkLoop,
  type WorkLoop,
  type WorkLoopOptions,
} from '../../../platform/scheduling/work-loop.ts'
import { beginArrivals } from '../arrivals/arrival.store.ts'
import { type ArrivalDeps, enrichArrivals } from '../arrivals/enrich-arrivals.ts'
import { lookAtRecordEvents, type RecordEventsDeps } from '../intake/record-events.ts'
import { DUE_BATCH, type DueTriggerDeps, runDueTriggers } from './run-due-triggers.ts'
import type { MailDeps } from '../mail/take-mail.ts'
import { type FailureDeps, notifyFailures } from './on-failure.ts'
import { type RecordWaitEventsDeps, recordWaits } from '../waits/on-record-wait.ts'
import { type RecordTriggerDeps, recordTriggers } from './on-record-event.ts'

export interface TriggerWorker {
  /** Records changed: process them soon. */
  changed(): void
  /** Runs failed: report them soon. */
  failed(): void
  stop(): Promise<void>
}

export type TriggerWorkerDeps = Omit<DueTriggerDeps, 'keepFile'> &
  Omit<RecordEventsDeps, 'handlers'> &
  RecordTriggerDeps &
  RecordWaitEventsDeps &
  ArrivalDeps &
  FailureDeps

const LOOK_MS = 1_000
/** Signals come with every change of a record; one look serves all of a moment. */
const CALM_MS = 100

/** Works off what triggers owe, in this process: schedules and polls, changes of records, failed runs. */
export function startTriggerWorker(
  automation: TriggerWorkerDeps,
  keepFile: MailDeps['keepFile'] = noFiles,
): TriggerWorker {
  const { log } = automation
  const all = {
    ...automation,
    handlers: [recordTriggers(automation), recordWaits(automation), enrichArrivals(automation)],
  }
  const loopOf = (name: string, look: WorkLoopOptions['look']): WorkLoop => {
    const loop = createWorkLoop({ name, everyMs: LOOK_MS, calmMs: CALM_MS, look, log })
    loop.start()
    return loop
  }
  const due = loopOf(
    'triggers',
    async (now) => (await runDueTriggers({ ...automation, keepFile }, now)) === DUE_BATCH,
  )
  const records = loopOf('record-events', async () => {
    await beginArrivals(automation.system)
    await lookAtRecordEvents(all)
  })
  const failures = loopOf('failures', () => notifyFailures(automation))
  return {
    changed: () => records.wake(),
    failed: () => failures.wake(),
    stop: async () => {
      await Promise.all([due.stop(), records.stop(), failures.stop()])
    },
  }
}

/** Where nothing takes mail in. */
async function noFiles(): Promise<never> {
  throw new Error('This process can’t store email files')
}
