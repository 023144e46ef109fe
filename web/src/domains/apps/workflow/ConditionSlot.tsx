import { IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConditionTarget, useConditionDrag, useConditionDrop } from './condition-dragging.ts'
import classes from './WhenEditor.module.css'
import { dropPart, type WhenGroup } from './when-tree.ts'

interface ConditionSlotProps {
  tree: WhenGroup
  target: ConditionTarget
  children: ReactNode
}

/** A place beside which conditions can be dropped; neighboring ones leave no gap. */
export function ConditionSlot({ tree, target, children }: ConditionSlotProps) {
  const slot = useRef<HTMLDivElement>(null)
  const edge = useConditionDrop(slot, target, (dragged, place) => dropPart(tree, dragged, place) !== null)
  return (
    <div ref={slot} className={classes.slot} data-edge={edge ?? undefined}>
      {children}
    </div>
  )
}

/** What a condition or a group is dragged by; keys and its menu move it too. */
export function ConditionGrip({ id }: { id: number }) {
  const { t } = useTranslation('workflow-editor')
  const grip = useRef<HTMLSpanElement>(null)
  const isDragging = useConditionDrag(grip, id)
  return (
    <span
      ref={grip}
      className={classes.grip}
      title={t('dragCondition')}
      data-dragging={isDragging || undefined}
    >
      <IconGripVertical size={14} stroke={1.6} aria-hidden />
    </span>
  )
}
