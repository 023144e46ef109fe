import { fail } from '../errors.ts'

/** Bytes of request bodies that one process holds in memory at a time; files are streamed and don't count. */
export const MAX_BODY_MEMORY = 64 * 1024 * 1024
/** The share of it that bodies of callers without a session and without a tenant may fill. */
const STRANGERS_SHARE = 0.125

/** Memory that one request takes for its body. */
export interface BodyLease {
  /** Throws request.too_many when the memory of the process, or this tenant's part of it, is used up. */
  take(bytes: number): void
  release(): void
}

export interface BodyMemory {
  /** `tenantId` is null for a request outside of any tenant; `stranger` when no one has been authenticated. */
  lease(of: { tenantId: string | null; stranger: boolean }): BodyLease
  bytesInFlight(): number
}

/**
 * Shares the memory for request bodies. A tenant may hold as much as is still free: one that floods gets half of it, and
 * some always remains for the next.
 */
export function createBodyMemory(max = MAX_BODY_MEMORY): BodyMemory {
  const held = new Map<string, number>()
  let total = 0
  const add = (holder: string, bytes: number) => {
    total += bytes
    const left = (held.get(holder) ?? 0) + bytes
    if (left > 0) held.set(holder, left)
    else held.delete(holder)
  }
  return {
    bytesInFlight: () => total,
    lease({ tenantId, stranger }) {
      const holder = tenantId ?? (stranger ? 'strangers' : 'people')
      const most = holder === 'strangers' ? max * STRANGERS_SHARE : max
      let mine = 0
      return {
        take(bytes) {
          const wanted = (held.get(holder) ?? 0) + bytes
          if (wanted > Math.min(most, max - total)) {
            throw fail('request.too_many', {
              detail: 'The server is receiving too many large requests. Try again in a few seconds.',
              retryAfter: 5,
            })
          }
          mine += bytes
          add(holder, bytes)
        },
        release() {
          add(holder, -mine)
          mine = 0
        },
      }
    },
  }
}
