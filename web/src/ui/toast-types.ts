export type ToastKind = 'success' | 'error' | 'info'

export interface Toast {
  kind?: ToastKind
  title: string
  text?: string
  /** Milliseconds until it disappears; errors stay 10 s, the rest 4 s. */
  for?: number
  /** Replaces the toast that has the same name. */
  name?: string
  /** An action; choosing it closes the toast. */
  action?: { label: string; run: () => void }
}
