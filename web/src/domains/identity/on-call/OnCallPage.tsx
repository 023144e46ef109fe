// On-call schedules: who is on call when, with overrides, times away, and gaps.
import type { OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { onCallSchedulesQuery } from '../../../data/on-call.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, PageBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { usePageTitle } from '../../../ui/page-title.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { onCallEn } from './on-call.en.ts'
import type { OnCallSearch } from './on-call-search.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { ScheduleScreen } from './ScheduleScreen.tsx'

addTexts('onCall', onCallEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/on-call')

export function OnCallPage() {
  const { t } = useTranslation('onCall')
  const scope = useTenantScope()
  const search = route.useSearch()
  const navigate = useNavigate()
  const query = useQuery(onCallSchedulesQuery(scope.tenantId))
  useBreadcrumbs([{ label: t('title') }])
  usePageTitle(t('title'), scope.tenantName)
  const schedules = query.data?.items ?? []
  const selected = schedules.find(({ id }) => id === search.schedule) ?? schedules[0]
  const show = (next: OnCallSearch) => void navigate({ to: paths.onCall(scope), search: next })
  if (selected !== undefined)
    return (
      <ScheduleScreen
        key={selected.id}
        schedule={selected}
        schedules={schedules}
        search={search}
        show={show}
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
        {query.data !== undefined && (
          <EmptyState title={t('none')} text={t(query.data.can.create ? 'noneText' : 'noneRead')}>
            {query.data.can.create && <NewSchedule onDone={({ id }) => show({ schedule: id })} />}
          </EmptyState>
        )}
      </Content>
      <StatusBar />
    </PageFrame>
  )
}

function NewSchedule({ onDone }: { onDone: (schedule: OnCallScheduleView) => void }) {
  const { t } = useTranslation('onCall')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
        onClick={() => setIsAdding(true)}
      >
        {t('new')}
      </Button>
      {isAdding && <ScheduleDialog onDone={onDone} onClose={() => setIsAdding(false)} />}
    </>
  )
}
