import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { DashboardGrid } from '../DashboardGrid.tsx'
import { COLUMNS } from '../dashboard-draft.ts'
import { useApps } from '../useApps.ts'
import { useLiveWidgets } from '../useLiveWidgets.ts'
import { dashboardQuery } from '../workspaces.queries.ts'
import classes from './Home.module.css'

interface HomeDashboardProps {
  dashboardId: string
  /** Only this widget of the dashboard, over the whole width. */
  widget?: string | undefined
  /** Instead of the name of the dashboard. */
  title?: string | undefined
}

/** A dashboard as its reader may see it; a page that is shared may name one that they may not. */
export function HomeDashboard({ dashboardId, widget, title }: HomeDashboardProps) {
  const { t } = useTranslation('home')
  const { tenantId } = useTenantScope()
  const mayRead = useMay('dashboard:read')
  const query = useQuery({ ...dashboardQuery(tenantId, dashboardId), enabled: mayRead })
  const apps = useApps()
  const all = query.data?.widgets
  const shown = useMemo(() => {
    if (widget === undefined) return all ?? []
    return (all ?? []).filter(({ id }) => id === widget).map((one) => ({ ...one, x: 0, y: 0, w: COLUMNS }))
  }, [all, widget])
  const appIds = useMemo(
    () => [...new Set(shown.flatMap((one) => (one.kind === 'text' ? [] : [String(one.app)])))],
    [shown],
  )
  useLiveWidgets(tenantId, appIds)
  const isGone =
    !mayRead || hasCode(query.error, 'resource.not_found') || hasCode(query.error, 'right.missing')
  if (isGone || (query.isSuccess && widget !== undefined && shown.length === 0))
    return <p className={classes.hint}>{t('dashboard.gone')}</p>
  if (query.isError)
    return (
      <PageFailure
        title={t('dashboard.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return null
  const { id, range, name } = query.data
  return (
    <section className={classes.board} aria-label={title ?? name}>
      {title !== undefined && <h2 className={classes.apart}>{title}</h2>}
      <DashboardGrid
        widgets={shown}
        saved={query.data.widgets}
        place={{ tenantId, dashboardId: id, range }}
        apps={apps}
      />
    </section>
  )
}
