import type { AppView } from '@caseloom/contract/apps/apps'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { createContext, type KeyboardEvent, type MouseEvent, use } from 'react'
import type { WhyAspect } from './why-of.ts'

/** What is asked about: an item such as `field:status`, `button:ID`, or `message:ID`. */
export interface Asked {
  item: string
  /** The most telling one when absent. */
  aspect?: WhyAspect
}

export interface LogicReading {
  app: AppView
  outcome: FormOutcome | null
  /** The evaluations that wrote values which the form still has, by field. */
  wrote: ReadonlyMap<string, FormOutcome>
  recordId: string | null
  /** What the open reason is about. */
  asked: Asked | null
  ask: (asked: Asked | null) => void
}

export const LogicContext = createContext<LogicReading | null>(null)

/** Null outside of a form with rules. */
export function useLogic(): LogicReading | null {
  return use(LogicContext)
}

function fieldAt(target: Element | null): string | undefined {
  return target?.closest<HTMLElement>('[data-field]')?.dataset['field']
}

/** `?` on a field that has the focus asks why; in a text it is a character. */
export function askByKey(event: KeyboardEvent<HTMLElement>, ask: LogicReading['ask']): void {
  if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
  const { target } = event
  if (!(target instanceof HTMLElement) || target.matches('input, textarea, [contenteditable="true"]')) return
  const field = fieldAt(target)
  if (field === undefined) return
  event.preventDefault()
  event.stopPropagation()
  ask({ item: `field:${field}` })
}

/** The context menu of a label, with its required mark, of a message, and of an option asks why. */
export function askByMenu(event: MouseEvent<HTMLElement>, ask: LogicReading['ask']): void {
  const { target } = event
  if (!(target instanceof Element)) return
  const asked = askedAt(target)
  if (asked === null) return
  event.preventDefault()
  ask(asked)
}

function askedAt(target: Element): Asked | null {
  const item = target.closest<HTMLElement>('[data-why]')?.dataset['why']
  if (item !== undefined) return { item }
  if (target.closest('[role="option"]') !== null) {
    // Options are drawn outside of the form; their field keeps the focus.
    const field = fieldAt(document.activeElement)
    return field === undefined ? null : { item: `field:${field}`, aspect: 'options' }
  }
  const field = target.closest('[data-label], label') === null ? undefined : fieldAt(target)
  return field === undefined ? null : { item: `field:${field}` }
}
