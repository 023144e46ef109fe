import { workingMillis } from '@caseloom/contract/values/business-hours'
import {
  type ClockDefinition,
  ClockValue,
  type ClockWord,
  clockWord,
} from '@caseloom/contract/values/case-fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'

export interface ClockReading {
  word: ClockWord
  /** Milliseconds of working time elapsed. */
  spent: number
  /** Milliseconds left until the target; negative beyond it, null without a target. */
  left: number | null
  /** Share of the target that has passed; 0 without one. */
  used: number
  dueAt: string | null
}

/** Null while the clock has not started. */
export function clockOf(value: JsonValue | undefined): ClockValue | null {
  return ClockValue.safeParse(value).data ?? null
}

export function clockReading(
  definition: ClockDefinition,
  clock: ClockValue | null,
  now: number,
): ClockReading {
  const word = clockWord(clock, now)
  if (clock === null) return { word, spent: 0, left: null, used: 0, dueAt: null }
  const stretch = clock.since === null ? 0 : workingMillis(definition.hours, Date.parse(clock.since), now)
  const spent = clock.spent * 1000 + stretch
  const target = definition.target === undefined ? null : definition.target * 1000
  return {
    word,
    spent,
    left: target === null ? null : target - spent,
    used: target === null ? 0 : spent / target,
    dueAt: clock.dueAt,
  }
}
