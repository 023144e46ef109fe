import type { StepError, StepView } from '@caseloom/contract/automation/automation'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { TabBar, tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { JsonView } from '../../../ui/JsonView.tsx'
import { formatDuration } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { Attempts } from './Attempts.tsx'
import type { RunSearch, StepTab } from '../shared/automation-search.ts'
import type { GraphDocument } from '../graph/graph-document.ts'
import { findStep, hasEnded, type Run } from '../shared/run-summary.ts'
import { WaitingFor } from '../approvals/WaitingFor.tsx'
import { RerunFromStepDialog } from './RerunFromStepDialog.tsx'
import { Iteration } from './Iteration.tsx'
import { hasLog, StepLog } from './StepLog.tsx'
import { StepDefinition } from './StepPanel.tsx'
import { Pane, StepValue } from './StepValue.tsx'
import { TriggerRules } from './TriggerRules.tsx'
import type { Translate } from '../shared/translate.ts'

type Step = z.infer<typeof StepView>

interface DetailProps {
  run: Run
  document: GraphDocument
  tab: RunSearch['tab']
  onTab: (tab: RunSearch['tab']) => void
}

const TABS = 'step'

interface StepDetailProps extends DetailProps {
  step: Step
  onGo: (step: string) => void
  turn: string | undefined
  onTurn: (turn: string | undefined) => void
}

export function StepDetail({ run, step, document, tab, onTab, onGo, turn, onTurn }: StepDetailProps) {
  const { t } = useTranslation('automation')
  const definition = findStep([...document.steps, ...(document.onError?.steps ?? [])], step.key)
  const value: StepTab = tab === undefined || (tab === 'log' && !hasLog(step)) ? 'values' : tab
  const shown = (one: Step) =>
    value === 'values' ? (
      <Values run={run} step={one} />
    ) : value === 'attempts' ? (
      <Attempts step={one} />
    ) : (
      <StepLog run={run} step={one} />
    )
  return (
    <Detail
      glyph={<StateGlyph state={step.state} label={t(`states.${step.state}`)} />}
      title={step.title}
      action={step.action}
      end={
        step.depth === 0 &&
        step.part === null &&
        hasEnded(run.state) && <RerunFromStepDialog run={run} step={step} />
      }
    >
      <DetailTabs value={value} step={step} onTab={onTab} />
      {step.state === 'waiting' && <WaitingFor runId={run.id} path={step.path} />}
      <div {...tabPanelProps(TABS, value)} className={classes.detailBody} data-tab={value}>
        {value !== 'definition' && step.instances !== null ? (
          <Iteration run={run} step={step} turn={turn} onTurn={onTurn}>
            {shown}
          </Iteration>
        ) : (
          value !== 'definition' && shown(step)
        )}
        {value === 'definition' &&
          (definition === undefined ? (
            <p className={classes.prose}>{t('detail.noDefinition')}</p>
          ) : (
            <StepDefinition step={definition} document={document} onGo={onGo} />
          ))}
      </div>
    </Detail>
  )
}

interface DetailTabsProps {
  value: StepTab
  step: StepDetailProps['step']
  onTab: (tab: RunSearch['tab']) => void
}

function DetailTabs({ value, step, onTab }: DetailTabsProps) {
  const { t } = useTranslation('automation')
  return (
    <TabBar
      label={t('detail.tabs')}
      size="panel"
      prefix={TABS}
      value={value}
      tabs={[
        { key: 'values', label: t('detail.values') },
        {
          key: 'attempts',
          label: t('detail.attempts'),
          ...(step.instances === null ? { count: step.attempts.length } : {}),
        },
        ...(hasLog(step) ? [{ key: 'log', label: t('detail.log') }] : []),
        { key: 'definition', label: t('detail.definition') },
      ]}
      onChange={(key) => onTab(tabOf(key))}
    />
  )
}

function tabOf(key: string): RunSearch['tab'] {
  return key === 'attempts' || key === 'log' || key === 'definition' ? key : undefined
}

export function TriggerDetail({ run, document, tab, onTab }: DetailProps) {
  const { t } = useTranslation('automation')
  const trigger = document.triggers.find(({ key }) => key === run.trigger.key)
  const value: StepTab = tab === 'definition' ? 'definition' : 'values'
  return (
    <Detail
      glyph={<StateGlyph state="succeeded" label={t('states.succeeded')} />}
      title={trigger?.title ?? run.trigger.key}
      action={run.trigger.kind}
    >
      <TabBar
        label={t('detail.tabs')}
        size="panel"
        prefix={TABS}
        value={value}
        tabs={[
          { key: 'values', label: t('detail.payload') },
          { key: 'definition', label: t('detail.definition') },
        ]}
        onChange={(key) => onTab(key === 'definition' ? key : undefined)}
      />
      <div {...tabPanelProps(TABS, value)} className={classes.detailBody} data-tab={value}>
        {value === 'values' && <RunValues run={run} />}
        {value === 'definition' &&
          (trigger === undefined ? (
            <p className={classes.prose}>{t('detail.noDefinition')}</p>
          ) : (
            <TriggerRules trigger={trigger} />
          ))}
      </div>
    </Detail>
  )
}

function Detail({
  glyph,
  title,
  action,
  end,
  children,
}: {
  glyph: ReactNode
  title: string
  action: string
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={classes.detail} aria-labelledby="detail-title">
      <header className={classes.detailHeader}>
        {glyph}
        <h2 id="detail-title" className={classes.panelTitle} title={title}>
          {title}
        </h2>
        <code className={classes.mono}>{action}</code>
        {end}
      </header>
      {children}
    </section>
  )
}

function RunValues({ run }: { run: Run }) {
  const { t } = useTranslation('automation')
  if (!run.can.data) return <NoData />
  const place = { runId: run.id, path: '' }
  return (
    <div className={classes.panes}>
      <div className={classes.paneCell}>
        <StepValue
          title={t('value.trigger')}
          place={{ ...place, side: 'trigger', stage: '' }}
          known="unknown"
          note={t('value.withoutCredentials')}
        />
      </div>
      <div className={classes.paneCell}>
        {run.output !== null ? (
          <JsonView title={t('value.runOutput')} value={run.output} />
        ) : run.state === 'succeeded' && run.document['output'] !== undefined ? (
          <StepValue
            title={t('value.runOutput')}
            place={{ ...place, side: 'output', stage: run.state }}
            known="unknown"
          />
        ) : (
          <Pane title={t('value.runOutput')}>
            <p className={classes.prose}>
              {t(hasEnded(run.state) ? 'value.noRunOutput' : 'value.runOutputLater')}
            </p>
          </Pane>
        )}
      </div>
    </div>
  )
}

function Values({ run, step }: { run: Run; step: Step }) {
  const { t } = useTranslation('automation')
  const stage = `${step.state} ${step.attempts.length}`
  return (
    <div className={classes.panes}>
      <div className={classes.paneCell}>
        {!run.can.data ? (
          <NoData />
        ) : step.input === null ? (
          <Pane title={t('value.input')}>
            <p className={classes.prose}>{noValueText(t, step)}</p>
          </Pane>
        ) : (
          <StepValue
            title={t('value.input')}
            place={{ runId: run.id, path: step.path, side: 'input', stage }}
            known={step.input}
            note={t('value.masked')}
          />
        )}
      </div>
      <div className={classes.paneCell}>
        {step.error !== null ? (
          <ErrorCard step={step} error={step.error} shown={run.can.data} />
        ) : !run.can.data ? null : step.output === null ? (
          <Pane title={t('value.output')}>
            <p className={classes.prose}>{noValueText(t, step)}</p>
          </Pane>
        ) : (
          <StepValue
            title={t('value.output')}
            place={{ runId: run.id, path: step.path, side: 'output', stage }}
            known={step.output}
          />
        )}
      </div>
    </div>
  )
}

function noValueText(t: Translate, step: Step): string {
  switch (step.state) {
    case 'queued':
      return t('value.queued')
    case 'skipped':
      return t('value.skipped')
    case 'running':
    case 'waiting':
    case 'retrying':
      return t('value.later')
    default:
      return t('value.none')
  }
}

function NoData() {
  const { t } = useTranslation('automation')
  return <p className={classes.noRight}>{t('value.noRight')}</p>
}

function ErrorCard({ step, error, shown }: { step: Step; error: z.infer<typeof StepError>; shown: boolean }) {
  const { t } = useTranslation('automation')
  const last = step.attempts.at(-1)
  return (
    <Pane
      title={t('value.error')}
      below={
        shown &&
        error.detail !== undefined &&
        error.detail !== null && (
          <JsonView title={t('value.errorDetail')} value={error.detail} maxHeight={400} />
        )
      }
    >
      <div className={classes.errorCard}>
        <code className={classes.errorCode}>{error.code}</code>
        <p className={classes.errorText}>{error.message}</p>
        {last !== undefined && (
          <p className={classes.quiet}>
            {t('value.attemptOf', { attempt: last.attempt, of: step.attempts.length })}
            {last.endedAt !== null &&
              `, ${formatDuration(Date.parse(last.endedAt) - Date.parse(last.startedAt))}`}
          </p>
        )}
      </div>
    </Pane>
  )
}
