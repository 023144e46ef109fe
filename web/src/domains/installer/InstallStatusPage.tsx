import type { InstallStatus } from '@caseloom/contract/identity/installer'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { installStatusQuery } from '../../data/install.ts'
import type { StateName } from '../../ui/glyphs/state.ts'
import { StateGlyph } from '../../ui/glyphs/State.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { InstallFrame } from './InstallFrame.tsx'
import classes from './InstallStatusPage.module.css'

const FORWARD_MS = 1500

type Step = InstallStatus['steps'][number]

const GLYPH: Record<Step['state'], StateName> = {
  pending: 'queued',
  running: 'running',
  done: 'succeeded',
  failed: 'failed',
}
const WORD = {
  pending: 'status.pending',
  running: 'status.running',
  done: 'status.stepDone',
  failed: 'status.stepFailed',
} as const

/** Shows the installation steps while they run; ends on the sign-in page. */
export function InstallStatusPage() {
  const { t } = useTranslation('installer')
  const { data: status, isError } = useQuery(installStatusQuery)
  const phase = status?.status ?? 'inProgress'
  const isDone = phase === 'complete'
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), FORWARD_MS)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
  const title = isDone ? t('status.done') : phase === 'failed' ? t('status.failed') : t('status.title')
  usePageTitle(title)
  const steps = status?.steps ?? []
  return (
    <InstallFrame>
      <div className={classes.box} aria-live="polite">
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>
          {isDone ? t('status.doneLead') : phase === 'failed' ? t('status.failedLead') : t('status.lead')}
        </p>
        <Progress steps={steps} complete={isDone} />
        <ul className={classes.list} aria-label={t('status.steps')}>
          {steps.map((step) => (
            <li key={step.key} className={classes.step} data-state={step.state}>
              <StateGlyph state={GLYPH[step.state]} label={t(WORD[step.state])} />
              <span className={classes.name}>{step.title}</span>
              {step.detail !== undefined && <span className={classes.detail}>{step.detail}</span>}
            </li>
          ))}
        </ul>
        {isError && <p className={classes.trouble}>{t('status.unreachable')}</p>}
        {phase === 'failed' && (
          <Button variant="filled" size="md" component={Link} to="/install" className={classes.action}>
            {t('status.back')}
          </Button>
        )}
        {isDone && (
          <Button variant="filled" size="md" component={Link} to="/login" className={classes.action}>
            {t('status.logIn')}
          </Button>
        )}
      </div>
    </InstallFrame>
  )
}

function Progress({ steps, complete }: { steps: readonly Step[]; complete: boolean }) {
  const { t } = useTranslation('installer')
  const done = complete ? steps.length : steps.filter((step) => step.state === 'done').length
  const at = Math.min(steps.length, done + 1)
  const part = steps.length === 0 ? 0 : (complete ? 1 : (done + 0.5) / steps.length) * 100
  return (
    <>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('status.progress')}
        aria-valuemin={0}
        aria-valuemax={steps.length}
        aria-valuenow={done}
      >
        <div className={classes.fill} style={{ width: `${part}%` }} />
      </div>
      <p className={classes.count}>{t('status.step', { at, count: steps.length })}</p>
    </>
  )
}
