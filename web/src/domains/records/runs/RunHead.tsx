import type { AppView } from '@caseloom/contract/apps/apps'
import type { Occasion } from '@caseloom/contract/apps/workflow'
import type { WorkflowRunSummary, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { ActionIcon, Button } from '@mantine/core'
import {
  IconApi,
  IconBolt,
  IconChevronLeft,
  IconChevronRight,
  IconDeviceFloppy,
  IconEye,
  IconFileImport,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { PageBar } from '../../../ui/frame/Frame.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { CompareMenu, Differing } from './CompareMenu.tsx'
import classes from './Runs.module.css'
import type { Say } from '../../../field-types/field-type.ts'
import { firedOf } from './run-outcomes.ts'
import { hasChanged } from './run-rows.ts'
import type { Comparison } from './useComparison.ts'

const GLYPHS: Record<Occasion, typeof IconEye> = {
  new: IconPlus,
  open: IconEye,
  edit: IconPencil,
  save: IconDeviceFloppy,
  import: IconFileImport,
  api: IconApi,
  playbook: IconBolt,
}

interface RunHeadProps {
  app: AppView
  run: WorkflowRunView
  recordId: string
  /** Oldest first. */
  runs: readonly WorkflowRunSummary[]
  onGo: (sequence: number | null) => void
  comparison: Comparison
}

export function RunHead({ app, run, recordId, runs, onGo, comparison }: RunHeadProps) {
  const { t } = useTranslation('workflow-runs')
  const scope = useTenantScope()
  const fired = run.rules.filter(({ outcome }) => outcome === 'true')
  const changed = fired.flatMap(({ actions }) => actions).filter((effect) => hasChanged(run, effect))
  const facts = [
    [t('by'), run.actor.name],
    [t('at'), <DateTime key="at" at={run.at} seconds />],
    [t('workflow'), t('version', { app: app.name, version: run.workflowVersion })],
    [t('rules'), rulesText(run, t)],
    [t('changed'), t('items', { count: changed.length })],
  ] as const
  return (
    <>
      <PageBar
        title={t('sequence', { sequence: run.sequence })}
        beside={<Chip hue="blue">{t(`occasions.${run.cause}`, { ns: 'workflow' })}</Chip>}
        actions={
          <>
            <CompareMenu app={app} run={run} runs={runs} comparison={comparison} />
            <Button component={Link} to={paths.record(scope, app.id, recordId)}>
              {t('openRecord')}
            </Button>
            {app.can.build && (
              <Button component={Link} to={paths.workflow(scope, app.id)}>
                {t('openEditor')}
              </Button>
            )}
          </>
        }
      />
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Strip {...{ run, runs, onGo, comparison }} />
      <Differing app={app} run={run} comparison={comparison} />
    </>
  )
}

function rulesText({ rules }: WorkflowRunView, t: Say): string {
  const counts = firedOf(rules)
  return t(counts.hidden === 0 ? 'fired' : 'firedAndHidden', counts)
}

type StripProps = Pick<RunHeadProps, 'run' | 'runs' | 'onGo' | 'comparison'>

function Strip({ run, runs, onGo, comparison }: StripProps) {
  const { t } = useTranslation('workflow-runs')
  const at = runs.findIndex(({ sequence }) => sequence === run.sequence)
  return (
    <nav className={classes.strip} aria-label={t('title')}>
      <ActionIcon
        variant="default"
        aria-label={t('previous')}
        title={t('previous')}
        disabled={run.previous === null}
        onClick={() => onGo(run.previous)}
      >
        <IconChevronLeft size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('next')}
        title={t('next')}
        disabled={run.next === null}
        onClick={() => onGo(run.next)}
      >
        <IconChevronRight size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      {at !== -1 && <strong>{t('of', { n: at + 1, count: runs.length })}</strong>}
      <Squares {...{ run, runs, onGo, comparison }} />
      <span className={classes.hint}>
        <Kbd keys="[" /> <Kbd keys="]" /> {t('step')} <Kbd keys="C" /> {t('compare').toLowerCase()}
      </span>
    </nav>
  )
}

/** One for each run, with that of the page in view. */
function Squares({ run, runs, onGo, comparison }: StripProps) {
  const { t } = useTranslation('workflow-runs')
  const current = useRef<HTMLButtonElement>(null)
  const count = runs.length
  useEffect(() => {
    if (count > 0) current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [count])
  return (
    <span className={classes.squares}>
      {runs.map(({ sequence, cause }) => {
        const Glyph = GLYPHS[cause]
        const label = t('sequence', { sequence })
        return (
          <button
            key={sequence}
            ref={sequence === run.sequence ? current : null}
            type="button"
            className={classes.square}
            aria-label={label}
            title={label}
            aria-current={sequence === run.sequence}
            data-compared={sequence === comparison.with || undefined}
            onClick={() => onGo(sequence)}
          >
            <Glyph size={14} stroke={1.7} aria-hidden />
          </button>
        )
      })}
    </span>
  )
}
