/** Why this process can't write to its database, and since when. */
export interface WriteFault {
  reason: string
  since: Date
}

// One per process, as for metrics: it describes the process itself.
let current: WriteFault | null = null

/** Why this process can't write now; null when its last attempt succeeded. At most some seconds old. */
export function writeFault(): WriteFault | null {
  return current
}

/** Notes how an attempt to write ended; `reason` is null when it succeeded. */
export function noteWrite(reason: string | null): void {
  current = reason === null ? null : { reason, since: current?.since ?? new Date() }
}
