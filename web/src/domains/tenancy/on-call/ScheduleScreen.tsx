import type { OnCallCalendar, OnCallListItem } from '@caseloom/contract/tenancy/on-call'
import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import {
  IconArrowsExchange,
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconPlus,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Content, FilterBar, PageBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { Shortcuts } from '../../../ui/shortcuts/Shortcuts.tsx'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import { calendarDay, formatDay } from '../../../ui/time.ts'
import { useNow } from '../../../ui/Times.tsx'
import { type CalendarDay, clipped, dateAt, moved, type Show, weeksOf } from './calendar.ts'
import { DeleteSchedule } from './DeleteSchedule.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import classes from './OnCall.module.css'
import { calendarQuery } from './on-call.queries.ts'
import type { OnCallSearch } from './on-call-search.ts'
import { OnCallSide } from './OnCallSide.tsx'
import { OverrideDialog } from './OverrideDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { SwapDialog } from './SwapDialog.tsx'
import type { Asking, Span } from './types.ts'
import { WeekCalendar } from './WeekCalendar.tsx'
import { GapNotice } from './GapNotice.tsx'

const WEEK_MS = 7 * 86_400_000

interface ScheduleScreenProps {
  schedule: OnCallListItem
  search: OnCallSearch
  onSearch: (search: OnCallSearch) => void
  onOpen: (scheduleId: string | undefined) => void
  picker: ReactNode
}

export function ScheduleScreen({ schedule, search, onSearch, onOpen, picker }: ScheduleScreenProps) {
  const { tenantId } = useTenantScope()
  const [asking, setAsking] = useState<Asking | null>(null)
  const today = dateAt(useNow(), schedule.zone)
  const show = search.show ?? 'week'
  const day = search.day ?? today
  const weeks = weeksOf(day, show, schedule.zone)
  const query = useQuery(calendarQuery({ tenantId, scheduleId: schedule.id }, periodOf(weeks)))
  const may = schedule.can.manage
  const { day: _day, ...rest } = search
  const go = (to: string | null) => onSearch(to === null ? rest : { ...rest, day: to })
  const override = () => setAsking({ kind: 'override', from: null, to: null, userId: null })
  useCalendarKeys({ day, show, go, override: may ? override : null })
  return (
    <PageFrame>
      <PageBar
        title={schedule.name}
        beside={<Beside picker={picker} zone={schedule.zone} />}
        actions={may && <Actions onAsk={setAsking} onOverride={override} />}
      />
      <FilterBar end={<ShowControl show={show} onChange={(next) => onSearch(withShow(search, next))} />}>
        <PeriodControl days={weeks.flat()} day={day} show={show} onGo={go} />
      </FilterBar>
      <Content>
        {query.isError && query.data === undefined && (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.data !== undefined && (
          <Body calendar={query.data} weeks={weeks} today={today} show={show} onAsk={setAsking} />
        )}
      </Content>
      <StatusBar end={<Shortcuts />} />
      <Dialogs
        asking={asking}
        schedule={schedule}
        calendar={query.data}
        onClose={() => setAsking(null)}
        onOpen={onOpen}
      />
    </PageFrame>
  )
}

interface CalendarKeys {
  day: string
  show: Show
  go: (day: string | null) => void
  /** Null for those who may not add one. */
  override: (() => void) | null
}

function useCalendarKeys({ day, show, go, override }: CalendarKeys): void {
  const { t } = useTranslation('onCall')
  useKeyActions([
    ...(override === null ? [] : [{ keys: ['O'], label: t('keys.override'), run: override }]),
    { keys: ['T'], label: t('keys.today'), run: () => go(null) },
    { keys: ['['], label: t('keys.earlier'), run: () => go(moved(day, show, -1)) },
    { keys: [']'], label: t('keys.later'), run: () => go(moved(day, show, 1)) },
  ])
}

function Beside({ picker, zone }: { picker: ReactNode; zone: string }) {
  return (
    <>
      {picker}
      <span className={classes.zone}>{zone}</span>
    </>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('onCall')
  return <StateCard title={t('oneFailed')} error={describeError(error)} onRetry={onRetry} />
}

type Weeks = readonly (readonly CalendarDay[])[]

function windowOf(weeks: Weeks): { from: number; to: number } {
  const days = weeks.flat()
  return { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 }
}

/** A week more on both sides, so that turns at the edges are known as a whole. */
function periodOf(weeks: Weeks): { from: string; to: string } {
  const { from, to } = windowOf(weeks)
  return { from: new Date(from - WEEK_MS).toISOString(), to: new Date(to + WEEK_MS).toISOString() }
}

function withShow({ show: _show, ...rest }: OnCallSearch, next: Show): OnCallSearch {
  return next === 'month' ? { ...rest, show: 'month' } : rest
}

interface BodyProps {
  calendar: OnCallCalendar
  weeks: Weeks
  today: string
  show: Show
  onAsk: (asking: Asking) => void
}

function Body({ calendar, weeks, today, show, onAsk }: BodyProps) {
  const may = calendar.schedule.can.manage
  const window = windowOf(weeks)
  const spans = clipped(calendar.spans, window)
  const overrides = calendar.overrides.filter((one) => clipped([one], window).length > 0)
  const askOverride = ({ from, to }: Pick<Span, 'from' | 'to'>) =>
    onAsk({ kind: 'override', from, to, userId: null })
  return (
    <div className={classes.split}>
      <div className={classes.main}>
        {show === 'week' ? (
          <WeekCalendar calendar={calendar} days={weeks[0] ?? []} today={today} onAsk={onAsk} />
        ) : (
          <MonthCalendar calendar={calendar} weeks={weeks} today={today} onAsk={onAsk} />
        )}
        <GapNotice spans={spans} zone={calendar.schedule.zone} onChoose={may ? askOverride : undefined} />
      </div>
      <OnCallSide calendar={{ ...calendar, spans, overrides }} today={today} />
    </div>
  )
}

interface ActionsProps {
  onAsk: (asking: Asking) => void
  onOverride: () => void
}

function Actions({ onAsk, onOverride }: ActionsProps) {
  const { t } = useTranslation('onCall')
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('more')}>
            <IconDots size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
            onClick={() => onAsk({ kind: 'new' })}
          >
            {t('new')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={14} stroke={1.6} aria-hidden />}
            onClick={() => onAsk({ kind: 'delete' })}
          >
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        leftSection={<IconSettings size={14} stroke={1.6} aria-hidden />}
        onClick={() => onAsk({ kind: 'edit' })}
      >
        {t('edit')}
      </Button>
      <Button
        variant="filled"
        leftSection={<IconArrowsExchange size={14} stroke={1.6} aria-hidden />}
        rightSection={<Kbd keys="O" onAccent />}
        aria-keyshortcuts="O"
        onClick={onOverride}
      >
        {t('override')}
      </Button>
    </>
  )
}

interface PeriodControlProps {
  days: readonly CalendarDay[]
  day: string
  show: Show
  /** Null is today. */
  onGo: (day: string | null) => void
}

function PeriodControl({ days, day, show, onGo }: PeriodControlProps) {
  const { t } = useTranslation('onCall')
  const [first, last] = [days[0]?.date ?? day, days.at(-1)?.date ?? day]
  return (
    <>
      <ActionIcon variant="subtle" aria-label={t('earlier')} onClick={() => onGo(moved(day, show, -1))}>
        <IconChevronLeft size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t('later')} onClick={() => onGo(moved(day, show, 1))}>
        <IconChevronRight size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Button onClick={() => onGo(null)}>{t('today')}</Button>
      <h2 className={classes.period} aria-live="polite">
        {show === 'month' ? formatDay(day, 'month') : `${calendarDay(first)} – ${calendarDay(last)}`}
      </h2>
    </>
  )
}

function ShowControl({ show, onChange }: { show: Show; onChange: (show: Show) => void }) {
  const { t } = useTranslation('onCall')
  return (
    <SegmentedControl
      aria-label={t('show')}
      value={show}
      onChange={(value) => onChange(value === 'month' ? 'month' : 'week')}
      data={[
        { value: 'week', label: t('week') },
        { value: 'month', label: t('month') },
      ]}
    />
  )
}

interface DialogsProps {
  asking: Asking | null
  schedule: OnCallListItem
  calendar: OnCallCalendar | undefined
  onClose: () => void
  onOpen: (scheduleId: string | undefined) => void
}

function Dialogs({ asking, schedule, calendar, onClose, onOpen }: DialogsProps) {
  if (asking === null) return null
  switch (asking.kind) {
    case 'new':
    case 'edit':
      return (
        <ScheduleDialog
          {...(asking.kind === 'edit' ? { schedule } : {})}
          onDone={({ id }) => {
            onClose()
            onOpen(id)
          }}
          onClose={onClose}
        />
      )
    case 'delete':
      return <DeleteSchedule schedule={schedule} onClose={onClose} onGone={() => onOpen(undefined)} />
    case 'override':
      return <OverrideDialog schedule={schedule} start={asking} onClose={onClose} />
    case 'swap':
      return (
        <SwapDialog schedule={schedule} first={asking.span} spans={calendar?.spans ?? []} onClose={onClose} />
      )
    default:
      return asking satisfies never
  }
}
