import { type DragEvent, useState } from 'react'

/** What is dragged from a sample to a field: the path of a value. */
export const DRAGGED_PATH = 'application/x-caseloom-path'

/** Takes values that are dropped; `isTargeted` while one is above. */
export function usePathDrops(onPath: (path: string) => void) {
  const [isTargeted, setOver] = useState(false)
  return {
    isTargeted,
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
