import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What a start leaves behind is garbage by then, and requests have had their turn. */
const AFTER_MS = 10_000

/** Gives back, once, what starting took: nothing else would collect it while a process has nothing to do. */
export function tidyMemoryLater(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    // A new context has the function; the process itself keeps none that code could call.
    const collect: unknown = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    if (typeof collect === 'function') collect()
  }, AFTER_MS).unref()
}
