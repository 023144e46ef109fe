import { type Config, strangeSettings } from '../platform/config.ts'
import { StartError } from '../platform/start-error.ts'
import { collectWhenIdle } from '../platform/idle-gc.ts'
import { type FromRole, ToRole } from './messages.ts'

/** A started web or worker process, as `compose.ts` gives it. */
export type Started = {
  address: string
  /** How long `stop` may wait for work under way, beyond what closing takes; 0 when absent. */
  drainMs?: number
  stop(): Promise<void>
}

const STOP_WITHIN_MS = 8_000
const STOP_WITHOUT_LAUNCHER_MS = 2_000
/** One interrupt may arrive twice; a later one means that no one wants to wait. */
const SAME_SIGNAL_MS = 700

/**
 * Runs one web or worker process until its launcher or a signal stops it, or the launcher ends: it must not continue
 * without it (a new launch would start a second one beside it).
 */
export async function runRole(
  readConfig: () => Config,
  start: (config: Config) => Promise<Started>,
): Promise<void> {
  let started: Started | undefined
  let stoppingSince: number | undefined
  const stop = (code: number, withinMs: number) => {
    if (stoppingSince !== undefined) return
    stoppingSince = performance.now()
    setTimeout(() => process.exit(code), withinMs).unref()
    void (started?.stop() ?? Promise.resolve()).then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  const stopInOrder = () => stop(0, STOP_WITHIN_MS + (started?.drainMs ?? 0))
  const onSignal = () => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
    stopInOrder()
  }
  process.on('message', (raw) => {
    if (ToRole.safeParse(raw).success) stopInOrder()
  })
  process.on('disconnect', () => {
    // Its launcher is gone in the middle of a stop, too: what is left may not outlive it.
    setTimeout(() => process.exit(1), STOP_WITHOUT_LAUNCHER_MS).unref()
    stop(1, STOP_WITHOUT_LAUNCHER_MS)
  })
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  warnOfStrangeSettings()
  try {
    started = await start(readConfig())
  } catch (error) {
    await refuse(error)
    return
  }
  await send({ type: 'ready', address: started.address })
  collectWhenIdle()
}

async function refuse(error: unknown): Promise<never> {
  if (error instanceof StartError) {
    console.error(`${error.message}\n→ ${error.next}`)
    await send({ type: 'failed', message: error.message, next: error.next })
  } else console.error(error)
  process.exit(1)
}

/** Under a launcher, which reads the same environment, its terminal says so. */
function warnOfStrangeSettings(): void {
  if (process.send === undefined) for (const line of strangeSettings(process.env)) console.error(`! ${line}`)
}

function send(message: FromRole): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve())
    else {
      if (message.type === 'ready') console.log(`Listening on ${message.address}`)
      resolve()
    }
  })
}
