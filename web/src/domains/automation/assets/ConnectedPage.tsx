import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import classes from './Assets.module.css'
import { assetsEn } from './assets.en.ts'
import { finishConnection, refreshAssets } from './assets.queries.ts'

addTexts('assets', assetsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/assets/connected')

/** OAuth redirect target: submits the authorization code once and returns to the asset. */
export function ConnectedPage() {
  const { t } = useTranslation('assets')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { state = '', code = '', error } = route.useSearch()
  const isBegun = useRef(false)
  const finishing = useMutation({
    mutationFn: () => finishConnection(scope.tenantId, { state, code }),
    onSuccess: (asset) => {
      refreshAssets(client, scope.tenantId)
      toast({ kind: 'success', title: t('connected.done', { name: asset.name }) })
      // The code must not stay in the browser history.
      void navigate({ to: paths.assets(scope), search: { asset: asset.id }, replace: true })
    },
  })
  const { mutate } = finishing
  const isRefused = error !== undefined || code === ''
  useEffect(() => {
    if (isBegun.current || isRefused) return
    isBegun.current = true
    mutate()
  }, [isRefused, mutate])
  usePageTitle(t('connected.title'))
  const reason = error ?? '?'
  const failure = isRefused
    ? t('connected.refused', { reason })
    : finishing.isError
      ? describeError(finishing.error).text
      : null
  return (
    <PageFrame>
      <PageBar title={t('connected.title')} />
      <Content padding="page">
        {failure === null ? (
          <p role="status">{t('connected.wait')}</p>
        ) : (
          <div className={classes.form}>
            <ErrorSummary message={`${t('connected.failed')}. ${failure}`} />
            <Link to={paths.assets(scope)} className={classes.link}>
              {t('connected.back')}
            </Link>
          </div>
        )}
      </Content>
    </PageFrame>
  )
}
