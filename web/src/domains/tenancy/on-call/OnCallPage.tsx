// On-call schedules: who is on call when, and who is on call instead.
import type { OnCallListItem } from '@caseloom/contract/tenancy/on-call'
import { Button, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { onCallQuery } from '../../../data/on-call.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Centred, Content, PageBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { OnCallSearch } from './on-call-search.ts'
import classes from './OnCall.module.css'
import { onCallEn } from './on-call.en.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { ScheduleScreen } from './ScheduleScreen.tsx'

addTexts('onCall', onCallEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/on-call')

export function OnCallPage() {
  const { t } = useTranslation('onCall')
  const scope = useTenantScope()
  const search = route.useSearch()
  const navigate = useNavigate()
  const query = useQuery(onCallQuery(scope.tenantId))
  usePageTitle(t('title'))
  useBreadcrumbs([{ label: t('title'), to: paths.onCall(scope) }])
  const schedules = query.data?.items ?? []
  const selected = schedules.find(({ id }) => id === search.schedule) ?? schedules[0]
  const show = (next: OnCallSearch) => void navigate({ to: '.', search: next, replace: true })
  const choose = (schedule: string | undefined) => {
    const { schedule: _before, ...rest } = search
    show(schedule === undefined ? rest : { ...rest, schedule })
  }
  if (selected !== undefined)
    return (
      <ScheduleScreen
        key={selected.id}
        schedule={selected}
        search={search}
        onSearch={show}
        onOpen={choose}
        picker={<SchedulePicker schedules={schedules} selected={selected} onChange={choose} />}
      />
    )
  return (
    <PageFrame>
      <PageBar title={t('title')} />
      <Content>
        {query.isError && (
          <StateCard
            title={t('failed')}
            error={describeError(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.data !== undefined && <NoSchedules mayAdd={query.data.can.manage} onAdded={choose} />}
      </Content>
      <StatusBar />
    </PageFrame>
  )
}

interface SchedulePickerProps {
  schedules: readonly OnCallListItem[]
  selected: OnCallListItem
  onChange: (id: string) => void
}

function SchedulePicker({ schedules, selected, onChange }: SchedulePickerProps) {
  const { t } = useTranslation('onCall')
  if (schedules.length < 2) return null
  return (
    <Select
      aria-label={t('schedule')}
      className={classes.picker ?? ''}
      data={schedules.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={selected.id}
      allowDeselect={false}
      searchable={schedules.length > 8}
      onChange={(id) => id !== null && onChange(id)}
    />
  )
}

function NoSchedules({ mayAdd, onAdded }: { mayAdd: boolean; onAdded: (id: string) => void }) {
  const { t } = useTranslation('onCall')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Centred>
      <EmptyState title={t('none')} text={t(mayAdd ? 'noneText' : 'noneRead')}>
        {mayAdd && (
          <Button
            variant="filled"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            {t('new')}
          </Button>
        )}
      </EmptyState>
      {isAdding && (
        <ScheduleDialog
          onDone={({ id }) => {
            setIsAdding(false)
            onAdded(id)
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Centred>
  )
}
