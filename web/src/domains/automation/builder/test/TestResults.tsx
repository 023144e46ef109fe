import type { RunSummary, StepView } from '@caseloom/contract/automation/automation'
import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { paths } from '../../../../data/paths.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { State } from '../../../../ui/glyphs/State.tsx'
import { formatDuration } from '../../../../ui/time.ts'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import { StepValue } from '../../runs/StepValue.tsx'
import { SaveTestDialog } from '../saved-tests/SaveTestDialog.tsx'
import { hasEnded } from '../../shared/run-summary.ts'
import { useOwnSamples } from '../samples/samples.ts'
import { testRunQuery } from './test.queries.ts'

type Step = z.infer<typeof StepView>

export function TestResults({ run, onAgain }: { run: RunSummary; onAgain: () => void }) {
  const { t } = useTranslation('panel')
  const { t: say } = useTranslation('automation')
  const { t: sayTest } = useTranslation('savedTests')
  const scope = useTenantScope()
  const { data } = useQuery(testRunQuery(scope.tenantId, run.id))
  const state = data?.state ?? run.state
  const failure = data?.error ?? null
  const [isSaving, setSaving] = useState(false)
  const [{ testRun, sampleOf = null }] = useOwnSamples()
  const mayKeep = hasEnded(state) && state !== 'cancelled'
  return (
    <Section
      title={t('test.run', { number: run.number })}
      end={<State state={state}>{say(`states.${state}`)}</State>}
    >
      {failure !== null && (
        <p className={classes.fault}>
          {failure.message} ({failure.code})
        </p>
      )}
      <ol className={classes.results} aria-label={t('test.steps')}>
        {(data?.steps ?? []).map((step) => (
          <li key={step.path}>
            <ResultRow step={step} runId={run.id} />
          </li>
        ))}
      </ol>
      <p className={classes.note}>{t('test.used')}</p>
      <div className={classes.buttons}>
        <Button variant="filled" onClick={onAgain}>
          {t('test.again')}
        </Button>
        {mayKeep && <Button onClick={() => setSaving(true)}>{sayTest('save')}</Button>}
        <Button component={Link} to={paths.run(scope, run.id)} variant="subtle">
          {t('test.open')}
        </Button>
      </div>
      {isSaving && (
        <SaveTestDialog
          runId={run.id}
          sampleOf={testRun === run.id ? sampleOf : null}
          onClose={() => setSaving(false)}
        />
      )}
    </Section>
  )
}

function ResultRow({ step, runId }: { step: Step; runId: string }) {
  const { t } = useTranslation('panel')
  const { t: say } = useTranslation('automation')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.resultRow}>
      <UnstyledButton className={classes.resultHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        <span className={classes.grow}>{step.title}</span>
        {step.durationMs !== null && <span className={classes.note}>{formatDuration(step.durationMs)}</span>}
        <State state={step.state}>{say(`states.${step.state}`)}</State>
      </UnstyledButton>
      {step.error !== null && <p className={classes.fault}>{step.error.message}</p>}
      {isOpen && step.input !== null && (
        <StepValue
          title={t('test.input')}
          known={step.input}
          place={{ runId, path: step.path, side: 'input', stage: step.state }}
        />
      )}
      {isOpen && step.output !== null && (
        <StepValue
          title={t('test.gave')}
          known={step.output}
          place={{ runId, path: step.path, side: 'output', stage: step.state }}
        />
      )}
    </div>
  )
}
