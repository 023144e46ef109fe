import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { PageLoading } from '../../../ui/frame/PageLoading.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { appQuery } from '../model/apps.queries.ts'
import { appsEn } from '../model/apps.en.ts'
import { BuilderScreen } from './BuilderScreen.tsx'
import type { BuilderView } from '../draft/builder-types.ts'

addTexts('apps', appsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/app-builder/$appId')
const workflowRoute = getRouteApi('/account/$accountId/tenant/$tenantId/workflow/$appId')

export function AppBuilderPage() {
  return <LoadedBuilder appId={route.useParams().appId} first="layout" />
}

/** The same builder, opened at the workflow. */
export function AppWorkflowPage() {
  return <LoadedBuilder appId={workflowRoute.useParams().appId} first="workflow" />
}

function LoadedBuilder({ appId, first }: { appId: string; first: BuilderView }) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const query = useQuery(appQuery(scope.tenantId, appId))
  const name = query.data?.name
  const isNamed = first === 'workflow' && name !== undefined
  useBreadcrumbs([
    { label: t('apps.title'), to: paths.apps(scope) },
    ...(isNamed ? [{ label: name, to: paths.appBuilder(scope, appId) }] : []),
  ])
  usePageTitle(query.data?.name, t('apps.title'))
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('builder.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return <PageLoading kind="canvas" />
  // The draft starts from the revision that was read first; other users' revisions are merged on publishing.
  return <BuilderScreen key={query.data.id} app={query.data} first={first} />
}
