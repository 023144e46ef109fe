import type { Field } from '@caseloom/contract/field-types/fields'
import type { RecordView } from '@caseloom/contract/records/records'
import { IconCheck, IconPlayerPause, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../../field-types/values/ClockBadge.tsx'
import { clockOf, type ClockReading, clockReading } from '../../../field-types/values/clock-reading.ts'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { hueVar } from '../../../ui/glyphs/hue.ts'
import { SlaRing } from '../../../ui/glyphs/SlaRing.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatDateTime, formatSpan } from '../../../ui/time.ts'
import { useNow, useZone } from '../../../ui/Times.tsx'
import classes from './Rail.module.css'
import { RailSection } from '../../../ui/rail/RailSection.tsx'

addTexts('fields', fieldsEn)

type ClockField = Extract<Field, { start: unknown }>
const RING = 30

/** Clocks that run, are paused, or have ended, with their targets. */
export function RailClocks({ fields, record }: { fields: readonly Field[]; record: RecordView }) {
  const { t } = useTranslation('rail')
  const clocks = fields.filter(
    (field): field is ClockField => 'start' in field && clockOf(record.fields[field.key]) !== null,
  )
  if (clocks.length === 0) return null
  return (
    <RailSection title={t('clocks')}>
      {clocks.map((field) => (
        <Clock key={field.key} field={field} value={record.fields[field.key]} />
      ))}
    </RailSection>
  )
}

function Clock({ field, value }: { field: ClockField; value: RecordView['fields'][string] | undefined }) {
  const { t } = useTranslation('rail')
  const { t: words } = useTranslation('fields')
  const zone = useZone()
  const reading = clockReading(field, clockOf(value), useNow())
  const tone = toneOf(reading)
  return (
    <div className={classes.clock}>
      <Ring reading={reading} />
      <span className={classes.clockName}>
        {field.label}
        {field.target !== undefined && (
          <span className={classes.sub}>
            {reading.dueAt === null
              ? t('target', { time: formatSpan(field.target * 1000) })
              : t('targetDue', {
                  time: formatSpan(field.target * 1000),
                  at: formatDateTime(new Date(reading.dueAt), zone),
                })}
          </span>
        )}
      </span>
      <span className={classes.clockLeft} style={tone === null ? undefined : { color: hueVar(tone, 'text') }}>
        {clockText(reading, words)}
      </span>
    </div>
  )
}

function toneOf({ word }: ClockReading): 'red' | 'amber' | 'green' | null {
  if (word === 'overdue' || word === 'missed') return 'red'
  if (word === 'warning') return 'amber'
  return word === 'met' ? 'green' : null
}

function Ring({ reading }: { reading: ClockReading }) {
  const { word, used } = reading
  if (word === 'running' || word === 'warning') return <SlaRing used={used} size={RING} />
  if (word === 'overdue') return <SlaRing used={Math.max(used, 1.01)} size={RING} />
  const Glyph = word === 'met' ? IconCheck : word === 'missed' ? IconX : IconPlayerPause
  const tone = toneOf(reading) ?? 'gray'
  return (
    <span
      className={classes.ring}
      style={{ borderColor: hueVar(tone, 'solid'), color: hueVar(tone, 'solid') }}
    >
      <Glyph size={16} stroke={2} aria-hidden />
    </span>
  )
}
