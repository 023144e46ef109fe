import type { StepState } from '@caseloom/contract/automation'
import type { LayoutNode } from '@caseloom/playbook/layout'
import { IconExclamationCircleFilled, IconRefresh } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { ActionIcon, tileHue } from '../action-icon.tsx'
import classes from './Graph.module.css'
import { type GraphShared, useGraph } from './graph-context.ts'

export type PlaybookNode = Node<{ node: LayoutNode }, 'playbook'>

/** A step or trigger: a button that selects it; arrow keys move on along the graph. */
export const GraphNode = memo(function GraphNode({ data }: NodeProps<PlaybookNode>) {
  const graph = useGraph()
  const { node } = data
  const state = graph.states?.get(node.id)
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle ?? ''} />
      <button
        type="button"
        id={`graph-node-${node.id}`}
        className={classes.node}
        data-mode={graph.mode}
        data-kind={node.kind}
        data-state={state}
        data-selected={graph.selected === node.id || undefined}
        data-problem={graph.problems.has(node.id) || undefined}
        aria-pressed={graph.selected === node.id}
        tabIndex={graph.entry === node.id ? 0 : -1}
        title={node.title}
        onClick={() => graph.onSelect(node.id)}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) graph.onFocus(node.id)
        }}
        onKeyDown={(event) => {
          if (graph.onArrow(node.id, event.key)) event.preventDefault()
        }}
      >
        {graph.mode === 'build' ? (
          <BuildFace node={node} graph={graph} />
        ) : (
          <RunFace node={node} state={state} />
        )}
      </button>
      <Handle
        type="source"
        position={Position.Bottom}
        isConnectable={false}
        className={classes.handle ?? ''}
      />
    </>
  )
})

function BuildFace({ node, graph }: { node: LayoutNode; graph: GraphShared }) {
  const { t } = useTranslation('automation')
  return (
    <>
      <span className={classes.tile} data-hue={node.kind === 'trigger' ? 'accent' : tileHue(node.subtitle)}>
        <ActionIcon action={node.subtitle} />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{node.title}</span>
        <span className={classes.action}>{node.subtitle}</span>
      </span>
      {graph.retries.has(node.id) && (
        <IconRefresh
          size={14}
          stroke={1.7}
          className={classes.mark}
          role="img"
          aria-label={t('graph.retries')}
        />
      )}
      {graph.problems.has(node.id) && (
        <IconExclamationCircleFilled
          size={14}
          className={classes.problem}
          role="img"
          aria-label={t('graph.problem')}
        />
      )}
    </>
  )
}

function RunFace({ node, state }: { node: LayoutNode; state: StepState | undefined }) {
  const { t } = useTranslation('automation')
  return (
    <>
      <span className={classes.small}>
        <ActionIcon action={node.subtitle} size={14} />
      </span>
      <span className={classes.runTitle}>{node.title}</span>
      {state !== undefined && <StateGlyph state={state} label={t(`states.${state}`)} />}
    </>
  )
}
