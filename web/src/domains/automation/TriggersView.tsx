import type { PlaybookView } from '@caseloom/contract/automation'
import type { JsonObject } from '@caseloom/contract/json'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../data/scope.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Content } from '../../ui/frame/Frame.tsx'
import classes from './Automation.module.css'
import { type PlaybookSearch, withParam } from './automation-search.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { readDocument } from './graph-document.ts'
import { HookSetup } from './HookSetup.tsx'
import { PanelSection } from './Panel.tsx'
import { triggerNode, triggerOf } from './run-summary.ts'
import { TriggerRules } from './TriggerRules.tsx'

interface TriggersViewProps {
  playbook: PlaybookView
  document: JsonObject
  search: PlaybookSearch
  onSearch: (next: PlaybookSearch) => void
}

/** The webhooks of the published version: how each is set up, and everything it ever took. */
export function TriggersView({ playbook, search, onSearch }: TriggersViewProps) {
  const { t } = useTranslation('automation')
  const mayReadRuns = useMay('run:read')
  const { triggers } = useMemo(() => readDocument(playbook.published ?? playbook.draft), [playbook])
  const wanted = search.node === undefined ? null : triggerOf(search.node)
  const hook = playbook.hooks.find(({ key }) => key === wanted) ?? playbook.hooks[0]
  if (hook === undefined) {
    return (
      <Content>
        <EmptyState
          title={t('hook.none')}
          text={playbook.published === null ? t('hook.unpublished') : t('hook.noneText')}
        />
      </Content>
    )
  }
  const trigger = triggers.find(({ key }) => key === hook.key)
  const nameOf = (key: string) => triggers.find((one) => one.key === key)?.title ?? key
  return (
    <div className={classes.split}>
      {/* A region that scrolls is reached by keyboard, too. */}
      <section className={classes.setup} aria-labelledby="hook-title" tabIndex={0}>
        <h2 id="hook-title" className={classes.panelTitle}>
          {nameOf(hook.key)}
        </h2>
        {playbook.hooks.length > 1 && (
          <Select
            label={t('hook.choose')}
            data={playbook.hooks.map(({ key }) => ({ value: key, label: nameOf(key) }))}
            value={hook.key}
            allowDeselect={false}
            onChange={(key) => {
              const { outcome: _outcome, delivery: _delivery, ...rest } = search
              onSearch(withParam(rest, 'node', key === null ? undefined : triggerNode(key)))
            }}
          />
        )}
        <HookSetup
          key={hook.id}
          hook={hook}
          header={trigger?.kind === 'webhook' ? trigger.with.header : undefined}
          maySecret={playbook.can.readSecret}
        />
        {trigger !== undefined && (
          <PanelSection title={t('hook.rules')}>
            <TriggerRules trigger={trigger} />
          </PanelSection>
        )}
      </section>
      <div className={classes.column}>
        {mayReadRuns ? (
          <DeliveryLog
            key={`${hook.id} ${search.outcome}`}
            triggerId={hook.id}
            outcome={search.outcome}
            delivery={search.delivery}
            onOutcome={(outcome) => onSearch(withParam(search, 'outcome', outcome))}
          />
        ) : (
          <p className={classes.noRight}>{t('log.noRight')}</p>
        )}
      </div>
    </div>
  )
}
