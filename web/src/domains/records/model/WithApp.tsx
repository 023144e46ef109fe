import type { AppView } from '@caseloom/contract/apps/apps'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { ownApp } from './own-app.ts'

/** A page of an app, once loaded; leads away when the app doesn't exist or isn't visible. */
export function WithApp({ appId, children }: { appId: string; children: (app: AppView) => ReactNode }) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const apps = useQuery(appsQuery(tenantId))
  const found = apps.data?.find((one) => one.id === appId)
  const app = useMemo(() => found && ownApp(found), [found])
  if (app !== undefined) return children(app)
  if (apps.isError && apps.data === undefined)
    return (
      <PageFailure
        title={t('page.appFailed')}
        error={describeError(apps.error)}
        onRetry={() => void apps.refetch()}
      />
    )
  // A list that is being refetched may be about to include a new app.
  const isMissing = apps.isSuccess && !apps.isFetching
  return isMissing ? <Navigate to="/tenant-error" replace /> : <PageFrame>{null}</PageFrame>
}
