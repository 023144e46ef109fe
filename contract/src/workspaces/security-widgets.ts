import { z } from 'zod'
import { Key } from '../field-types/common-settings.ts'
import { RecordView } from '../records/records.ts'
import { Filter } from '../values/filter.ts'

/** What an SLA board counts, in this order. Clocks that are paused or have ended aren't counted. */
export const SLA_WORDS = ['running', 'warning', 'overdue'] as const
export type SlaWord = (typeof SLA_WORDS)[number]

const unique = <T>(items: readonly T[]) => new Set(items).size === items.length

/** Running clocks of records in time, at risk, and over, with the records that are worst off. */
export const slaSettings = {
  kind: z.literal('sla'),
  /** Clocks that have a target. */
  clocks: z.array(Key).min(1).max(6).refine(unique, 'Select each clock once'),
  /** Records listed below the counts. */
  limit: z.number().int().min(0).max(10).default(5),
}

/** Records by the MITRE ATT&CK techniques of a field, below the tactics that the techniques serve. */
export const attackSettings = {
  kind: z.literal('attack'),
  field: Key,
  /** Techniques of each tactic, those with the most records first. */
  limit: z.number().int().min(1).max(30).default(10),
}

/** How many records have reached each value of a selection. */
export const funnelSettings = {
  kind: z.literal('funnel'),
  groupBy: Key,
  /** Keys of options in the order of the stages. Absent: all options in their own order. */
  steps: z.array(z.string().max(100)).min(2).max(20).refine(unique, 'Select each stage once').optional(),
}

const Counted = z.object({ value: z.number().int(), filter: Filter.nullable() })

export const SlaData = z.object({
  kind: z.literal('sla'),
  clocks: z.array(
    z.object({ key: z.string(), label: z.string(), running: Counted, warning: Counted, overdue: Counted }),
  ),
  /** Those over their target first, the longest first; then those due next. One record for each of its clocks. */
  worst: z.array(z.object({ clock: z.string(), title: z.string(), record: RecordView })),
})

export const AttackData = z.object({
  kind: z.literal('attack'),
  /** In the order of the matrix; those without records are left out. */
  tactics: z.array(
    z.object({
      name: z.string(),
      techniques: z.array(Counted.extend({ id: z.string(), name: z.string() })),
      /** Techniques that have records and did not fit. */
      more: z.number().int(),
    }),
  ),
})

export const FunnelData = z.object({
  kind: z.literal('funnel'),
  stages: z.array(
    Counted.extend({
      key: z.string(),
      label: z.string(),
      /** Of the records of the stage before, from 0 to 1; null for the first stage and after an empty one. */
      share: z.number().nullable(),
    }),
  ),
})
