import type { OnCallRange, OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Content, KeyHint, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import { Shortcuts } from '../../../ui/shortcuts/Shortcuts.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { AwayDialog } from './AwayDialog.tsx'
import { type CalendarDay, dateAt, daysOf } from './calendar.ts'
import { GapNotice } from './GapNotice.tsx'
import classes from './OnCall.module.css'
import type { OnCallSearch } from './on-call-search.ts'
import { rangeQuery } from './on-call.queries.ts'
import { OnCallGrid } from './OnCallGrid.tsx'
import { OnCallPanel } from './OnCallPanel.tsx'
import { OverrideDialog, type OverridePart } from './OverrideDialog.tsx'
import { DeleteSchedule, ScheduleBar, type ScheduleDialogName } from './ScheduleBar.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

interface ScheduleScreenProps {
  schedule: OnCallScheduleView
  schedules: readonly OnCallScheduleView[]
  search: OnCallSearch
  show: (search: OnCallSearch) => void
}

/** One schedule: its calendar, what is wrong with it, and who is on call now. */
export function ScheduleScreen({ schedule, schedules, search, show }: ScheduleScreenProps) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const [dialog, setDialog] = useState<ScheduleDialogName | null>(null)
  const [part, setPart] = useState<OverridePart | null>(null)
  const view = search.view ?? 'week'
  const date = search.at ?? dateAt(schedule.zone, Date.now())
  const days = daysOf(view, date, schedule.zone)
  const span = spanOf(days)
  const query = useQuery(rangeQuery(tenantId, schedule.id, span))
  const override = () => setPart(nextHours(schedule))
  const mayOverride = schedule.can.override
  useKeyActions(mayOverride ? [{ keys: ['O'], label: t('keys.override'), run: override }] : [])
  const bar = { schedule, schedules, search, show, view, date, days }
  return (
    <PageFrame>
      <ScheduleBar {...bar} onOverride={override} onOpen={setDialog} />
      <Content>
        <div className={classes.split}>
          <div className={classes.main}>
            {query.isError && query.data === undefined && (
              <StateCard
                title={t('failed')}
                error={describeError(query.error)}
                onRetry={() => void query.refetch()}
              />
            )}
            {query.data !== undefined && (
              <>
                <OnCallGrid
                  schedule={schedule}
                  range={query.data}
                  days={days}
                  onReplace={openPart(setPart)}
                />
                <GapNotice schedule={schedule} gaps={query.data.gaps} onChoose={openPart(setPart)} />
              </>
            )}
          </div>
          <OnCallPanel schedule={schedule} hours={query.data?.hours} view={view} />
        </div>
      </Content>
      <StatusBar end={<Shortcuts />}>
        {t('zone', { zone: schedule.zone })}
        <KeyHint keys={<Kbd keys="←→↑↓" />}>{t('keys.move')}</KeyHint>
      </StatusBar>
      {part !== null && (
        <OverrideDialog
          schedule={schedule}
          part={part}
          blocks={query.data?.blocks ?? []}
          onClose={() => setPart(null)}
        />
      )}
      <Dialogs {...{ schedule, dialog, days, show }} onClose={() => setDialog(null)} />
    </PageFrame>
  )
}

interface DialogsProps {
  schedule: OnCallScheduleView
  dialog: ScheduleDialogName | null
  days: readonly CalendarDay[]
  show: (search: OnCallSearch) => void
  onClose: () => void
}

function Dialogs({ schedule, dialog, show, onClose }: DialogsProps) {
  switch (dialog) {
    case 'new':
      return (
        <ScheduleDialog
          onDone={({ id }) => {
            onClose()
            show({ schedule: id })
          }}
          onClose={onClose}
        />
      )
    case 'edit':
      return <ScheduleDialog schedule={schedule} onDone={onClose} onClose={onClose} />
    case 'away': {
      const { from, to } = nextHours(schedule)
      return <AwayDialog schedule={schedule} from={from} to={to} onClose={onClose} />
    }
    case 'delete':
      return <DeleteSchedule schedule={schedule} onDone={() => show({})} onClose={onClose} />
    case null:
      return null
    default:
      return dialog satisfies never
  }
}

function spanOf(days: readonly CalendarDay[]): { from: number; to: number } {
  return { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 }
}

const HOUR = 3_600_000

/** The first lane from the next full hour on. */
function nextHours({ layers }: OnCallScheduleView): OverridePart {
  const from = Math.ceil(Date.now() / HOUR) * HOUR
  const [layer] = layers
  return {
    layer: layer?.key ?? '',
    shift: layer?.shifts[0]?.key ?? null,
    from: new Date(from).toISOString(),
    to: new Date(from + 8 * HOUR).toISOString(),
    userId: null,
  }
}

type Placed = Pick<OnCallRange['blocks'][number], 'shift' | 'from' | 'to' | 'userId'>

function openPart(setPart: (part: OverridePart) => void) {
  return ({
    layer,
    shift,
    from,
    to,
    userId,
  }: Omit<Placed, 'userId'> & { layer: string | null; userId: string }) => {
    if (layer !== null) setPart({ layer, shift, from, to, userId })
  }
}
