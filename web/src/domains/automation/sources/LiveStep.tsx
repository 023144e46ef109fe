import type { AppView } from '@caseloom/contract/apps/apps'
import type { PlaybookView } from '@caseloom/contract/automation/automation'
import type { TriggerOverview } from '@caseloom/contract/automation/triggers'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useLiveStatus } from '../../../data/live-status.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { SOURCES } from '@caseloom/playbook/source-mapping/sources'
import { Centred, Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { editedPlaybookQuery } from '../builder/model/builder.queries.ts'
import automation from '../shared/Automation.module.css'
import { Fact } from '../shared/Panel.tsx'
import { HookSetup } from '../triggers/HookSetup.tsx'
import { triggersQuery } from '../triggers/triggers.queries.ts'
import { FirstEvent } from './FirstEvent.tsx'
import { setupEn } from './setup.en.ts'
import classes from './Sources.module.css'
import { Steps } from './Steps.tsx'
import type { ConnectDraft } from './connect-draft.ts'
import type { DraftState } from './useConnectDraft.ts'

interface LiveStepProps {
  state: DraftState
  app: AppView
}

/** The next publication creates another. */
const NO_PLAYBOOK = { playbookId: null, playbookKey: null }

/** What to enter at the sender, and what has arrived. */
export function LiveStep({ state, app }: LiveStepProps) {
  const { t } = useTranslation('sources')
  const { tenantId } = useTenantScope()
  const { draft } = state
  const playbookId = draft.playbookId ?? ''
  const playbook = useQuery(editedPlaybookQuery(tenantId, playbookId, useLiveStatus() === 'live'))
  const trigger = useQuery(triggersQuery(tenantId, playbookId)).data?.find(({ key }) => key === 'source')
  const isGone = playbook.isError && playbook.data === undefined
  return (
    <PageFrame>
      <PageBar title={t('live.title', { name: draft.name })} actions={<Steps stage="live" />} />
      <Content padding="page">
        {isGone ? (
          <Centred>
            <StateCard
              title={t('live.loadFailed')}
              error={describeError(playbook.error)}
              onRetry={() => void playbook.refetch()}
            />
          </Centred>
        ) : (
          <div className={classes.live}>
            <section className={classes.setup}>
              <Address playbook={playbook.data} trigger={trigger} />
            </section>
            <aside className={classes.beside}>
              {trigger !== undefined && <FirstEvent trigger={trigger} text={draft.text} app={app} />}
              <SetupSteps source={draft.source} auth={draft.auth} />
            </aside>
          </div>
        )}
      </Content>
      <LiveFoot state={state} playbookId={isGone ? null : playbookId} />
    </PageFrame>
  )
}

interface AddressProps {
  playbook: PlaybookView | undefined
  trigger: TriggerOverview | undefined
}

/** Of a webhook with its secret; of a mailbox the address alone. */
function Address({ playbook, trigger }: AddressProps) {
  const { t } = useTranslation('sources')
  const hook = playbook?.hooks.find(({ key }) => key === 'source')
  if (playbook === undefined || trigger === undefined) return null
  if (hook === undefined)
    return (
      <Fact label={t('live.address')}>
        <code className={automation.address}>{trigger.address}</code>
      </Fact>
    )
  const { header } = trigger.options
  return (
    <HookSetup
      hook={hook}
      playbookId={playbook.id}
      header={typeof header === 'string' ? header : undefined}
      maySecret={playbook.can.readSecret}
    />
  )
}

function SetupSteps({ source, auth }: Pick<ConnectDraft, 'source' | 'auth'>) {
  const { t } = useTranslation('sources')
  const key = SOURCES.some((one) => one.key === source) ? String(source) : 'pasted'
  const [, steps] = Object.entries(setupEn.steps).find(([name]) => name === key) ?? ['', {}]
  return (
    <section className={classes.card} aria-labelledby="connect-setup">
      <h2 id="connect-setup" className={classes.cardTitle}>
        {t('live.steps')}
      </h2>
      <ol className={automation.howTo}>
        {Object.keys(steps)
          .filter((name) => name !== 'header' || auth === 'secret')
          .map((name) => (
            <li key={name}>{t(`setup.steps.${key}.${name}`)}</li>
          ))}
      </ol>
    </section>
  )
}

interface LiveFootProps {
  state: DraftState
  /** Null when there is no such playbook. */
  playbookId: string | null
}

function LiveFoot({ state, playbookId }: LiveFootProps) {
  const { t } = useTranslation('sources')
  const scope = useTenantScope()
  const again = playbookId === null ? NO_PLAYBOOK : {}
  return (
    <footer className={classes.foot}>
      <Button variant="subtle" onClick={() => state.change({ stage: 'map', ...again })}>
        {t('live.back')}
      </Button>
      <span className={classes.quiet}>
        {playbookId !== null && (
          <Link to={paths.playbook(scope, playbookId)} className={automation.link}>
            {t('live.playbook')}
          </Link>
        )}
      </span>
      <Button onClick={state.reset}>{t('live.another')}</Button>
    </footer>
  )
}
