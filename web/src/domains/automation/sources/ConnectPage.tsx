// Connect a source: choose a product or paste an event, check the mapping, publish, and wait for the first event.
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Centred, Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { automationEn } from '../shared/automation.en.ts'
import { ChooseStep } from './ChooseStep.tsx'
import { LiveStep } from './LiveStep.tsx'
import { MapStep } from './MapStep.tsx'
import { setupEn } from './setup.en.ts'
import { sourcesEn } from './sources.en.ts'
import { Steps } from './Steps.tsx'
import { useConnectDraft } from './useConnectDraft.ts'

addTexts('automation', automationEn)
addTexts('sources', { ...sourcesEn, setup: setupEn })

export function ConnectPage() {
  const { t } = useTranslation('sources')
  const { t: say } = useTranslation('automation')
  const scope = useTenantScope()
  const mayBuild = useMay('playbook:build')
  useBreadcrumbs([{ label: say('orchestration'), to: paths.orchestration(scope) }, { label: t('title') }])
  usePageTitle(t('title'), say('orchestration'))
  if (mayBuild) return <Connect />
  return (
    <PageFrame>
      <PageBar title={t('title')} />
      <Content>
        <EmptyState title={t('noPermission')} text={t('noPermissionText')} />
      </Content>
    </PageFrame>
  )
}

function Connect() {
  const { t } = useTranslation('sources')
  const { tenantId } = useTenantScope()
  const state = useConnectDraft()
  const query = useQuery(appsQuery(tenantId))
  const apps = query.data?.filter(({ can }) => can.createRecord)
  const { stage, app: key } = state.draft
  const app = apps?.find((one) => one.key === key) ?? apps?.find((one) => one.key === 'alert') ?? apps?.[0]
  if (app !== undefined && apps !== undefined) {
    if (stage === 'map') return <MapStep key={app.id} state={state} app={app} apps={apps} />
    if (stage === 'live') return <LiveStep state={state} app={app} />
    return <ChooseStep state={state} />
  }
  return (
    <PageFrame>
      <PageBar title={t('title')} actions={<Steps stage={stage} />} />
      <Content>
        {query.isError && (
          <Centred>
            <StateCard
              title={t('appsFailed')}
              error={describeError(query.error)}
              onRetry={() => void query.refetch()}
            />
          </Centred>
        )}
        {query.isSuccess && <EmptyState title={t('noApp')} text={t('noAppText')} />}
      </Content>
    </PageFrame>
  )
}
