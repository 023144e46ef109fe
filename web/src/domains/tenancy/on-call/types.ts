import type { OnCallSpanView } from '@caseloom/contract/tenancy/on-call'

export type Span = OnCallSpanView

/** The dialog that is open. */
export type Asking =
  | { kind: 'new' | 'edit' | 'delete' }
  /** Null: to be chosen. */
  | { kind: 'override'; from: string | null; to: string | null; userId: string | null }
  | { kind: 'swap'; span: Span }
