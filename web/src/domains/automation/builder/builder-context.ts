import type { AssetView } from '@caseloom/contract/assets'
import type { PlaybookView, StepState } from '@caseloom/contract/automation'
import type { ActionView } from '@caseloom/contract/builder'
import type { JsonObject } from '@caseloom/contract/json'
import type { Issue } from '@caseloom/playbook/issues'
import { createContext, use } from 'react'
import type { Path } from './places.ts'

export type Change = (document: JsonObject) => JsonObject

/** What everything around the draft of one playbook shares. */
export interface BuilderShared {
  /** As it was last read or saved; its `draft` may be older than `document`. */
  playbook: PlaybookView
  /** The draft as it is being edited. */
  document: JsonObject
  /** Faults of `document`, each with its path. */
  issues: readonly Issue[]
  /** By name: what a step may do here. Empty until they are loaded. */
  actions: ReadonlyMap<string, ActionView>
  assets: readonly AssetView[]
  /** Chosen nodes: keys of steps, `trigger/<key>`. */
  selection: readonly string[]
  /** The field that a problem led to: its path in the document; the panel moves the focus there. */
  field: Path | null
  readOnly: boolean
  /** Of the test run that is looked at: how far each step is. */
  states: ReadonlyMap<string, StepState> | null
  /** Shows a test run on the canvas; null shows none. */
  watch: (runId: string | null) => void
  /**
   * Changes the draft. `label` names the change for undo; changes with the same `by` in a row (typing in one box) are
   * taken back together. A change that gives the same document is none.
   */
  edit: (label: string, change: Change, by?: string) => void
  /** Chooses nodes; null chooses nothing. With a `field` the panel moves the focus there. */
  select: (nodes: string | readonly string[] | null, field?: Path) => void
  undo: (() => void) | null
  redo: (() => void) | null
  /** Sends what is not sent yet and waits for it; true when the server has all of it. */
  flush: () => Promise<boolean>
}

export const BuilderContext = createContext<BuilderShared | null>(null)

export function useBuilder(): BuilderShared {
  const shared = use(BuilderContext)
  if (shared === null) throw new Error('useBuilder outside a builder')
  return shared
}
