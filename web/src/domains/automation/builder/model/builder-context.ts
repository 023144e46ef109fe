import type { AssetView } from '@caseloom/contract/automation/assets'
import type { PlaybookView, StepState } from '@caseloom/contract/automation/automation'
import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Issue } from '@caseloom/playbook/issues'
import { createContext, use } from 'react'
import type { Path } from './places.ts'

export type Change = (document: JsonObject) => JsonObject

/** A problem of the draft, as the browser or the server found it. */
export type Problem = Omit<Issue, 'code'> & { code: string }

export interface BuilderShared {
  /** As last read or saved; its `draft` may be older than `document`. */
  playbook: PlaybookView
  document: JsonObject
  issues: readonly Issue[]
  /** Most likely mistakes that don’t prevent publishing. */
  warnings: readonly Problem[]
  /** Actions by name; empty until loaded. */
  actions: ReadonlyMap<string, ActionView>
  assets: readonly AssetView[]
  /** Selected nodes: step keys, or `trigger/<key>`. */
  selection: readonly string[]
  field: Path | null
  readOnly: boolean
  states: ReadonlyMap<string, StepState> | null
  watch: (runId: string | null) => void
  /**
   * Changes the draft. `label` names the change for undo; consecutive changes with the same `by` (typing in one
   * field) undo together. A change that yields the same document is ignored.
   */
  edit: (label: string, change: Change, by?: string) => void
  select: (nodes: string | readonly string[] | null, field?: Path) => void
  undo: (() => void) | null
  redo: (() => void) | null
  /** Sends pending changes; true when the server has everything. */
  flush: () => Promise<boolean>
}

export const BuilderContext = createContext<BuilderShared | null>(null)

export function useBuilder(): BuilderShared {
  const shared = use(BuilderContext)
  if (shared === null) throw new Error('useBuilder outside a builder')
  return shared
}
