import type { AppletView } from '@caseloom/contract/apps/applets'
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
import { appletQuery, updatesQuery } from '../model/applets.queries.ts'
import { appsEn } from '../model/apps.en.ts'
import { UpdateScreen } from './UpdateScreen.tsx'

addTexts('apps', appsEn)
addTexts('applets', appletsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/applet-builder/$appletId/update')

/** Takes the present version of an applet in the apps that link it. */
export function AppletUpdatePage() {
  const { t } = useTranslation('applets')
  const scope = useTenantScope()
  const { appletId } = route.useParams()
  const applet = useQuery(appletQuery(scope.tenantId, appletId))
  const updates = useQuery(updatesQuery(scope.tenantId, appletId))
  useCrumbs(applet.data)
  usePageTitle(applet.data?.name, t('title'))
  const failed = applet.data === undefined ? applet : updates
  if (failed.isError && (applet.data === undefined || updates.data === undefined))
    return (
      <PageFailure
        title={t('update.failed')}
        error={describeError(failed.error)}
        onRetry={() => void failed.refetch()}
      />
    )
  if (applet.data === undefined || updates.data === undefined) return <PageLoading kind="record" />
  return <UpdateScreen applet={applet.data} updates={updates.data.items} />
}

function useCrumbs(applet: AppletView | undefined): void {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const scope = useTenantScope()
  useBreadcrumbs([
    { label: app('apps.title'), to: paths.apps(scope) },
    { label: t('title'), to: paths.applets(scope) },
    ...(applet === undefined ? [] : [{ label: applet.name, to: paths.appletBuilder(scope, applet.id) }]),
  ])
}
