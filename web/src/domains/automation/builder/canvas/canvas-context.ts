import { createContext, use } from 'react'
import type { Spot } from '../model/draft.ts'

/** Actions of nodes and edges; a stable object, so that nothing re-renders for it. */
export interface CanvasDeeds {
  readOnly: boolean
  choose: (node: string, more: boolean) => void
  focused: (node: string) => void
  offer: (spot: Spot) => void
  offerIn: (box: string, kind: string) => void
  fold: (block: string, folded: boolean) => void
  removeEdge: (to: string, index: number) => void
  openEdge: (to: string, index: number) => void
  writeNote: (index: number, text: string) => void
  sizeNote: (index: number, box: { x: number; y: number; width: number; height: number }) => void
  removeNote: (index: number) => void
}

export const CanvasContext = createContext<CanvasDeeds | null>(null)

export function useCanvas(): CanvasDeeds {
  const deeds = use(CanvasContext)
  if (deeds === null) throw new Error('useCanvas outside a canvas')
  return deeds
}
