import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveStatus } from '../../../data/live-status.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { STATES } from '../../../ui/glyphs/state.ts'
import { LiveState } from '../../../ui/LiveState.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { RunActions } from './RunActions.tsx'
import own from './RunHeader.module.css'
import { CauseFact, LoopStops } from './RunCause.tsx'
import { RunTime, triggerWord } from '../shared/run-columns.tsx'
import { countSteps, hasEnded, shortId, triggerNode, type Run } from '../shared/run-summary.ts'
import type { Translate } from '../shared/translate.ts'

interface RunHeaderProps {
  run: Run
  name: string
  onPayload: () => void
}

export function RunHeader({ run, name, onPayload }: RunHeaderProps) {
  const { t } = useTranslation('automation')
  const live = useLiveStatus()
  const over = hasEnded(run.state)
  return (
    <header className={classes.runHeader}>
      <div className={classes.runHeadline}>
        <h1 className={classes.runName}>{name}</h1>
        <Chip hue={STATES[run.state].hue} glyph={<StateGlyph state={run.state} />}>
          {t(`states.${run.state}`)}
        </Chip>
        {!over && run.cancel !== null && <Chip hue="amber">{t('control.cancelling')}</Chip>}
        {run.databaseWait !== null && <Chip hue="amber">{t('run.databaseWait.chip')}</Chip>}
        {!over && (
          <span className={classes.runLive}>
            <LiveState status={live} />
          </span>
        )}
        <RunActions run={run} />
      </div>
      <RunFacts run={run} onPayload={onPayload} over={over} />
      {run.error !== null && (run.state !== 'cancelled' || run.cancel === null) && (
        <p className={classes.runError}>
          <code>{run.error.code}</code> {run.error.message}
        </p>
      )}
      <DatabaseWaitNote wait={run.databaseWait} />
      <LoopStops stops={run.loopStops} />
    </header>
  )
}

/** Nothing has failed: what waits, why, and that it continues without anyone doing anything. */
function DatabaseWaitNote({ wait }: { wait: Run['databaseWait'] }) {
  const { t } = useTranslation('automation')
  if (wait === null) return null
  return (
    <p className={own.databaseWait} role="status">
      <strong>{wait.reason}.</strong>{' '}
      {wait.step === null ? t('run.databaseWait.run') : t('run.databaseWait.step', { step: wait.step })}{' '}
      <span>
        {t('run.databaseWait.since')} <DateTime at={wait.since} seconds />
      </span>
    </p>
  )
}

interface RunFactsProps {
  run: RunHeaderProps['run']
  onPayload: () => void
  over: boolean
}

function RunFacts({ run, onPayload, over }: RunFactsProps) {
  const { t } = useTranslation('automation')
  return (
    <dl className={classes.facts}>
      <HeaderFact label={t('run.trigger')}>
        <TriggerFact run={run} />
        {run.can.data && (
          <button type="button" className={classes.stepLink} onClick={onPayload}>
            {t('run.payload')}
          </button>
        )}
      </HeaderFact>
      <HeaderFact label={t('run.version')}>{run.playbook.version}</HeaderFact>
      <HeaderFact label={t('run.started')}>
        <DateTime at={run.startedAt} seconds />
      </HeaderFact>
      <HeaderFact label={over ? t('run.duration') : t('run.elapsed')}>
        <RunTime run={run} />
      </HeaderFact>
      <HeaderFact label={t('run.steps')}>{stepsText(t, run)}</HeaderFact>
      <RecordsFact run={run} />
      <ControlFacts run={run} />
      {run.cause !== null && (
        <HeaderFact label={t('loop.causedBy')}>
          <CauseFact cause={run.cause} />
        </HeaderFact>
      )}
      {over && (
        <HeaderFact label={t('run.retained')} wideOnly>
          {run.keptUntil === null ? t('run.forGood') : <DateTime at={run.keptUntil} />}
        </HeaderFact>
      )}
    </dl>
  )
}

interface HeaderFactProps {
  label: string
  wideOnly?: boolean
  children: ReactNode
}

function HeaderFact({ label, wideOnly = false, children }: HeaderFactProps) {
  return (
    <div className={`${classes.headerFact} ${wideOnly ? own.wideOnly : ''}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function stepsText(t: Translate, run: Run): string {
  const counts = countSteps(run.steps)
  const words = (['done', 'failed', 'skipped', 'cancelled', 'open'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t(`run.counts.${kind}`, { shown: formatCount(counts[kind]) }))
  return words.length === 0 ? t('run.counts.none') : words.join(', ')
}

function TriggerFact({ run }: { run: Run }) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const mayReadPlaybooks = useMay('playbook:read')
  const { kind, key, deliveryId } = run.trigger
  const word = triggerWord(t, kind)
  if (deliveryId === null) return <span>{word}</span>
  return (
    <span>
      {t('run.delivery', { trigger: word })}{' '}
      {mayReadPlaybooks ? (
        <Link
          to={paths.playbook(scope, run.playbook.id)}
          search={{ view: 'triggers', node: triggerNode(key), delivery: deliveryId }}
          className={classes.link}
          title={deliveryId}
        >
          {shortId(deliveryId)}
        </Link>
      ) : (
        <span title={deliveryId}>{shortId(deliveryId)}</span>
      )}
    </span>
  )
}

function ControlFacts({ run }: { run: Run }) {
  const { t } = useTranslation('automation')
  const { cancel, rerunOf, reruns, redelivery } = run
  return (
    <>
      {cancel !== null && (
        <HeaderFact label={hasEnded(run.state) ? t('control.cancelledBy') : t('control.askedBy')}>
          <span>
            {t('control.byAt', { name: cancel.by })} <DateTime at={cancel.at} seconds />
          </span>
        </HeaderFact>
      )}
      {redelivery !== null && (
        <HeaderFact label={t('control.redeliveredBy')}>
          <span>
            {t('control.byAt', { name: redelivery.by })} <DateTime at={redelivery.at} seconds />
          </span>
        </HeaderFact>
      )}
      {redelivery !== null && redelivery.run !== null && (
        <HeaderFact label={t('control.redeliveryOf')}>
          <RunLink {...redelivery.run} />
        </HeaderFact>
      )}
      {rerunOf !== null && (
        <HeaderFact label={t('control.rerunOf')}>
          <RunLink {...rerunOf} />
        </HeaderFact>
      )}
      {reruns.length > 0 && (
        <HeaderFact label={t('control.reruns')}>
          {reruns.slice(0, SHOWN).map((one) => (
            <RunLink key={one.id} {...one} />
          ))}
          {reruns.length > SHOWN && (
            <span>{t('run.moreRecords', { shown: formatCount(reruns.length - SHOWN) })}</span>
          )}
        </HeaderFact>
      )}
    </>
  )
}

function RunLink({ id, number }: { id: string; number: number }) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  return (
    <Link to={paths.run(scope, id)} className={classes.link}>
      {t('run.name', { number: formatCount(number) })}
    </Link>
  )
}

const SHOWN = 4

function RecordsFact({ run }: { run: Run }) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  if (run.records.length === 0) return null
  const rest = run.records.slice(SHOWN)
  return (
    <HeaderFact label={t('run.records', { count: run.records.length })}>
      {run.records.slice(0, SHOWN).map(({ appId, recordId, trackingId }) => (
        <Link key={recordId} to={paths.record(scope, appId, recordId)} className={classes.link}>
          {trackingId}
        </Link>
      ))}
      {rest.length > 0 && (
        <span title={rest.map(({ trackingId }) => trackingId).join(', ')}>
          {t('run.moreRecords', { shown: formatCount(rest.length) })}
        </span>
      )}
    </HeaderFact>
  )
}
