import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 10_000
/** Of one core: a process above it has requests that should not wait for the collector. */
const IDLE_SHARE = 0.1
const WORTH_BYTES = 16 * 1024 * 1024

/**
 * Gives back what starting or busy hours left behind, in moments in which the process has nothing to do: JavaScript's
 * collector comes when more memory is asked for, and never to who asks for none.
 */
export function collectWhenIdle(): void {
  let cpu = process.cpuUsage()
  let remaining = 0
  setInterval(() => {
    const { user, system } = process.cpuUsage(cpu)
    cpu = process.cpuUsage()
    const isBusy = (user + system) / 1_000 > LOOK_EVERY_MS * IDLE_SHARE
    if (isBusy || getHeapStatistics().total_heap_size < remaining + WORTH_BYTES) return
    collect()
    remaining = getHeapStatistics().total_heap_size
  }, LOOK_EVERY_MS).unref()
}

/** About a tenth of a second. The function comes from a context of its own, so that no other code finds it. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof gc === 'function') gc()
}
