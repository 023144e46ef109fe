import type { When, Workflow } from '@caseloom/contract/apps/workflow'
import type { TriedExpression } from '@caseloom/workflow/try-expression'
import { createContext, use } from 'react'
import type { RuleState } from '../../../../field-types/workflow/LogicGlyph.tsx'
import type { Vocabulary } from '../../../../field-types/workflow/rule-words.ts'
import type { EditedApp } from '../../draft/useAppDraft.ts'
import type { Coverage } from './coverage.ts'
import type { PlacedProblem } from './placed-problems.ts'

export type PanelTab = 'when' | 'actions' | 'notes'

/** What the trial says about a condition. */
export interface TrialReading {
  /** Null where the test isn't evaluated. */
  operand: (test: When) => { holds: boolean; text: string } | null
  /** What an expression gives as the condition of the rule, or in one of its actions. */
  read: (source: string, action?: string) => Promise<TriedExpression | null>
}

export interface WorkflowEditing {
  edited: EditedApp
  workflow: Workflow
  words: Vocabulary
  /** The item whose panel is open. */
  selected: string | null
  select: (id: string | null, tab?: PanelTab) => void
  tab: PanelTab
  /** Nothing happens for null: what can't be moved stays. */
  change: (next: Workflow | null, by?: string) => void
  folded: ReadonlySet<string>
  fold: (id: string) => void
  /** How rules and actions did in the trial; empty without one. */
  marks: ReadonlyMap<string, RuleState>
  trial: TrialReading | null
  /** Buttons that playbooks add to records of the app. */
  buttons: readonly { id: string; label: string }[]
  /** How many records took the rules; null while it isn't known, and for applets. */
  coverage: Coverage | null
  problems: readonly PlacedProblem[]
  problemOf: (id: string) => 'error' | 'warning' | undefined
  /** Null while nothing is searched. */
  found: ReadonlySet<string> | null
}

export const WorkflowContext = createContext<WorkflowEditing | null>(null)

export function useWorkflow(): WorkflowEditing {
  const editing = use(WorkflowContext)
  if (editing === null) throw new Error('useWorkflow outside of the workflow editor')
  return editing
}
