import { NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { runStepQuery } from '../shared/automation.queries.ts'
import type { Run } from '../shared/run-summary.ts'
import {
  depthOf,
  firstIterations,
  pathOf,
  enclosingIteration,
  iterationsOf,
  iterationsUnder,
} from './iterations.ts'
import turnClasses from './Iteration.module.css'

type Step = Run['steps'][number]

interface OneTurnProps {
  run: Run
  step: Step
  turn: string | undefined
  onTurn: (turn: string | undefined) => void
  children: (one: Step) => ReactNode
}

export function Iteration({ run, step, turn: chosen, onTurn, children }: OneTurnProps) {
  const { t } = useTranslation('runs')
  const { tenantId } = useTenantScope()
  const shared = chosen === undefined ? [] : iterationsUnder(step.path, chosen)
  const turns = shared.length === 0 ? firstIterations(step) : filled(shared, depthOf(step.path))
  const setTurns = (next: readonly number[]) =>
    onTurn(enclosingIteration(pathOf(step.path, next)) ?? undefined)
  const { instances } = step
  const stage = `${step.state} ${instances?.total ?? 0} ${instances?.open ?? 0}`
  const path = pathOf(step.path, turns)
  const some = instances !== null && instances.total > 0
  const query = useQuery({ ...runStepQuery(tenantId, { runId: run.id, path, stage }), enabled: some })
  if (!some) return <p className={classes.prose}>{t('turn.none')}</p>
  return (
    <>
      <IterationBar turns={turns} step={step} setTurns={setTurns} instances={instances} path={path} />
      {query.isError ? (
        <StateCard
          title={t('turn.unknown')}
          error={describeError(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        query.data !== undefined && children(query.data)
      )}
    </>
  )
}

const MAX_LINKS = 20

/** Inner loops start with their first iteration. */
function filled(turns: readonly number[], depth: number): number[] {
  return Array.from({ length: depth }, (_none, at) => turns[at] ?? 0)
}

function numbers(path: string): string {
  return iterationsOf(path)
    .map((turn) => turn + 1)
    .join('.')
}

interface IterationBarProps {
  turns: number[]
  step: OneTurnProps['step']
  setTurns: (next: readonly number[]) => void
  instances: NonNullable<OneTurnProps['step']['instances']>
  path: string
}

function IterationBar({ turns, step, setTurns, instances, path }: IterationBarProps) {
  const { t } = useTranslation('runs')
  return (
    <div className={turnClasses.bar}>
      {turns.map((turn, at) => (
        <NumberInput
          // Nested loops are distinguished by depth.
          key={`${step.path} ${turns.length} ${at + 1}`}
          label={turns.length === 1 ? t('turn.label') : t('turn.nested', { depth: at + 1 })}
          className={turnClasses.field}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          value={turn + 1}
          onChange={(value) => {
            const wanted = Math.max(0, Math.trunc(Number(value)) - 1)
            if (Number.isFinite(wanted)) setTurns(turns.map((old, index) => (index === at ? wanted : old)))
          }}
        />
      ))}
      <span className={turnClasses.of}>{t('turn.of', { shown: formatCount(instances.total) })}</span>
      {instances.failedPaths.length > 0 && (
        <nav className={turnClasses.failed} aria-label={t('turn.failed')}>
          {t('turn.failed')}
          {instances.failedPaths.slice(0, MAX_LINKS).map((failed) => (
            <button
              key={failed}
              type="button"
              className={turnClasses.link}
              aria-current={failed === path ? 'true' : undefined}
              aria-label={t('turn.one', { turn: numbers(failed) })}
              onClick={() => setTurns(iterationsOf(failed))}
            >
              {numbers(failed)}
            </button>
          ))}
        </nav>
      )}
    </div>
  )
}
