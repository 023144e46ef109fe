import type { Occasion } from '@caseloom/contract/apps/workflow'
import type { WorkflowRunSummary, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { ActionIcon } from '@mantine/core'
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
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../ui/Kbd.tsx'
import classes from './Runs.module.css'
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

interface RunStripProps {
  run: WorkflowRunView
  /** Oldest first. */
  runs: readonly WorkflowRunSummary[]
  onGo: (sequence: number | null) => void
  comparison: Comparison
}

/** The runs of the record in a row, to step through. */
export function RunStrip({ run, runs, onGo, comparison }: RunStripProps) {
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
        <span className={classes.legendSquare} aria-hidden /> {t('changedSomething')}
        <Kbd keys="[" /> <Kbd keys="]" /> {t('step')} <Kbd keys="C" /> {t('compare').toLowerCase()}
      </span>
    </nav>
  )
}

/** One for each run, with that of the page in view. */
function Squares({ run, runs, onGo, comparison }: RunStripProps) {
  const { t } = useTranslation('workflow-runs')
  const current = useRef<HTMLButtonElement>(null)
  const count = runs.length
  useEffect(() => {
    if (count > 0) current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [count])
  return (
    <span className={classes.squares}>
      {runs.map(({ sequence, cause, changed }) => {
        const Glyph = GLYPHS[cause]
        const label = t(changed ? 'sequenceChanged' : 'sequence', { sequence })
        return (
          <button
            key={sequence}
            ref={sequence === run.sequence ? current : null}
            type="button"
            className={classes.square}
            aria-label={label}
            title={label}
            aria-current={sequence === run.sequence}
            data-changed={changed || undefined}
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
