import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { PageLoading } from '../../../ui/frame/PageLoading.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { appletsEn } from '../model/applets.en.ts'
import { appsEn } from '../model/apps.en.ts'
import { appletQuery } from '../model/applets.queries.ts'
import type { AppletPart } from './applet-parts.ts'
import { AppletScreen } from './AppletScreen.tsx'

addTexts('apps', appsEn)
addTexts('applets', appletsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/applet-builder/$appletId')
const workflowRoute = getRouteApi('/account/$accountId/tenant/$tenantId/workflow/applet/$appletId')

export function AppletBuilderPage() {
  const { part } = route.useSearch()
  return <LoadedBuilder appletId={route.useParams().appletId} first={part ?? 'layout'} />
}

/** The same builder, opened at the workflow. */
export function AppletWorkflowPage() {
  return <LoadedBuilder appletId={workflowRoute.useParams().appletId} first="workflow" />
}

function LoadedBuilder({ appletId, first }: { appletId: string; first: AppletPart }) {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const scope = useTenantScope()
  const query = useQuery(appletQuery(scope.tenantId, appletId))
  useBreadcrumbs(
    first === 'workflow'
      ? [{ label: app('workflows.title'), to: paths.workflows(scope) }]
      : [
          { label: app('apps.title'), to: paths.apps(scope) },
          { label: t('title'), to: paths.applets(scope) },
        ],
  )
  usePageTitle(query.data?.name, t('title'))
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('builder.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return <PageLoading kind="canvas" />
  return <AppletScreen key={query.data.id} applet={query.data} first={first} />
}
