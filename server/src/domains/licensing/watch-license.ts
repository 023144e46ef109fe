import type { Log } from '../../platform/telemetry/log.ts'
import { nextTurn } from './license.rules.ts'
import { licenseChanged } from './licensing.events.ts'
import type { LicensingParts } from './licensing-parts.ts'

/** The longest delay of a timer; later times are checked again then. */
const LONGEST_MS = 24 * 60 * 60 * 1000
const AGAIN_MS = 5_000

export interface LicenseWatch {
  /** The license may be another one now: looks when it turns next. */
  look(): void
  stop(): void
}

/** Sets one timer for the moment at which the license changes state by time alone; then everyone reads it again. */
export function watchLicense(parts: LicensingParts, log: Log): LicenseWatch {
  let timer: NodeJS.Timeout | undefined
  let turn = 0
  const set = (ms: number, then: () => Promise<void>) => {
    clearTimeout(timer)
    timer = setTimeout(() => void then(), Math.max(0, Math.min(ms, LONGEST_MS)))
    timer.unref()
  }
  const arm = async (): Promise<void> => {
    turn += 1
    const mine = turn
    try {
      const at = nextTurn(await parts.current.get(), new Date())
      if (mine !== turn || at === null) return
      const left = at - Date.now()
      set(left, left > LONGEST_MS ? arm : () => announce(mine))
    } catch (err) {
      log.warn({ err }, 'failed to read the license')
      if (mine === turn) set(AGAIN_MS, arm)
    }
  }
  const announce = async (mine: number): Promise<void> => {
    try {
      await parts.system.tx(async (tx) => tx.announce(licenseChanged(tx.now)))
      if (mine === turn) await arm()
    } catch (err) {
      log.warn({ err }, 'failed to announce license change')
      if (mine === turn) set(AGAIN_MS, () => announce(mine))
    }
  }
  return {
    look() {
      clearTimeout(timer)
      void arm()
    },
    stop() {
      turn += 1
      clearTimeout(timer)
    },
  }
}
