import { createContext, type KeyboardEvent, use } from 'react'

export interface TreeKeys {
  /** The item that the Tab key enters. */
  entry: string | null
  onActive: (id: string) => void
  onKey: (event: KeyboardEvent, id: string) => void
}

export const TreeKeysContext = createContext<TreeKeys | null>(null)

export function useTreeKeys(): TreeKeys {
  const keys = use(TreeKeysContext)
  if (keys === null) throw new Error('useTreeKeys outside of the tree')
  return keys
}
