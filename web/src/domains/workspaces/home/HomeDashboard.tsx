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
import { dashboardQuery, dashboardsQuery } from '../workspaces.queries.ts'
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
  const list = useQuery({ ...dashboardsQuery(tenantId), enabled: mayRead })
  // Asking for a dashboard that isn't shared with the reader would lead them away from their home.
  const isShared = list.data?.some(({ id }) => id === dashboardId)
  const query = useQuery({ ...dashboardQuery(tenantId, dashboardId), enabled: isShared === true })
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
    !mayRead ||
    isShared === false ||
    hasCode(query.error, 'resource.not_found') ||
    hasCode(query.error, 'right.missing')
  if (isGone || (query.isSuccess && widget !== undefined && shown.length === 0))
    return <p className={classes.hint}>{t('dashboard.gone')}</p>
  const failed = [list, query].find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined)
    return (
      <PageFailure
        title={t('dashboard.failed')}
        error={describeError(failed.error)}
        onRetry={() => void failed.refetch()}
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
