import type { WorkflowStage } from '@caseloom/contract/apps/workflow'
import { ActionIcon } from '@mantine/core'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { layoutStage } from '../../../field-types/workflow/card-layout.ts'
import { CardEdges } from '../../../field-types/workflow/CardParts.tsx'
import { useWorkflow } from './model/editor-context.ts'
import { RuleCard } from './RuleCard.tsx'
import { useStageDrop } from './rule-dragging.ts'
import { SubjectCard } from './SubjectCard.tsx'
import { useTreeItem } from './tree-item.ts'
import classes from '../../../field-types/workflow/Cards.module.css'
import { entriesOf } from './model/workflow-tree.ts'

interface WorkflowCardsProps {
  zoom: number
  onAdd: (stage: string) => void
}

/** The stages from top to bottom, in each the branches with their rules from left to right. */
export function WorkflowCards({ zoom, onAdd }: WorkflowCardsProps) {
  const { t } = useTranslation('workflow-editor')
  const { workflow } = useWorkflow()
  return (
    <div className={classes.stages} style={{ zoom }} role="tree" aria-label={t('tree')}>
      {workflow.stages.map((stage, at) => (
        <StageFrame key={stage.id} stage={stage} at={at} onAdd={onAdd} />
      ))}
    </div>
  )
}

interface StageFrameProps {
  stage: WorkflowStage
  at: number
  onAdd: (stage: string) => void
}

function StageFrame({ stage, at, onAdd }: StageFrameProps) {
  const { folded, problemOf, found } = useWorkflow()
  const isOpen = !folded.has(stage.id)
  return (
    <div
      role="none"
      className={classes.stage}
      data-off={stage.off || undefined}
      data-problem={problemOf(stage.id)}
      data-faded={(found !== null && !found.has(stage.id)) || undefined}
    >
      <StageHead stage={stage} at={at} onAdd={onAdd} />
      {isOpen && <StageBody stage={stage} />}
    </div>
  )
}

function StageHead({ stage, at, onAdd }: StageFrameProps) {
  const { t } = useTranslation('workflow-editor')
  const { t: say } = useTranslation('workflow')
  const { folded, fold, marks } = useWorkflow()
  const isOpen = !folded.has(stage.id)
  const text = t('stageName', { n: at + 1, title: stage.title })
  const occasions = stage.on.map((one) => say(`occasions.${one}`)).join(', ')
  const count = stage.off === true ? t('off') : countText(t, stage, marks)
  const item = useTreeItem(stage.id, { level: 1, open: isOpen, text: `${text} ${occasions} ${count}` })
  const head = useRef<HTMLDivElement>(null)
  const isTarget = useStageDrop(head, stage.id)
  return (
    <div ref={head} className={classes.stageHead} data-over={isTarget || undefined} {...item}>
      <span
        className={classes.fold}
        data-open={isOpen || undefined}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation()
          fold(stage.id)
        }}
      >
        <IconChevronRight size={14} stroke={1.7} />
      </span>
      <strong className={classes.stageTitle}>{text}</strong>{' '}
      <span className={classes.stageOn}>{occasions}</span> <span className={classes.stageCount}>{count}</span>
      <ActionIcon
        size={22}
        tabIndex={-1}
        aria-label={t('addTo', { name: stage.title })}
        title={t('addTo', { name: stage.title })}
        onClick={(event) => {
          event.stopPropagation()
          onAdd(stage.id)
        }}
      >
        <IconPlus size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function countText(
  t: (key: string, values: Record<string, unknown>) => string,
  stage: WorkflowStage,
  marks: ReadonlyMap<string, string>,
): string {
  const ids = [...entriesOf({ stages: [stage] })].flatMap(([id, { kind }]) => (kind === 'rule' ? [id] : []))
  const rules = t('rules', { count: ids.length })
  if (marks.size === 0) return rules
  const fired = ids.filter((id) => marks.get(id) === 'fired').length
  return fired === 0 ? t('noneFired', { rules }) : t('someFired', { rules, count: fired })
}

function StageBody({ stage }: { stage: WorkflowStage }) {
  const { t } = useTranslation('workflow-editor')
  const { folded, marks } = useWorkflow()
  const layout = useMemo(() => layoutStage(stage, folded), [stage, folded])
  const entries = useMemo(() => entriesOf({ stages: [stage] }), [stage])
  if (stage.branches.length === 0) return <p className={classes.stageEmpty}>{t('stageEmpty')}</p>
  return (
    <div className={classes.board} style={{ width: layout.width, height: layout.height }} role="none">
      <CardEdges stage={stage.id} layout={layout} stateOf={(rule) => marks.get(rule) ?? 'plain'} />
      {layout.cards.map((box) => {
        const entry = entries.get(box.id)
        if (entry?.kind === 'branch') return <SubjectCard key={box.id} branch={entry.item} box={box} />
        return entry?.kind === 'rule' ? (
          <RuleCard key={box.id} rule={entry.item} box={box} path={entry.path} entries={entries} />
        ) : null
      })}
    </div>
  )
}
