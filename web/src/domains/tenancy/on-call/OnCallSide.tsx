import type { OnCallCalendar } from '@caseloom/contract/tenancy/on-call'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { formatCount, formatSpan } from '../../../ui/time.ts'
import { useNow } from '../../../ui/Times.tsx'
import { nameOf } from './names.ts'
import { hoursOf, stretchText, timeText } from './calendar.ts'
import classes from './OnCall.module.css'
import { usesQuery } from './on-call.queries.ts'
import { useRemoveOverride } from './useRemoveOverride.ts'

/** Beside the calendar: who is on call now, who follows, and what depends on the schedule. */
export function OnCallSide({ calendar, today }: { calendar: OnCallCalendar; today: string }) {
  return (
    <aside className={classes.side}>
      <Now calendar={calendar} today={today} />
      <Hours calendar={calendar} />
      <Overrides calendar={calendar} />
      <Uses calendar={calendar} />
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.sideTitle}>
        {title}
      </h2>
      {children}
    </section>
  )
}

function Now({ calendar, today }: { calendar: OnCallCalendar; today: string }) {
  const { t } = useTranslation('onCall')
  const at = useNow()
  const { now, zone } = calendar.schedule
  const name = nameOf(now.person, t)
  const time = (instant: string) => timeText(instant, zone, today)
  return (
    <>
      <Part title={t('now')}>
        {name === null ? (
          <p className={classes.warn}>{t('nowNone')}</p>
        ) : (
          <PersonLine
            name={name}
            text={now.until === null ? t('always') : t('until', { time: time(now.until) })}
          />
        )}
      </Part>
      {now.next !== null && (
        <Part title={t('next')}>
          <PersonLine
            name={nameOf(now.next.person, t)}
            text={t('nextAt', {
              time: time(now.next.from),
              span: formatSpan(Date.parse(now.next.from) - at),
            })}
            label={
              now.next.person === null
                ? t('nextGap')
                : t('nextTo', { name: nameOf(now.next.person, t) ?? '' })
            }
          />
        </Part>
      )}
    </>
  )
}

function PersonLine({ name, text, label }: { name: string | null; text: string; label?: string }) {
  return (
    <div className={classes.personLine}>
      <Avatar name={name} size={32} />
      <div>
        <div className={classes.strong}>{label ?? name}</div>
        <div className={classes.quiet}>{text}</div>
      </div>
    </div>
  )
}

function Hours({ calendar }: { calendar: OnCallCalendar }) {
  const { t } = useTranslation('onCall')
  const hours = hoursOf(calendar.spans)
  const most = hours[0]?.hours ?? 0
  if (most === 0) return null
  return (
    <Part title={t('hours')}>
      <ul className={classes.plain}>
        {hours.map(({ id, name, hours: own }) => (
          <li key={id} className={classes.hoursRow}>
            <Avatar name={name || t('former')} size={20} />
            <span className={classes.rowName} title={name}>
              {name || t('former')}
            </span>
            <span className={classes.bar} aria-hidden>
              <span style={{ width: `${(own / most) * 100}%` }} />
            </span>
            <span className={classes.figure}>
              {t('hoursOf', { hours: formatCount(Math.round(own * 10) / 10) })}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Overrides({ calendar }: { calendar: OnCallCalendar }) {
  const { t } = useTranslation('onCall')
  const { id: scheduleId, zone, can } = calendar.schedule
  const removing = useRemoveOverride(scheduleId)
  return (
    <Part title={t('overrides')}>
      {calendar.overrides.length === 0 && (
        <p className={classes.quiet}>{t(can.manage ? 'overridesNone' : 'overridesNoneRead')}</p>
      )}
      <ul className={classes.plain}>
        {calendar.overrides.map((one) => {
          const when = stretchText(one, zone, { to: t('to') })
          const name = nameOf(one.person, t) ?? ''
          return (
            <li key={one.id} className={classes.overrideRow}>
              <div>
                <div>{name}</div>
                <div className={classes.quiet}>{when}</div>
                {one.note !== null && <div className={classes.quiet}>{one.note}</div>}
              </div>
              {can.manage && (
                <ActionIcon
                  variant="subtle"
                  aria-label={`${t(one.swappedWith === null ? 'removeOverride' : 'undoSwap')}: ${name}, ${when}`}
                  disabled={removing.isPending}
                  onClick={() => removing.mutate(one.id)}
                >
                  <IconX size={14} stroke={1.6} aria-hidden />
                </ActionIcon>
              )}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function Uses({ calendar }: { calendar: OnCallCalendar }) {
  const { t } = useTranslation('onCall')
  const scope = useTenantScope()
  const query = useQuery(usesQuery({ tenantId: scope.tenantId, scheduleId: calendar.schedule.id }))
  if (query.data === undefined) return null
  const { items, others } = query.data
  return (
    <Part title={t('uses')}>
      {items.length + others === 0 && <p className={classes.quiet}>{t('usesNone')}</p>}
      <ul className={classes.plain}>
        {items.map(({ kind, id, name }) => (
          <li key={id} className={classes.useRow}>
            <Link
              className={classes.link}
              to={kind === 'app' ? paths.recordList(scope, id) : paths.playbook(scope, id)}
            >
              {name}
            </Link>
            <span className={classes.quiet}>{t(`kinds.${kind}`)}</span>
          </li>
        ))}
        {others > 0 && <li className={classes.quiet}>{t('usesOthers', { count: others })}</li>}
      </ul>
    </Part>
  )
}
