import type { CanvasNode } from '@caseloom/contract/content/canvas'
import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircleFilled, IconAlertTriangleFilled } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Canvas.module.css'
import { isLit, useCanvas } from './canvas-context.ts'
import { PieceIcon } from './PieceIcon.tsx'
import { activityWords, detailOf, nameOf } from './piece-words.ts'

export type PieceFlowNode = Node<{ node: CanvasNode }, 'piece'>

/** A button that chooses the piece; arrow keys move along the map. */
export const PieceNode = memo(function PieceNode({ data: { node } }: NodeProps<PieceFlowNode>) {
  const { t } = useTranslation('canvas')
  const shared = useCanvas()
  const name = nameOf(t, node)
  const detail = detailOf(t, node)
  const problem = shared.problems.get(node.id)
  const words = [detail, activityWords(t, node.activity)].filter((part) => part !== '').join(', ')
  const isChosen = shared.chosen === node.id
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className={classes.handle ?? ''} />
      <button
        type="button"
        id={`piece-${node.id}`}
        className={`${classes.piece} nopan`}
        data-kind={node.kind}
        data-state={node.state}
        data-chosen={isChosen || undefined}
        data-lit={isLit(shared, node.id) || undefined}
        data-path={shared.reached?.nodes.has(node.id) || undefined}
        data-failed={(node.activity?.failed ?? 0) > 0 || undefined}
        aria-pressed={isChosen}
        title={`${name}, ${words}`}
        tabIndex={shared.entry === node.id ? 0 : -1}
        onClick={() => shared.onChoose(node.id)}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) shared.onFocus(node.id)
        }}
        onKeyDown={(event) => {
          if (shared.onArrow(node.id, event.key)) event.preventDefault()
        }}
      >
        <PieceIcon node={node} />
        <Texts name={name} detail={words} />
        {(problem === 'error' || problem === 'warning') && <ProblemMark severity={problem} />}
      </button>
      <Handle
        type="source"
        position={Position.Right}
        isConnectable={false}
        className={classes.handle ?? ''}
      />
    </>
  )
})

function Texts({ name, detail }: { name: string; detail: string }) {
  return (
    <span className={classes.pieceText}>
      <span className={classes.pieceName}>
        {name}
        <VisuallyHidden>,</VisuallyHidden>
      </span>
      <span className={classes.pieceDetail}>{detail}</span>
    </span>
  )
}

function ProblemMark({ severity }: { severity: 'error' | 'warning' }) {
  const Drawn = severity === 'error' ? IconAlertCircleFilled : IconAlertTriangleFilled
  return (
    <span className={classes.mark} data-severity={severity}>
      <Drawn size={14} aria-hidden />
    </span>
  )
}
