import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../ui/Times.tsx'
import { nameOf } from './names.ts'
import { stretchText } from './calendar.ts'
import classes from './OnCall.module.css'
import type { Span } from './types.ts'

const SHOWN = 3

interface GapNoticeProps {
  spans: readonly Span[]
  zone: string
  /** Absent for those who may not fill a gap. */
  onChoose: ((span: Span) => void) | undefined
}

/** Gaps of the period that aren't over. */
export function GapNotice({ spans, zone, onChoose }: GapNoticeProps) {
  const { t } = useTranslation('onCall')
  const now = useNow()
  const gaps = spans.filter(({ person, to }) => person === null && Date.parse(to) > now)
  if (gaps.length === 0) return null
  const left = gaps.length - SHOWN
  return (
    <ul className={classes.gaps} aria-label={t('gaps')}>
      {gaps.slice(0, SHOWN).map((gap) => (
        <li key={gap.from} className={classes.gapRow}>
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          <span className={classes.gapText}>
            {t('gapText', { when: stretchText(gap, zone, { to: t('to') }) })}{' '}
            {gap.away.length > 0 &&
              t('gapAway', { names: gap.away.map((person) => nameOf(person, t) ?? '').join(', ') })}
          </span>
          {onChoose !== undefined && (
            <Button size="compact-sm" onClick={() => onChoose(gap)}>
              {t('choose')}
            </Button>
          )}
        </li>
      ))}
      {left > 0 && <li className={classes.gapRow}>{t('gapMore', { count: left })}</li>}
    </ul>
  )
}
