import type { StepView } from '@caseloom/contract/automation/automation'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import automation from '../shared/Automation.module.css'
import { stepValueQuery } from '../shared/automation.queries.ts'
import type { Run } from '../shared/run-summary.ts'
import classes from './StepLog.module.css'

type Step = z.infer<typeof StepView>

/** Actions with a log in their output or in their error details. */
export function hasLog(step: Pick<Step, 'action'>): boolean {
  return step.action === 'code.script'
}

export function StepLog({ run, step }: { run: Run; step: Step }) {
  const { t } = useTranslation('automation')
  if (!run.can.data) return <p className={automation.noRight}>{t('value.noRight')}</p>
  if (step.error !== null) return <Log text={logIn(step.error.detail)} />
  if (step.output === null) return <p className={automation.prose}>{t('log.later')}</p>
  return <ReadLog run={run} step={step} />
}

function ReadLog({ run, step }: { run: Run; step: Step }) {
  const { t } = useTranslation('automation')
  const { tenantId } = useTenantScope()
  const stage = `${step.state} ${step.attempts.length}`
  const query = useQuery(stepValueQuery(tenantId, { runId: run.id, path: step.path, side: 'output', stage }))
  if (query.isError)
    return (
      <StateCard
        title={t('value.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return <p role="status">{t('value.loading')}</p>
  return <Log text={logIn(query.data.value)} />
}

function Log({ text }: { text: string }) {
  const { t } = useTranslation('automation')
  if (text === '') return <p className={automation.prose}>{t('log.nothing')}</p>
  return (
    <div className={classes.log}>
      <CopyButton value={text} label={t('log.copy')} />
      {/* A scrolling region must be reachable by keyboard. */}
      <pre tabIndex={0} aria-label={t('detail.log')}>
        {text}
      </pre>
    </div>
  )
}

function logIn(value: JsonValue | undefined): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const { log } = value
  return typeof log === 'string' ? log : ''
}
