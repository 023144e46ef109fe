/** Counts attempts by a key within a window; platform/http/throttle.ts makes one that all processes share. */
export interface Throttle {
  /** Takes one attempt; throws request.too_many with the seconds to wait when none is left. */
  take(key: string): Promise<void>
  /** Gives one attempt back: it was a good one. */
  giveBack(key: string): Promise<void>
}
