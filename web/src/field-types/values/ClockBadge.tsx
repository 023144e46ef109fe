import type { ClockDefinition } from '@caseloom/contract/values/case-fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { IconCheck, IconPlayerPause, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SlaRing } from '../../ui/glyphs/SlaRing.tsx'
import { hueVar } from '../../ui/glyphs/hue.ts'
import { formatDateTime, formatSpan } from '../../ui/time.ts'
import { useNow, useZone } from '../../ui/Times.tsx'
import { addTexts } from '../../ui/text/i18n.ts'
import { clockOf, type ClockReading, clockReading } from './clock-reading.ts'
import classes from './Fields.module.css'
import { fieldsEn } from './fields.en.ts'

addTexts('fields', fieldsEn)

interface ClockBadgeProps {
  definition: ClockDefinition
  value: JsonValue | undefined
  size?: number
}

/** Ring and time left while it runs, a word when it is paused or has ended; updates by the minute. */
export function ClockBadge({ definition, value, size = 14 }: ClockBadgeProps) {
  const { t } = useTranslation('fields')
  const zone = useZone()
  const reading = clockReading(definition, clockOf(value), useNow())
  const due = reading.dueAt === null ? undefined : formatDateTime(new Date(reading.dueAt), zone)
  const tone = reading.word === 'overdue' ? 'red' : reading.word === 'warning' ? 'amber' : null
  return (
    <span
      className={classes.glyphWord}
      style={tone === null ? undefined : { color: hueVar(tone, 'text') }}
      {...(due === undefined ? {} : { title: t('clock.due', { at: due }) })}
    >
      <ClockGlyph reading={reading} size={size} />
      <span>{clockText(reading, t)}</span>
    </span>
  )
}

function ClockGlyph({ reading, size }: { reading: ClockReading; size: number }) {
  const look = { size, stroke: 1.8, 'aria-hidden': true, color: 'var(--cl-text-tertiary)' } as const
  switch (reading.word) {
    case 'met':
      return <IconCheck {...look} />
    case 'missed':
      return <IconX {...look} color={hueVar('red', 'solid')} />
    case 'paused':
      return <IconPlayerPause {...look} />
    case 'idle':
    case 'running':
    case 'warning':
      return <SlaRing used={reading.used} size={size} />
    case 'overdue':
      return <SlaRing used={Math.max(reading.used, 1.01)} size={size} />
    default:
      return reading.word satisfies never
  }
}

export function clockText(
  { word, left, spent }: ClockReading,
  t: (key: string, values: Record<string, string>) => string,
): string {
  switch (word) {
    case 'running':
    case 'warning':
      return left === null
        ? t('clock.measured', { time: formatSpan(spent) })
        : t('clock.left', { time: formatSpan(left) })
    case 'overdue':
      return t('clock.over', { time: formatSpan(-(left ?? 0)) })
    case 'paused':
      return left === null ? t('clock.paused', {}) : t('clock.pausedLeft', { time: formatSpan(left) })
    case 'met':
    case 'missed':
      return t(`clock.${word}In`, { time: formatSpan(spent) })
    case 'idle':
      return t('clock.idle', {})
    default:
      return word satisfies never
  }
}
