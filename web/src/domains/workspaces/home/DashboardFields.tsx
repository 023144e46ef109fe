import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { dashboardQuery, dashboardsQuery } from '../workspaces.queries.ts'
import type { HomeWidgetForm } from './home-widget-form.ts'

interface DashboardFieldsProps {
  form: HomeWidgetForm
  change: (over: Partial<HomeWidgetForm>) => void
  isMissing: boolean
}

const WHOLE = ''

/** Which dashboard, and whether all of it. */
export function DashboardFields({ form, change, isMissing }: DashboardFieldsProps) {
  const { t } = useTranslation('home')
  const { tenantId } = useTenantScope()
  const { dashboardId, widget } = form
  const dashboards = useQuery(dashboardsQuery(tenantId)).data ?? []
  const one = useQuery({
    ...dashboardQuery(tenantId, dashboardId ?? ''),
    enabled: dashboards.some(({ id }) => id === dashboardId),
  })
  const widgets = one.data?.widgets ?? []
  return (
    <>
      <Select
        label={t('pages.dashboard')}
        searchable
        allowDeselect={false}
        data={dashboards.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={dashboardId}
        error={isMissing ? t('pages.faults.dashboard') : undefined}
        onChange={(chosen) => change({ dashboardId: chosen, widget: null })}
      />
      <Select
        label={t('pages.dashboardWidget')}
        allowDeselect={false}
        disabled={dashboardId === null}
        data={[
          { value: WHOLE, label: t('pages.wholeDashboard') },
          ...widgets.map(({ id, title }) => ({ value: id, label: title || id })),
        ]}
        value={widget ?? WHOLE}
        onChange={(chosen) => change({ widget: chosen === WHOLE ? null : chosen })}
      />
    </>
  )
}
