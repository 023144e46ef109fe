import type { ClockValue } from '@caseloom/contract/values/case-fields'
import { IconStopwatch } from '@tabler/icons-react'
import { jsonDraft, readJson } from './drafts.ts'
import type { WebFieldType } from './field-type.ts'
import { clockOf } from './values/clock-reading.ts'
import { ClockBadge } from './values/ClockBadge.tsx'
import { fieldsEn } from './values/fields.en.ts'

const STATES = ['idle', 'running', 'warning', 'overdue', 'paused', 'met', 'missed'] as const

export const clockType: WebFieldType<'clock'> = {
  palette: [
    {
      id: 'clock',
      group: 'security',
      icon: IconStopwatch,
      make: () => ({
        target: 3600,
        start: { field: 'created_at', op: 'notEmpty' },
        stop: { any: [] },
      }),
    },
  ],
  width: 128,
  whole: true,
  text: (value) => {
    const words: Record<string, string> = fieldsEn.clock.words
    const word = typeof value === 'string' ? value : stateOf(clockOf(value))
    return words[word] ?? word
  },
  show: (value, field) => <ClockBadge definition={field} value={value} />,
  filter: {
    operators: ['in', 'notIn'],
    choices: ({ t }) => STATES.map((state) => ({ value: state, label: t(`clock.words.${state}`) })),
  },
  toDraft: jsonDraft,
  fromDraft: readJson,
}

/** The stored state of a clock: in a timeline, now doesn't matter. */
function stateOf(clock: ClockValue | null): string {
  if (clock?.state !== 'running') return clock?.state ?? 'idle'
  if (clock.breachedAt !== null) return 'overdue'
  return clock.warnedAt === null ? 'running' : 'warning'
}
