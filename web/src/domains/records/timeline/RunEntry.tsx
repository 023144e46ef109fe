import type { RunSummary } from '@caseloom/contract/automation/automation'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { stateOf } from '../../../ui/glyphs/state.ts'
import { formatCount } from '../../../ui/time.ts'
import { Duration } from '../../../ui/Times.tsx'
import records from '../model/Records.module.css'
import { ThreadEntry } from './ThreadEntry.tsx'
import classes from './Timeline.module.css'

/** A run that touched the record, at its start, with how it ended. */
export function RunEntry({ run }: { run: RunSummary }) {
  const { t } = useTranslation('timeline')
  const scope = useTenantScope()
  const { startedAt, endedAt } = run
  return (
    <ThreadEntry
      at={startedAt}
      glyph={<StateGlyph state={stateOf(run.state) ?? 'queued'} />}
      head={
        <>
          <span className={records.who}>{run.playbook.title}</span> {t(`run.${run.state}`)}
        </>
      }
    >
      <span className={classes.facts}>
        <span>{t('run.number', { number: formatCount(run.number) })}</span>
        {endedAt !== null && <Duration ms={Date.parse(endedAt) - Date.parse(startedAt)} />}
        {run.error !== null && <bdi>{run.error.message}</bdi>}
        <Link className={records.link} to={paths.run(scope, run.id)}>
          {t('run.open')}
        </Link>
      </span>
    </ThreadEntry>
  )
}
