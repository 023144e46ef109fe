import type { OnCallRange, OnCallScheduleView, OnCallUse } from '@caseloom/contract/identity/on-call'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { RailFailure, RailSection } from '../../../ui/rail/RailSection.tsx'
import { useNow } from '../../../ui/Times.tsx'
import { formatSpan } from '../../../ui/time.ts'
import type { CalendarView } from './calendar.ts'
import classes from './OnCall.module.css'
import { nowQuery, usesQuery } from './on-call.queries.ts'
import { useOnCallWords } from './useOnCall.ts'

interface OnCallPanelProps {
  schedule: OnCallScheduleView
  hours: OnCallRange['hours'] | undefined
  view: CalendarView
}

/** Beside the calendar: who is on call now, the next handoff, hours, and what uses the schedule. */
export function OnCallPanel({ schedule, hours, view }: OnCallPanelProps) {
  const { t } = useTranslation('onCall')
  return (
    <aside className={classes.panel} aria-label={t('panel.label')}>
      <Now schedule={schedule} />
      {hours !== undefined && <Hours schedule={schedule} hours={hours} view={view} />}
      <Uses schedule={schedule} />
    </aside>
  )
}

function Now({ schedule }: { schedule: OnCallScheduleView }) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const words = useOnCallWords(schedule)
  const now = useNow()
  const query = useQuery(nowQuery(tenantId, schedule.id))
  if (query.data === undefined)
    return (
      <RailSection title={t('panel.now')}>
        {query.isError && <RailFailure onRetry={() => void query.refetch()} />}
      </RailSection>
    )
  const { people, next } = query.data
  return (
    <>
      <RailSection title={t('panel.now')}>
        {people.length === 0 && <p className={classes.note}>{t('panel.noOne')}</p>}
        <ul className={classes.people}>
          {people.map(({ layer, shift, userId, until }) => (
            <PersonRow
              key={`${layer}/${shift ?? ''}`}
              name={words.person(userId)}
              own={words.isMe(userId)}
              text={t('panel.until', { lane: words.lane(layer, shift), time: untilText(words, until, now) })}
            />
          ))}
        </ul>
      </RailSection>
      <RailSection title={t('panel.next')}>
        {next === null ? (
          <p className={classes.note}>{t('panel.noNext')}</p>
        ) : (
          <ul className={classes.people}>
            <PersonRow
              name={t('panel.to', { person: words.person(next.userId) })}
              avatar={words.person(next.userId)}
              own={words.isMe(next.userId)}
              text={t('panel.in', {
                time: untilText(words, next.at, now),
                span: formatSpan(Date.parse(next.at) - now),
              })}
            />
          </ul>
        )}
      </RailSection>
    </>
  )
}

/** The time, with its day unless it is within a day. */
function untilText(words: ReturnType<typeof useOnCallWords>, at: string, now: number): string {
  const isSoon = Date.parse(at) - now < 24 * 3_600_000
  return isSoon ? words.clock(at) : `${words.day(at)}, ${words.clock(at)}`
}

interface PersonRowProps {
  name: string
  /** Whose initials, where the text is more than the name. */
  avatar?: string
  own: boolean
  text: string
}

function PersonRow({ name, avatar = name, own, text }: PersonRowProps) {
  return (
    <li className={classes.person}>
      <Avatar name={avatar} size={32} own={own} />
      <div className={classes.personText}>
        <span title={name}>{name}</span>
        <span className={classes.quiet} title={text}>
          {text}
        </span>
      </div>
    </li>
  )
}

/** More than this in a week is much: the bar turns amber. */
const MANY_HOURS = 45
const WEEK_HOURS = 56
const TITLES = { day: 'panel.hoursDay', week: 'panel.hoursWeek', month: 'panel.hoursMonth' } as const

function Hours({ schedule, hours, view }: Required<OnCallPanelProps> & { hours: OnCallRange['hours'] }) {
  const { t } = useTranslation('onCall')
  const words = useOnCallWords(schedule)
  const most = Math.max(view === 'week' ? WEEK_HOURS : 1, ...hours.map((one) => one.hours))
  const rows = hours
    .map((one) => ({ ...one, name: words.person(one.userId) }))
    .sort((one, other) => one.name.localeCompare(other.name))
  return (
    <RailSection title={t(TITLES[view])}>
      {rows.length === 0 && <p className={classes.note}>{t('panel.noHours')}</p>}
      <ul className={classes.people}>
        {rows.map(({ userId, name, hours: amount }) => (
          <li key={userId} className={classes.person}>
            <Avatar name={name} size={20} own={words.isMe(userId)} />
            <div className={classes.personText}>
              <span title={name}>{name}</span>
            </div>
            <span
              className={classes.meter}
              data-high={(view === 'week' && amount >= MANY_HOURS) || undefined}
              aria-hidden
            >
              <span style={{ width: `${(amount / most) * 100}%` }} />
            </span>
            <span className={classes.figure}>
              {t('panel.hours', { hours: Math.round(amount * 10) / 10 })}
            </span>
          </li>
        ))}
      </ul>
    </RailSection>
  )
}

function Uses({ schedule }: { schedule: OnCallScheduleView }) {
  const { t } = useTranslation('onCall')
  const scope = useTenantScope()
  const query = useQuery(usesQuery(scope.tenantId, schedule.id))
  const { items = [], others = 0 } = query.data ?? {}
  const goal = ({ kind, id }: OnCallUse) =>
    kind === 'app' ? paths.recordList(scope, id) : paths.playbook(scope, id)
  return (
    <RailSection title={t('panel.usedBy')}>
      {query.isError && <RailFailure onRetry={() => void query.refetch()} />}
      {query.data !== undefined && items.length + others === 0 && (
        <p className={classes.note}>{t('panel.unused')}</p>
      )}
      <ul className={classes.people}>
        {items.map((use) => (
          <li key={use.id} className={classes.person} title={use.parts.join(', ')}>
            <Link to={goal(use)} className={classes.personText}>
              {use.name}
            </Link>
            <span className={classes.quiet}>{t(`panel.${use.kind}`)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <p className={classes.note}>{t('panel.others', { count: others })}</p>}
    </RailSection>
  )
}
