import type { DragEvent } from 'react'
import { useBuilder } from '../model/builder-context.ts'
import { DRAGGED } from './ActionPalette.tsx'
import { type DropMark, dropAt, steady } from './drop-spot.ts'
import type { Scene } from './scene.ts'

interface ItemDrops {
  scene: Scene
  placeOf: (at: { x: number; y: number }) => { x: number; y: number } | undefined
  onMark: (next: (before: DropMark | null) => DropMark | null) => void
  onDropped: (item: string, mark: DropMark, at: { x: number; y: number }) => void
}

export function useItemDrops({ scene, placeOf, onMark, onDropped }: ItemDrops) {
  const { document: draft, readOnly } = useBuilder()
  const place = (event: DragEvent) => placeOf({ x: event.clientX, y: event.clientY })
  return {
    onDragOver: (event: DragEvent) => {
      if (readOnly || !event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      const point = place(event)
      if (point !== undefined) onMark((before) => steady(before, dropAt(scene, draft, point)))
    },
    onDragLeave: (event: DragEvent) => {
      const to = event.relatedTarget instanceof Node ? event.relatedTarget : null
      if (!event.currentTarget.contains(to)) onMark(() => null)
    },
    onDrop: (event: DragEvent) => {
      onMark(() => null)
      const item = event.dataTransfer.getData(DRAGGED)
      const point = place(event)
      if (item === '' || point === undefined) return
      event.preventDefault()
      onDropped(item, dropAt(scene, draft, point), point)
    },
  }
}
