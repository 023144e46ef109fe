import { Group } from '@mantine/core'
import type { RunSummary } from '@caseloom/contract/automation/automation'
import { Tag } from '../../../ui/Chip.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import { type GridColumn, textColumn } from '../../../ui/grid/grid-column.ts'
import { DateTime, Duration } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from './Automation.module.css'
import type { Translate } from './translate.ts'

/** `within` a playbook, its name is omitted and the error takes the free width. */
export function runColumns(t: Translate, within: boolean): GridColumn<RunSummary>[] {
  const error: GridColumn<RunSummary> = {
    key: 'error',
    label: t('runs.error'),
    render: (run) => <span className={classes.errorCell}>{run.error?.message}</span>,
    text: (run) => run.error?.message,
  }
  const playbook = textColumn<RunSummary>({
    key: 'playbook',
    label: t('runs.playbook'),
    title: true,
    text: (run) => run.playbook.title,
  })
  return [
    {
      key: 'number',
      label: t('runs.run'),
      width: 112,
      render: (run) => t('run.name', { number: formatCount(run.number) }),
    },
    ...(within ? [] : [playbook]),
    {
      key: 'state',
      label: t('runs.state'),
      width: 224,
      render: (run) => <RunStateCell run={run} t={t} />,
    },
    {
      key: 'trigger',
      label: t('runs.trigger'),
      width: 128,
      render: (run) => startedBy(t, run),
      text: (run) => (run.rerunOf === null ? run.trigger.key : startedBy(t, run)),
    },
    within ? { ...error, title: true } : { ...error, width: 220 },
    {
      key: 'started',
      label: t('runs.started'),
      width: 172,
      render: (run) => <DateTime at={run.startedAt} seconds />,
    },
    {
      key: 'duration',
      label: t('runs.duration'),
      width: 84,
      align: 'end',
      render: (run) => <RunTime run={run} />,
    },
  ]
}

function RunStateCell({ run, t }: { run: RunSummary; t: Translate }) {
  return (
    <Group gap={8} wrap="nowrap">
      <State state={run.state}>{t(`states.${run.state}`)}</State>
      {run.loopStopped && <Tag>{t('loop.badge')}</Tag>}
    </Group>
  )
}

function startedBy(t: Translate, { trigger, rerunOf }: RunSummary): string {
  if (rerunOf === null) return triggerWord(t, trigger.kind)
  return t('runs.rerunOf', { number: formatCount(rerunOf.number) })
}

export function triggerWord(t: Translate, kind: string): string {
  return t(`trigger.${kind}`, { defaultValue: kind })
}

export function RunTime({ run }: { run: Pick<RunSummary, 'startedAt' | 'endedAt'> }) {
  if (run.endedAt === null) return <Duration since={run.startedAt} />
  return <Duration ms={Date.parse(run.endedAt) - Date.parse(run.startedAt)} />
}
