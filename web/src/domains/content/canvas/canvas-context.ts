import { createContext, use } from 'react'
import type { Reached } from './lines.ts'

/** What all pieces of the map share; changes of it redraw them, not the layout. */
export interface CanvasShared {
  chosen: string | undefined
  /** The piece that Tab reaches. */
  entry: string | undefined
  reached: Reached | null
  found: ReadonlySet<string> | null
  problems: ReadonlyMap<string, 'error' | 'warning' | 'hint'>
  onChoose: (id: string) => void
  /** Answers false where there is nothing in that direction. */
  onArrow: (from: string, key: string) => boolean
  onFocus: (id: string) => void
}

export const CanvasContext = createContext<CanvasShared | null>(null)

export function useCanvas(): CanvasShared {
  const shared = use(CanvasContext)
  if (shared === null) throw new Error('Outside of the canvas')
  return shared
}

/** Outside of a trace or impact everything is lit, and of a search what it finds. */
export function isLit({ reached, found }: CanvasShared, id: string): boolean {
  if (reached !== null) return reached.nodes.has(id)
  return found === null || found.has(id)
}
