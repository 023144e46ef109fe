import type { OnCallCalendar } from '@caseloom/contract/tenancy/on-call'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { useZone } from '../../../ui/Times.tsx'
import { nameOf } from './names.ts'
import { stretchText } from './calendar.ts'
import classes from './OnCall.module.css'
import type { Asking, Span } from './types.ts'
import { useRemoveOverride } from './useRemoveOverride.ts'

interface SpanCardProps {
  span: Span
  calendar: OnCallCalendar
  onAsk: (asking: Asking) => void
  onClose: () => void
}

/** Who is on call during a stretch, why, and what can be done about it. */
export function SpanCard({ span, calendar, onAsk, onClose }: SpanCardProps) {
  const { t } = useTranslation('onCall')
  const { schedule } = calendar
  const own = useZone()
  const name = nameOf(span.person, t)
  const words = { to: t('to') }
  const ask = (asking: Asking) => {
    onClose()
    onAsk(asking)
  }
  const { from, to } = span
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <Avatar name={name} size={24} />
        <div>
          <strong>{name ?? t('gap')}</strong>
          <div className={classes.quiet}>{stretchText(span, schedule.zone, words)}</div>
        </div>
      </div>
      {own !== schedule.zone && (
        <p className={classes.quiet}>{t('ownTime', { when: stretchText(span, own, words) })}</p>
      )}
      <Reason span={span} calendar={calendar} />
      {schedule.can.manage && (
        <div className={classes.cardActions}>
          <Button data-autofocus onClick={() => ask({ kind: 'override', from, to, userId: null })}>
            {t(name === null ? 'choose' : 'replace')}
          </Button>
          {span.override !== null && <RemoveButton span={span} calendar={calendar} onDone={onClose} />}
          {name !== null && span.override === null && (
            <Button variant="subtle" onClick={() => ask({ kind: 'swap', span })}>
              {t('swap')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Reason({ span, calendar }: Pick<SpanCardProps, 'span' | 'calendar'>) {
  const { t } = useTranslation('onCall')
  const override = calendar.overrides.find(({ id }) => id === span.override)
  const layer = span.layer === null ? undefined : calendar.schedule.layers[span.layer]
  const away = span.away.map((person) => nameOf(person, t) ?? '').join(', ')
  return (
    <>
      {layer !== undefined && <p>{t('byLayer', { name: layer.name })}</p>}
      {override !== undefined && (
        <p>{t(override.swappedWith === null ? 'byOverride' : 'bySwap', { name: override.createdBy })}</p>
      )}
      {override !== undefined && override.note !== null && <p>{override.note}</p>}
      {away !== '' && <p>{t('gapAway', { names: away })}</p>}
    </>
  )
}

function RemoveButton({
  span,
  calendar,
  onDone,
}: Pick<SpanCardProps, 'span' | 'calendar'> & { onDone: () => void }) {
  const { t } = useTranslation('onCall')
  const removing = useRemoveOverride(calendar.schedule.id)
  const isSwap = calendar.overrides.some(
    ({ id, swappedWith }) => id === span.override && swappedWith !== null,
  )
  return (
    <Button
      variant="subtle"
      loading={removing.isPending}
      onClick={() => span.override !== null && removing.mutate(span.override, { onSuccess: onDone })}
    >
      {t(isSwap ? 'undoSwap' : 'removeOverride')}
    </Button>
  )
}
