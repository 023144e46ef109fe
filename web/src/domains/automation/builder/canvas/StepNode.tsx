import { IconChevronRight, IconExclamationCircleFilled, IconRefresh } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo, use } from 'react'
import { useTranslation } from 'react-i18next'
import { StateGlyph } from '../../../../ui/glyphs/State.tsx'
import { ActionIcon, tileHue } from '../../shared/action-icon.tsx'
import graph from '../../graph/Graph.module.css'
import type { Translate } from '../../shared/translate.ts'
import { type Coverage, CoverageContext } from '../model/coverage.ts'
import { nodeElementId } from '../model/node-element.ts'
import { CoverageCount, coverageWord } from './CoverageCount.tsx'
import { type CanvasDeeds, useCanvas } from './canvas-context.ts'
import classes from './Canvas.module.css'
import marks from './Coverage.module.css'
import { OutHandle } from './OutHandle.tsx'
import type { NodeFacts } from './scene.ts'

/** `entry`: reachable with Tab; `drop`: what is dragged would go below it. */
export type StepFlowNode = Node<{ facts: NodeFacts; entry: boolean; drop: boolean }, 'step'>

export const StepNode = memo(function StepNode({ data, selected }: NodeProps<StepFlowNode>) {
  const { t } = useTranslation('builder')
  const deeds = useCanvas()
  const { facts, entry, drop } = data
  const isTrigger = facts.kind === 'trigger'
  const coverage = use(CoverageContext)
  return (
    <div
      className={`${classes.stepNode} ${marks.step}`}
      data-drop={drop || undefined}
      data-coverage={coverageWord(coverage, facts.id)}
    >
      <Handle
        type="target"
        position={Position.Top}
        isConnectableStart={false}
        className={graph.handle ?? ''}
      />
      <StepFace facts={facts} selected={selected} entry={entry} deeds={deeds} isTrigger={isTrigger} />
      {facts.folded && !deeds.readOnly && (
        <button
          type="button"
          className={classes.unfold}
          tabIndex={entry ? 0 : -1}
          aria-label={t('canvas.unfold', { title: facts.title })}
          title={t('canvas.unfold', { title: facts.title })}
          onClick={() => deeds.fold(facts.id, false)}
        >
          <IconChevronRight size={14} stroke={1.7} aria-hidden />
        </button>
      )}
      <OutHandle facts={facts} connects={!isTrigger} />
    </div>
  )
})

interface StepFaceProps {
  facts: NodeFacts
  selected: boolean
  entry: boolean
  deeds: CanvasDeeds
  isTrigger: boolean
}

function StepFace({ facts, selected, entry, deeds, isTrigger }: StepFaceProps) {
  const { t } = useTranslation('builder')
  const coverage = use(CoverageContext)
  return (
    <button
      type="button"
      id={nodeElementId(facts.id)}
      className={graph.node}
      data-mode="build"
      data-kind={facts.kind === 'block' ? 'step' : facts.kind}
      data-selected={selected || undefined}
      data-state={facts.state ?? undefined}
      data-problem={facts.problems > 0 || undefined}
      aria-pressed={selected}
      aria-label={nodeName(t, facts, coverage)}
      tabIndex={entry ? 0 : -1}
      title={facts.title}
      onClick={(event) => deeds.choose(facts.id, event.shiftKey || event.metaKey || event.ctrlKey)}
      onFocus={() => deeds.focused(facts.id)}
    >
      <span className={graph.tile} data-hue={isTrigger ? 'accent' : tileHue(facts.action)}>
        <ActionIcon action={facts.action} />
      </span>
      <span className={graph.words}>
        <span className={graph.title}>{facts.title}</span>{' '}
        <span className={graph.action}>{facts.action}</span>
      </span>
      {facts.retries && <IconRefresh size={14} stroke={1.7} className={graph.mark} aria-hidden />}
      {facts.problems > 0 && <IconExclamationCircleFilled size={14} className={graph.problem} aria-hidden />}
      {facts.state !== null && <StateGlyph state={facts.state} />}
      {/* Without the space, the visible name runs into the number. */} <CoverageCount node={facts.id} />
    </button>
  )
}

/** "Create record, record.upsert, 9×, after Normalize, 2 problems". */
export function nodeName(t: Translate, facts: NodeFacts, coverage: Coverage | null = null): string {
  const count = coverage?.steps[facts.id] ?? 0
  return [
    facts.title,
    facts.action,
    // In the order of what is visible, which the name has to contain.
    ...(coverage === null ? [] : [count > 0 ? t('canvas.reached', { times: count }) : t('canvas.never')]),
    ...(facts.kind === 'trigger' ? [t('canvas.trigger')] : []),
    ...(facts.follows === '' ? [] : [t('canvas.after', { titles: facts.follows })]),
    ...(facts.retries ? [t('canvas.retried')] : []),
    ...(facts.folded ? [t('canvas.folded')] : []),
    ...(facts.state === null ? [] : [t(`automation:states.${facts.state}`)]),
    ...(facts.problems > 0 ? [t('canvas.problems', { count: facts.problems })] : []),
  ].join(', ')
}
