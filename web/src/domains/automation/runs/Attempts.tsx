import type { StepView } from '@caseloom/contract/automation/automation'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import type { StateName } from '../../../ui/glyphs/state.ts'
import { ClockTime, Duration } from '../../../ui/Times.tsx'
import classes from '../shared/Automation.module.css'
import { Fact } from '../shared/Panel.tsx'

type Step = z.infer<typeof StepView>

export function Attempts({ step }: { step: Step }) {
  const { t } = useTranslation('automation')
  if (step.attempts.length === 0)
    return <p className={classes.prose}>{step.pure ? t('attempts.pure') : t('attempts.none')}</p>
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('attempts.number')}</th>
            <th scope="col">{t('attempts.result')}</th>
            <th scope="col">{t('attempts.started')}</th>
            <th scope="col">{t('attempts.duration')}</th>
            <th scope="col">{t('attempts.error')}</th>
          </tr>
        </thead>
        <tbody>
          {step.attempts.map((attempt) => {
            const state = stateOf(step, attempt)
            return <AttemptRow key={attempt.attempt} attempt={attempt} state={state} />
          })}
        </tbody>
      </table>
      {step.idempotencyKey !== null && (
        <Fact label={t('attempts.key')}>
          <span className={classes.copyLine}>
            <code className={classes.address}>{step.idempotencyKey}</code>
            <CopyButton value={step.idempotencyKey} label={t('attempts.copyKey')} />
          </span>
        </Fact>
      )}
    </>
  )
}

function AttemptRow({ attempt, state }: { attempt: StepView['attempts'][number]; state: AttemptState }) {
  const { t } = useTranslation('automation')
  return (
    <tr>
      <td>{attempt.attempt}</td>
      <td>
        <State state={state}>{t(`states.${state}`)}</State>
      </td>
      <td>
        <ClockTime at={attempt.startedAt} />
      </td>
      <td>
        {attempt.endedAt === null ? (
          <Duration since={attempt.startedAt} />
        ) : (
          <Duration ms={Date.parse(attempt.endedAt) - Date.parse(attempt.startedAt)} />
        )}
      </td>
      <td className={classes.tableText}>
        {attempt.error !== null && (
          <>
            <code className={classes.mono}>{attempt.error.code}</code> {attempt.error.message}
          </>
        )}
      </td>
    </tr>
  )
}

type AttemptState = Extract<StateName, 'failed' | 'succeeded' | 'running' | 'waiting' | 'cancelled'>

function stateOf(step: Step, attempt: Step['attempts'][number]): AttemptState {
  if (attempt.error !== null) return 'failed'
  if (attempt.endedAt === null) {
    if (step.state === 'running' || step.state === 'waiting') return step.state
    return 'cancelled'
  }
  return step.state === 'cancelled' ? 'cancelled' : 'succeeded'
}
