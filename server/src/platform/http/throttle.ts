import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { SystemScope } from '../database/types.ts'
import { fail } from '../errors.ts'

export interface ThrottleRule {
  /** Distinguishes this counter from others, for example `login-ip`. */
  name: string
  /** Attempts per window. */
  points: number
  /** Length of the window, which starts with its first attempt. */
  seconds: number
}

/** Counts attempts by key, for all processes together. */
export interface Throttle {
  /** Takes one attempt; throws request.too_many with the seconds to wait when none is left. */
  take(key: string): Promise<void>
  /** Gives one attempt back: it was a good one. */
  giveBack(key: string): Promise<void>
}

/** A throttle on the table `caseloom.throttle`. Keys are stored hashed: they may be addresses of people. */
export function createThrottle(system: SystemScope, rule: ThrottleRule): Throttle {
  const limiter = new RateLimiterPostgres({
    storeClient: roleClient(system),
    storeType: 'client',
    schemaName: 'caseloom',
    tableName: 'throttle',
    tableCreated: true,
    keyPrefix: rule.name,
    points: rule.points,
    duration: rule.seconds,
    // Requests over the limit cost no statement until the window ends.
    inMemoryBlockOnConsumed: rule.points + 1,
  })
  return {
    async take(key) {
      try {
        await limiter.consume(hashed(key))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw fail('request.too_many', { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) })
      }
    },
    async giveBack(key) {
      await limiter.reward(hashed(key))
    },
  }
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

interface LimiterQuery {
  text: string
  values: unknown[]
  name?: string
}

/** The one client method that the library calls, run under a permitted role: the login itself has no permissions. */
function roleClient(system: SystemScope) {
  return {
    async query({ text, values, name }: LimiterQuery): Promise<{ rows: unknown[]; rowCount: number }> {
      const rows = await system.tx((tx) => tx.query(text, values, name))
      return { rows, rowCount: rows.length }
    },
  }
}
