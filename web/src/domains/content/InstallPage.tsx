import type { InstallView, ItemDecision } from '@caseloom/contract/content/packages'
import { Progress } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { watchTask } from '../../data/hubs.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { Chip, Tag } from '../../ui/Chip.tsx'
import { useBreadcrumbs } from '../../ui/frame/breadcrumbs.ts'
import { Content, PageBar, PageFrame } from '../../ui/frame/Frame.tsx'
import { PageFailure } from '../../ui/frame/PageFailure.tsx'
import { PageLoading } from '../../ui/frame/PageLoading.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { contentEn } from './content.en.ts'
import { installQuery, isWorking } from './content.queries.ts'
import { stateWord } from './content-words.ts'
import classes from './Content.module.css'
import { InstallFoot } from './InstallFoot.tsx'
import { InstallItems } from './InstallItems.tsx'
import { InstallSide } from './InstallSide.tsx'

addTexts('content', contentEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/content/$installId')

/** The plan of an import, its progress, and its result: one page from the file to the undo. */
export function InstallPage() {
  const { t } = useTranslation('content')
  const scope = useTenantScope()
  const client = useQueryClient()
  const { installId } = route.useParams()
  const query = useQuery(installQuery(scope.tenantId, installId))
  useBreadcrumbs([{ label: t('title'), to: paths.content(scope) }])
  usePageTitle(query.data?.title, t('title'))
  useEffect(() => watchTask(client, scope.tenantId, installId), [client, scope.tenantId, installId])
  if (query.data === undefined)
    return query.isError ? (
      <PageFailure
        title={t('plan.load')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <PageLoading kind="record" />
    )
  return <InstallScreen install={query.data} />
}

function InstallScreen({ install }: { install: InstallView }) {
  const { t } = useTranslation('content')
  const [decisions, setDecisions] = useState<Readonly<Record<string, ItemDecision>>>({})
  const { title, version, state, done, total } = install
  const isPlan = state === 'planned'
  const percent = total === 0 ? 100 : (100 * done) / total
  return (
    <PageFrame>
      <PageBar
        title={isPlan ? t('plan.title', { name: title }) : title}
        beside={
          <>
            <Tag mono>{version}</Tag>
            <span role="status">
              <Chip hue={install.outcome === 'partial' || install.outcome === 'failed' ? 'amber' : 'gray'}>
                {stateWord(install, t)}
              </Chip>
            </span>
          </>
        }
      />
      {isWorking(install) && state !== 'undoing' && (
        <div className={classes.row}>
          <span>{t('plan.progress', { done, total })}</span>
          <Progress
            className={classes.grow}
            value={percent}
            size="sm"
            aria-label={t('plan.progress', { done, total })}
          />
        </div>
      )}
      <Content>
        <div className={classes.columns}>
          <InstallItems
            install={install}
            decisions={decisions}
            onDecide={(name, decision) => setDecisions((before) => ({ ...before, [name]: decision }))}
          />
          <InstallSide install={install} />
        </div>
      </Content>
      <InstallFoot install={install} decisions={decisions} />
    </PageFrame>
  )
}
