import { databaseNow } from '../../../platform/database/clock.ts'
import type { Automation } from '../automation.ts'
import { lookAtRecordEvents } from '../record-events.ts'
import { lookAtDue } from './look-at-due.ts'
import type { MailDeps } from './mail/take-mail.ts'
import { tellFailures } from './on-failure.ts'
import { recordWaits } from '../waits/on-record-wait.ts'
import { recordTriggers } from './on-record-event.ts'

export interface TriggerWorker {
  /** Records changed: looks at them soon. */
  changed(): void
  /** Runs failed: tells of them soon. */
  failed(): void
  stop(): Promise<void>
}

const LOOK_MS = 1_000
/** Signals come with every change of a record; one look serves all of a moment. */
const CALM_MS = 100

/** Works off what triggers owe, in this process: schedules and polls, changes of records, failed runs. */
export function startTriggerWorker(
  automation: Automation,
  keepFile: MailDeps['keepFile'] = noFiles,
): TriggerWorker {
  const { log } = automation
  const all = { ...automation, handlers: [recordTriggers(automation), recordWaits(automation)] }
  const guard = async (work: Promise<unknown>, what: string): Promise<void> => {
    await work.catch((err: unknown) => log.warn({ err }, what))
  }
  const due = startLoop(() =>
    guard(
      lookAtDue({ ...automation, keepFile }, new Date(databaseNow())),
      'due triggers are looked at later',
    ),
  )
  const records = startLoop(() => guard(lookAtRecordEvents(all), 'events of records are looked at later'))
  const failures = startLoop(() => guard(tellFailures(automation), 'failed runs are told later'))
  return {
    changed: records.wake,
    failed: failures.wake,
    stop: async () => {
      await Promise.all([due.stop(), records.stop(), failures.stop()])
    },
  }
}

/** Where nothing takes mail in. */
async function noFiles(): Promise<never> {
  throw new Error('This process keeps no files of mails')
}

function startLoop(look: () => Promise<void>) {
  let turn: Promise<void> | null = null
  let again = false
  let stopped = false
  let calm: NodeJS.Timeout | undefined
  const go = (): void => {
    calm = undefined
    if (stopped) return
    if (turn !== null) {
      again = true
      return
    }
    again = false
    turn = look().finally(() => {
      turn = null
      if (again) wake()
    })
  }
  const wake = (): void => {
    calm ??= setTimeout(go, CALM_MS)
  }
  const timer = setInterval(wake, LOOK_MS)
  timer.unref()
  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      clearTimeout(calm)
      await turn
    },
  }
}
