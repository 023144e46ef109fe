import type { OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { ActionIcon, Button, Menu, SegmentedControl, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { PageBar } from '../../../ui/frame/Frame.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type CalendarDay, type CalendarView, moved, spanText, VIEWS } from './calendar.ts'
import classes from './OnCall.module.css'
import type { OnCallSearch } from './on-call-search.ts'
import { refreshOnCall, removeSchedule } from './on-call.queries.ts'

export type ScheduleDialogName = 'new' | 'edit' | 'away' | 'delete'

interface ScheduleBarProps {
  schedule: OnCallScheduleView
  schedules: readonly OnCallScheduleView[]
  search: OnCallSearch
  show: (search: OnCallSearch) => void
  view: CalendarView
  date: string
  days: readonly CalendarDay[]
  onOverride: () => void
  onOpen: (dialog: ScheduleDialogName) => void
}

/** The schedule’s name, which days are shown, and what can be done. */
export function ScheduleBar(props: ScheduleBarProps) {
  const { schedule, schedules, search, show, onOverride, onOpen } = props
  const { t } = useTranslation('onCall')
  const { can } = schedule
  return (
    <PageBar
      title={schedule.name}
      beside={
        schedules.length > 1 && (
          <Select
            aria-label={t('choose')}
            size="xs"
            w={180}
            data={schedules.map(({ id, name }) => ({ value: id, label: name }))}
            value={schedule.id}
            allowDeselect={false}
            onChange={(id) => id !== null && show({ ...search, schedule: id })}
          />
        )
      }
      parts={<Period {...props} />}
      actions={
        <div className={classes.bar}>
          {can.edit && <Button onClick={() => onOpen('edit')}>{t('edit')}</Button>}
          {can.override && (
            <Button
              variant="filled"
              aria-keyshortcuts="O"
              rightSection={<Kbd keys="O" />}
              onClick={onOverride}
            >
              {t('override.open')}
            </Button>
          )}
          {can.override && <MoreMenu canEdit={can.edit} onOpen={onOpen} />}
        </div>
      }
    />
  )
}

function Period({ schedule, search, show, view, date, days }: ScheduleBarProps) {
  const { t } = useTranslation('onCall')
  const step = (by: 1 | -1) => show({ ...search, at: moved(view, date, by) })
  return (
    <div className={classes.bar}>
      <ActionIcon
        variant="subtle"
        size={28}
        aria-label={t('calendar.previous')}
        title={t('calendar.previous')}
        onClick={() => step(-1)}
      >
        <IconChevronLeft size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={28}
        aria-label={t('calendar.next')}
        title={t('calendar.next')}
        onClick={() => step(1)}
      >
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <Button onClick={() => show({ ...search, at: undefined })}>{t('calendar.today')}</Button>
      <span className={classes.period} aria-live="polite">
        {spanText(days)}
      </span>
      <SegmentedControl
        aria-label={t('calendar.view')}
        size="xs"
        data={VIEWS.map((one) => ({ value: one, label: t(`calendar.${one}`) }))}
        value={view}
        onChange={(next) => show({ ...search, at: date, view: VIEWS.find((one) => one === next) })}
      />
      <span className={classes.zone}>{schedule.zone}</span>
    </div>
  )
}

function MoreMenu({ canEdit, onOpen }: { canEdit: boolean; onOpen: (dialog: ScheduleDialogName) => void }) {
  const { t } = useTranslation('onCall')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={t('more')} title={t('more')}>
          <IconDots size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen('away')}>{t('absence.open')}</Menu.Item>
        {canEdit && (
          <>
            <Menu.Item onClick={() => onOpen('new')}>{t('new')}</Menu.Item>
            <Menu.Item color="red" onClick={() => onOpen('delete')}>
              {t('delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface DeleteScheduleProps {
  schedule: OnCallScheduleView
  onDone: () => void
  onClose: () => void
}

export function DeleteSchedule({ schedule, onDone, onClose }: DeleteScheduleProps) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const { name } = schedule
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      text={t('deleteText')}
      confirm={t('deleteConfirm', { name })}
      danger
      run={() => removeSchedule(tenantId, schedule.id)}
      onDone={() => {
        onClose()
        void refreshOnCall(client, tenantId)
        toast({ kind: 'success', title: t('deleted', { name }) })
        onDone()
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
