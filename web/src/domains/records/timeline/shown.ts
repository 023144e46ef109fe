import { TIMELINE_KINDS, type TimelineKind } from '@caseloom/contract/records/timeline'
import { type Clock, CLOCKS } from './merged-timeline.ts'

/** One thread, or four lanes beside each other. */
export type TimelineView = 'thread' | 'lanes'

/** What the timeline shows, as its address has it. */
export interface Shown {
  /** All without any. */
  kinds: readonly TimelineKind[]
  person: string | undefined
  clock: Clock
  view: TimelineView
}

type Search = Partial<Record<'kind' | 'by' | 'clock' | 'view', string | undefined>>

export function shownOf({ kind = '', by, clock, view }: Search): Shown {
  const named = kind.split(',')
  return {
    kinds: TIMELINE_KINDS.filter((one) => named.includes(one)),
    person: by,
    clock: CLOCKS.find((one) => one === clock) ?? 'happened',
    view: view === 'lanes' ? 'lanes' : 'thread',
  }
}

export function searchOf({ kinds, person, clock, view }: Shown): Record<string, string> {
  return {
    tab: 'timeline',
    ...(kinds.length === 0 ? {} : { kind: kinds.join(',') }),
    ...(person === undefined ? {} : { by: person }),
    ...(clock === 'happened' ? {} : { clock }),
    ...(view === 'thread' ? {} : { view }),
  }
}

/** The kinds after one is chosen or no longer chosen, in their order. */
export function toggledKind(kinds: readonly TimelineKind[], kind: TimelineKind): TimelineKind[] {
  return TIMELINE_KINDS.filter((one) => (one === kind ? !kinds.includes(one) : kinds.includes(one)))
}
