import type { BlockNode } from '@caseloom/playbook/layout-blocks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { formatCount } from '../../../ui/time.ts'
import { ActionIcon } from '../shared/action-icon.tsx'
import graph from './Graph.module.css'
import classes from './GraphBox.module.css'
import { nodeButton } from './GraphNode.tsx'
import { type LoopFacts, useGraph } from './graph-context.ts'

export type BoxGraphNode = Node<{ node: BlockNode }, 'box'>

export const GraphBox = memo(function GraphBox({ data }: NodeProps<BoxGraphNode>) {
  const { t } = useTranslation('automation')
  const shared = useGraph()
  const { node } = data
  if (node.kind !== 'block') return <Lane node={node} />
  const state = shared.states.get(node.id)
  const loop = shared.loops.get(node.id)
  return (
    <div className={classes.box} data-state={state} data-selected={shared.selected === node.id || undefined}>
      <Handle type="target" position={Position.Top} isConnectable={false} className={graph.handle ?? ''} />
      <div className={classes.boxHeader}>
        <button
          type="button"
          className={classes.boxTitle}
          title={node.title}
          {...nodeButton(shared, node.id)}
        >
          <span className={graph.small}>
            <ActionIcon action={node.subtitle} size={14} />
          </span>
          <span className={classes.boxName}>{node.title}</span>
          {state !== undefined && <StateGlyph state={state} label={t(`states.${state}`)} />}
        </button>
        {loop !== undefined && <Turns title={node.title} loop={loop} />}
      </div>
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={graph.handle ?? ''} />
    </div>
  )
})

function Lane({ node }: { node: BlockNode }) {
  const { t } = useTranslation('automation')
  const words =
    node.kind === 'handler'
      ? t('graph.onError')
      : t(`graph.lanes.${node.title as 'steps'}`, { defaultValue: node.title }) // otherwise the branch name
  return (
    <div className={classes.lane} data-kind={node.kind}>
      <span className={classes.laneTitle}>{words}</span>
    </div>
  )
}

function Turns({ title, loop }: { title: string; loop: LoopFacts }) {
  const { t } = useTranslation('runs')
  const { onTurn } = useGraph()
  const { turn, total, done } = loop
  const go = (next: number) => onTurn(loop.pathOf(next) ?? undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
    <div className={classes.turns} role="group" aria-label={t('turn.turnsOf', { title })}>
      {turn !== null && (
        <button
          type="button"
          className={classes.turn}
          disabled={turn <= 0}
          aria-label={t('turn.before')}
          title={t('turn.before')}
          onClick={() => go(turn - 1)}
        >
          <IconChevronLeft size={14} stroke={1.7} aria-hidden />
        </button>
      )}
      {turn === null ? (
        <span className={classes.turnText}>
          {t('turn.done', { done: formatCount(done), total: formatCount(total) })}
        </span>
      ) : (
        <button
          type="button"
          className={classes.turnText}
          title={t('turn.all')}
          onClick={() => onTurn(loop.outer)}
        >
          {t('turn.at', { turn: formatCount(turn + 1), total: formatCount(total) })}
        </button>
      )}
      <button
        type="button"
        className={classes.turn}
        disabled={turn !== null && turn >= total - 1}
        aria-label={turn === null ? t('turn.first') : t('turn.after')}
        title={turn === null ? t('turn.first') : t('turn.after')}
        onClick={() => go(turn === null ? 0 : turn + 1)}
      >
        <IconChevronRight size={14} stroke={1.7} aria-hidden />
      </button>
    </div>
  )
}
