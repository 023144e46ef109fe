import type { Issue } from '@caseloom/contract/kernel/errors'
import type {
  AttackAsset,
  AttackEventType,
  AttackEventUpdate,
} from '@caseloom/contract/records/attack-events'
import type { Tactic } from '@caseloom/contract/values/attack-tactics'
import { allTechniques, canonicalTechnique } from '@caseloom/contract/values/attack-techniques'

/** An attack event as it is stored, without who recorded it. */
export interface EventValues {
  happenedAt: string
  type: AttackEventType
  text: string
  technique: string | null
  tactic: Tactic | null
  asset: AttackAsset | null
  source: string | null
}

/** An event is recorded after it happened; clocks of other systems may be a little ahead. */
const CLOCK_SKEW_MS = 5 * 60_000

/**
 * The event after a change: absent members stay, null clears. A technique is stored in canonical form, and without one
 * of its tactics the chosen tactic is removed, unless both were given.
 */
export function changedEvent(
  before: EventValues,
  set: Omit<AttackEventUpdate, 'asset'>,
  now: Date,
): { values: EventValues; issues: Issue[] } {
  const merged: EventValues = {
    happenedAt: set.happenedAt ?? before.happenedAt,
    type: set.type ?? before.type,
    text: set.text ?? before.text,
    technique: orBefore(set.technique, before.technique),
    tactic: orBefore(set.tactic, before.tactic),
    asset: before.asset,
    source: orBefore(set.source, before.source),
  }
  const issues: Issue[] = []
  const technique = merged.technique === null ? null : canonicalTechnique(merged.technique)
  if (merged.technique !== null && technique === null) issues.push(issue('technique', 'unknown_technique'))
  const fits = merged.tactic === null || technique === null || tacticsOf(technique).includes(merged.tactic)
  if (!fits && set.tactic !== undefined && set.tactic !== null) issues.push(issue('tactic', 'wrong_tactic'))
  if (Date.parse(merged.happenedAt) > now.getTime() + CLOCK_SKEW_MS)
    issues.push(issue('happenedAt', 'in_future'))
  return { values: { ...merged, technique, tactic: fits ? merged.tactic : null }, issues }
}

function orBefore<T>(next: T | undefined, before: T): T {
  return next === undefined ? before : next
}

const MESSAGES = {
  unknown_technique: 'ATT&CK has no such technique',
  wrong_tactic: 'The technique doesn’t belong to this tactic',
  in_future: 'An attack event can’t happen in the future',
} as const

function issue(member: string, code: keyof typeof MESSAGES): Issue {
  return { path: ['body', member], code, message: MESSAGES[code] }
}

/** The tactics that an event counts in: the chosen one, or all of its technique. */
export function tacticsOfEvent({ technique, tactic }: Pick<EventValues, 'technique' | 'tactic'>): Tactic[] {
  if (tactic !== null) return [tactic]
  return technique === null ? [] : [...tacticsOf(technique)]
}

function tacticsOf(technique: string): readonly Tactic[] {
  return allTechniques().get(technique)?.tactics ?? []
}

const LONGEST_DETAIL = 200

/** The event in one line, for the history. */
export function eventInWords({ technique, text }: Pick<EventValues, 'technique' | 'text'>): string {
  const line = `${technique === null ? '' : `${technique} `}${text}`.replace(/\s+/g, ' ')
  const characters = [...line]
  return characters.length <= LONGEST_DETAIL ? line : `${characters.slice(0, LONGEST_DETAIL).join('')}…`
}
