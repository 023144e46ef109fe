import type { BlockNode } from '@caseloom/playbook/layout-blocks'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { ActionIcon } from '../shared/action-icon.tsx'
import classes from './Graph.module.css'
import { useGraph } from './graph-context.ts'

export type StepGraphNode = Node<{ node: BlockNode }, 'step'>

/** A button that selects the step or trigger; arrow keys move along the graph. */
export const GraphNode = memo(function GraphNode({ data }: NodeProps<StepGraphNode>) {
  const { t } = useTranslation('automation')
  const graph = useGraph()
  const { node } = data
  const state = graph.states.get(node.id)
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle ?? ''} />
      <button
        type="button"
        className={classes.node}
        data-mode="run"
        data-kind={node.kind}
        data-state={state}
        title={node.title}
        {...nodeButton(graph, node.id)}
      >
        <span className={classes.small}>
          <ActionIcon action={node.subtitle} size={14} />
        </span>
        <span className={classes.runTitle}>{node.title}</span>
        {state !== undefined && <StateGlyph state={state} label={t(`states.${state}`)} />}
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

export function nodeButton(graph: ReturnType<typeof useGraph>, id: string) {
  const isSelected = graph.selected === id
  return {
    id: `graph-node-${id}`,
    'data-selected': isSelected || undefined,
    'aria-pressed': isSelected,
    tabIndex: graph.entry === id ? 0 : -1,
    onClick: () => graph.onSelect(id),
    onFocus: (event: React.FocusEvent<HTMLElement>) => {
      if (event.currentTarget.matches(':focus-visible')) graph.onFocus(id)
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
      if (graph.onArrow(id, event.key)) event.preventDefault()
    },
  }
}
