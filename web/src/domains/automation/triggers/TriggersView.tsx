// Triggers of a playbook: what starts it, its deliveries, secrets, and forms.
import type { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { TriggerOverview } from '@caseloom/contract/automation/triggers'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import classes from '../shared/Automation.module.css'
import { type PlaybookSearch, withParam } from '../shared/automation-search.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { readDocument } from '../graph/graph-document.ts'
import { HookSetup } from './HookSetup.tsx'
import { PanelSection } from '../shared/Panel.tsx'
import { triggerNode, triggerOf } from '../shared/run-summary.ts'
import { TriggerRules } from '../runs/TriggerRules.tsx'
import { TriggerFacts } from './TriggerFacts.tsx'
import { TriggerState } from './TriggerState.tsx'
import { TryTrigger } from './TryTrigger.tsx'
import { triggersEn } from './triggers.en.ts'
import { triggersQuery } from './triggers.queries.ts'

addTexts('triggers', triggersEn)

interface TriggersViewProps {
  playbook: PlaybookView
  document: JsonObject
  search: PlaybookSearch
  onSearch: (next: PlaybookSearch) => void
}

export function TriggersView({ playbook, search, onSearch }: TriggersViewProps) {
  const { t } = useTranslation('triggers')
  const { tenantId } = useTenantScope()
  const query = useQuery(triggersQuery(tenantId, playbook.id))
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('list.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const triggers = query.data
  if (triggers === undefined) return <Content>{null}</Content>
  const wanted = search.node === undefined ? null : triggerOf(search.node)
  const trigger = triggers.find(({ key }) => key === wanted) ?? triggers[0]
  if (trigger === undefined)
    return (
      <Content>
        <EmptyState
          title={t('list.none')}
          text={t(playbook.published === null ? 'list.unpublished' : 'list.noneText')}
        />
      </Content>
    )
  return (
    <div className={classes.split}>
      {/* A scrolling region must be reachable by keyboard. */}
      <section className={classes.setup} aria-labelledby="trigger-title" tabIndex={0}>
        <h2 id="trigger-title" className={classes.panelTitle}>
          {trigger.title}
        </h2>
        {triggers.length > 1 && (
          <TriggerSelect triggers={triggers} trigger={trigger} search={search} onSearch={onSearch} />
        )}
        <TriggerState key={trigger.id} trigger={trigger} playbookId={playbook.id} />
        <TryTrigger trigger={trigger} playbookId={playbook.id} />
        <Setup trigger={trigger} playbook={playbook} />
      </section>
      <div className={classes.column}>
        <Deliveries trigger={trigger} playbookId={playbook.id} search={search} onSearch={onSearch} />
      </div>
    </div>
  )
}

interface TriggerSelectProps {
  triggers: readonly TriggerOverview[]
  trigger: TriggerOverview
  search: PlaybookSearch
  onSearch: (next: PlaybookSearch) => void
}

function TriggerSelect({ triggers, trigger, search, onSearch }: TriggerSelectProps) {
  const { t } = useTranslation('triggers')
  return (
    <Select
      label={t('list.label')}
      data={triggers.map(({ key, title, kind }) => ({
        value: key,
        label: `${title} · ${t(`kinds.${kind}`)}`,
      }))}
      value={trigger.key}
      allowDeselect={false}
      onChange={(key) => {
        const { outcome: _outcome, delivery: _delivery, ...rest } = search
        onSearch(withParam(rest, 'node', key === null ? undefined : triggerNode(key)))
      }}
    />
  )
}

function Setup({ trigger, playbook }: { trigger: TriggerOverview; playbook: PlaybookView }) {
  const { t } = useTranslation('automation')
  const { triggers } = useMemo(() => readDocument(playbook.published ?? playbook.draft), [playbook])
  const written = triggers.find(({ key }) => key === trigger.key)
  const hook = playbook.hooks.find(({ id }) => id === trigger.id)
  return (
    <>
      {hook === undefined ? (
        <TriggerFacts trigger={trigger} />
      ) : (
        <HookSetup
          key={hook.id}
          hook={hook}
          playbookId={playbook.id}
          header={written?.kind === 'webhook' ? written.with.header : undefined}
          maySecret={playbook.can.readSecret}
        />
      )}
      {written !== undefined && (
        <PanelSection title={t('hook.rules')}>
          <TriggerRules trigger={written} />
        </PanelSection>
      )}
    </>
  )
}

interface DeliveriesProps extends Pick<TriggersViewProps, 'search' | 'onSearch'> {
  trigger: TriggerOverview
  playbookId: string
}

function Deliveries({ trigger, playbookId, search, onSearch }: DeliveriesProps) {
  const { t } = useTranslation('automation')
  const mayReadRuns = useMay('run:read')
  if (!mayReadRuns) return <p className={classes.noRight}>{t('log.noRight')}</p>
  return (
    <DeliveryLog
      key={`${trigger.id} ${search.outcome}`}
      playbookId={playbookId}
      triggerId={trigger.id}
      outcome={search.outcome}
      delivery={search.delivery}
      onOutcome={(outcome) => onSearch(withParam(search, 'outcome', outcome))}
    />
  )
}
