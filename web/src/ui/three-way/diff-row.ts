import type { ReactNode } from 'react'

export const CHANGE_KINDS = ['add', 'change', 'keep', 'remove', 'conflict'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export type Side = 'mine' | 'new'

/** One item of which a common base, the local state, and the new state are known. */
export interface DiffRow {
  id: string
  kind: ChangeKind
  label: string
  base: ReactNode
  here: ReactNode
  next: ReactNode
  changedHere: boolean
  changedNext: boolean
  /** What comes of it; a conflict has a choice instead. */
  result: ReactNode
}
