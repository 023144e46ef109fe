import { IconPlus } from '@tabler/icons-react'
import { Handle, Position } from '@xyflow/react'
import { useTranslation } from 'react-i18next'
import graph from '../../graph/Graph.module.css'
import { useCanvas } from './canvas-context.ts'
import classes from './Canvas.module.css'
import type { NodeFacts } from './scene.ts'

interface OutHandleProps {
  facts: NodeFacts
  /** Whether edges can be dragged from it; trigger edges are derived from the steps. */
  connects: boolean
}

export function OutHandle({ facts, connects }: OutHandleProps) {
  const { t } = useTranslation('builder')
  const deeds = useCanvas()
  if (deeds.readOnly)
    return (
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={graph.handle ?? ''} />
    )
  return (
    <Handle
      type="source"
      position={Position.Bottom}
      isConnectable={connects}
      isConnectableEnd={false}
      className={classes.out ?? ''}
      onClick={() => deeds.offer({ kind: 'after', node: facts.id })}
    >
      <span
        className={classes.plus}
        data-end={facts.isEnd || undefined}
        title={t('canvas.addAfter', { title: facts.title })}
      >
        <IconPlus size={12} stroke={2} aria-hidden />
      </span>
    </Handle>
  )
}
