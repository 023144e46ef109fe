import type { Filled } from './records-import.ts'

/** One operation at one size. */
export interface Measured {
  name: string
  p50: number
  p95: number
  cpuMs: number
  /** The same work as plain SQL over one connection; absent where there is none. */
  rawMs?: number
  goalMs?: number
  peers: string
}
/** All operations at one size. */
export interface AtSize {
  rows: number
  /** Null where all that was added was copied by SQL. */
  filled: Filled | null
  ops: Measured[]
  /** Lists with a total by ten concurrent users; null when the time was up. */
  tenUsersPerSecond: number | null
  addFieldMs: number | null
}
