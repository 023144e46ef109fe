import type { ApprovalState, ApprovalSummary } from '@caseloom/contract/automation/approvals'
import type { TFunction } from 'i18next'
import { ShapeGlyph } from '../../../ui/glyphs/State.tsx'
import { Tags } from '../../../ui/Chip.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { DateTime, TimeAgo } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from './People.module.css'
import { LOOKS } from './question-state.ts'

export type PeopleWords = TFunction<'people'>

export function QuestionState({ state, t }: { state: ApprovalState; t: PeopleWords }) {
  return (
    <span className={classes.state}>
      <ShapeGlyph {...LOOKS[state]} />
      {t(`states.${state}`)}
    </span>
  )
}

export function questionColumns(t: PeopleWords): GridColumn<ApprovalSummary>[] {
  return [
    {
      key: 'title',
      label: t('list.title'),
      title: true,
      render: (one) => one.title,
      text: (one) => one.title,
    },
    { key: 'kind', label: t('list.kind'), width: 88, render: (one) => t(`kinds.${one.kind}`) },
    {
      key: 'state',
      label: t('list.state'),
      width: 112,
      render: (one) => <QuestionState state={one.state} t={t} />,
    },
    { key: 'playbook', label: t('list.playbook'), width: 208, render: (one) => one.playbook.title },
    {
      key: 'run',
      label: t('list.run'),
      width: 64,
      align: 'end',
      render: (one) => `#${formatCount(one.run.number)}`,
    },
    { key: 'asked', label: t('list.asked'), width: 176, render: (one) => <Tags values={one.asked} /> },
    {
      key: 'opened',
      label: t('list.opened'),
      width: 72,
      align: 'end',
      quiet: true,
      render: (one) => <TimeAgo at={one.openedAt} />,
    },
    {
      key: 'expires',
      label: t('list.expires'),
      width: 144,
      quiet: true,
      render: (one) => (one.expiresAt === null ? t('list.never') : <DateTime at={one.expiresAt} />),
    },
  ]
}
