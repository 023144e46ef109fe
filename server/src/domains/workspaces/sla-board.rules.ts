import type { RecordView } from '@caseloom/contract/records/records'
import type { Filter } from '@caseloom/contract/values/filter'
import type { SlaWord } from '@caseloom/contract/workspaces/security-widgets'
import { together } from './widget-time.rules.ts'

interface Row {
  at: string | null
  key: string | null
  value: number | null
}
type Counts = Record<SlaWord, { value: number; filter: Filter | null }>

/** How many records a clock has in each state, and what finds them. */
export function slaCounts(rows: readonly Row[], clock: string, filter: Filter | undefined): Counts {
  const count = (word: SlaWord) => ({
    value: rows.find(({ at, key }) => at === clock && key === word)?.value ?? 0,
    filter: together(filter, { field: clock, op: 'in', value: [word] }),
  })
  return { running: count('running'), warning: count('warning'), overdue: count('overdue') }
}

/** A record whose clock is at risk or over. */
export interface Due {
  clock: string
  title: string
  record: RecordView
  /** When the clock reaches, or reached, its target. */
  at: string
}

/** The longest over first, then those due next. */
export function byDue(one: Due, other: Due): number {
  const [a, b] = [`${one.at} ${one.record.id}`, `${other.at} ${other.record.id}`]
  if (a === b) return 0
  return a < b ? -1 : 1
}
