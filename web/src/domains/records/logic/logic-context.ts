import type { AppView } from '@caseloom/contract/apps'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { createContext, type KeyboardEvent, use } from 'react'

export interface LogicReading {
  app: AppView
  outcome: FormOutcome | null
  /** The field whose reason is open. */
  asked: string | null
  ask: (field: string | null) => void
}

export const LogicContext = createContext<LogicReading | null>(null)

/** Null outside of a form with rules. */
export function useLogic(): LogicReading | null {
  return use(LogicContext)
}

/** `?` on a field that has the focus asks why; in a text it is a character. */
export function askByKey(event: KeyboardEvent<HTMLElement>, ask: LogicReading['ask']): void {
  if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
  const { target } = event
  if (!(target instanceof HTMLElement) || target.matches('input, textarea, [contenteditable="true"]')) return
  const field = target.closest<HTMLElement>('[data-field]')?.dataset['field']
  if (field === undefined) return
  event.preventDefault()
  event.stopPropagation()
  ask(field)
}
