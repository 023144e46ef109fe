export const LIST_WIDTH = { usual: 640, min: 480, max: 900 } as const

/** What the record needs beside the list. */
const RECORD = 520

/** A width of the list in px that fits into the window: the record keeps its room. */
export function fittingWidth(width: number, room: number): number {
  const most = Math.max(LIST_WIDTH.min, Math.min(LIST_WIDTH.max, room - RECORD))
  return Math.round(Math.min(most, Math.max(LIST_WIDTH.min, width)))
}

/** Width after a key on the divider; null for other keys. */
export function widthByKey(key: string, width: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return width - 20
    case 'ArrowRight':
      return width + 20
    case 'Home':
      return LIST_WIDTH.min
    case 'End':
      return LIST_WIDTH.max
    case 'Enter':
      return LIST_WIDTH.usual
    default:
      return null
  }
}
