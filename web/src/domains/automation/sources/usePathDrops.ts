import { type DragEvent, useState } from 'react'

/** What is dragged from a sample to a field: the path of a value. */
export const DRAGGED_PATH = 'application/x-caseloom-path'

/** Takes values that are dropped; `isOver` while one hovers. */
export function usePathDrops(onPath: (path: string) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED_PATH)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      const dropped = event.dataTransfer.getData(DRAGGED_PATH)
      if (dropped === '') return
      event.preventDefault()
      onPath(dropped)
    },
  }
}
