import type { AppView } from '@caseloom/contract/apps/apps'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useLiveStatus } from '../../../data/live-status.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { SOURCES } from '@caseloom/playbook/source-mapping/sources'
import { Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { editedPlaybookQuery } from '../builder/model/builder.queries.ts'
import automation from '../shared/Automation.module.css'
import { Fact } from '../shared/Panel.tsx'
import { HookSetup } from '../triggers/HookSetup.tsx'
import { triggersQuery } from '../triggers/triggers.queries.ts'
import { FirstEvent } from './FirstEvent.tsx'
import { setupEn } from './setup.en.ts'
import classes from './Sources.module.css'
import { Steps } from './Steps.tsx'
import type { DraftState } from './useConnectDraft.ts'

interface LiveStepProps {
  state: DraftState
  app: AppView
}

/** What to enter at the sender, and what has arrived. */
export function LiveStep({ state, app }: LiveStepProps) {
  const { t } = useTranslation('sources')
  const { tenantId } = useTenantScope()
  const { draft } = state
  const playbookId = draft.playbookId ?? ''
  const playbook = useQuery(editedPlaybookQuery(tenantId, playbookId, useLiveStatus() === 'live'))
  const triggers = useQuery(triggersQuery(tenantId, playbookId))
  const trigger = triggers.data?.find(({ key }) => key === 'source')
  const hook = playbook.data?.hooks.find(({ key }) => key === 'source')
  if (playbook.isError && playbook.data === undefined)
    return (
      <PageFailure
        title={t('live.loadFailed')}
        error={describeError(playbook.error)}
        onRetry={() => void playbook.refetch()}
      />
    )
  const header = trigger?.options['header']
  return (
    <PageFrame>
      <PageBar title={t('live.title', { name: draft.name })} actions={<Steps stage="live" />} />
      <Content padding="page">
        <div className={classes.live}>
          <section className={classes.setup}>
            {hook !== undefined && (
              <HookSetup
                hook={hook}
                playbookId={playbookId}
                header={typeof header === 'string' ? header : undefined}
                maySecret={playbook.data?.can.readSecret === true}
              />
            )}
            {hook === undefined && trigger !== undefined && (
              <Fact label={t('live.address')}>
                <code className={automation.address}>{trigger.address}</code>
              </Fact>
            )}
            <SetupSteps source={draft.source} />
          </section>
          <aside className={classes.beside}>
            {trigger !== undefined && <FirstEvent trigger={trigger} text={draft.text} app={app} />}
          </aside>
        </div>
      </Content>
      <LiveFoot state={state} playbookId={playbookId} />
    </PageFrame>
  )
}

function SetupSteps({ source }: { source: string | null }) {
  const { t } = useTranslation('sources')
  const key = SOURCES.some((one) => one.key === source) ? String(source) : 'pasted'
  const [, steps] = Object.entries(setupEn.steps).find(([name]) => name === key) ?? ['', []]
  return (
    <section aria-labelledby="connect-setup">
      <h2 id="connect-setup" className={classes.cardTitle}>
        {t('live.steps')}
      </h2>
      <ol className={automation.howTo}>
        {steps.map((_step, at) => (
          <li key={at}>{t(`setup.steps.${key}.${at}`)}</li>
        ))}
      </ol>
    </section>
  )
}

function LiveFoot({ state, playbookId }: { state: DraftState; playbookId: string }) {
  const { t } = useTranslation('sources')
  const scope = useTenantScope()
  const navigate = useNavigate()
  return (
    <footer className={classes.foot}>
      <Button variant="subtle" onClick={() => state.change({ stage: 'map' })}>
        {t('live.back')}
      </Button>
      <span className={classes.quiet}>
        <Link to={paths.playbook(scope, playbookId)} className={automation.link}>
          {t('live.playbook')}
        </Link>
      </span>
      <Button
        onClick={() => {
          state.reset()
          void navigate({ to: paths.connect(scope) })
        }}
      >
        {t('live.another')}
      </Button>
    </footer>
  )
}
