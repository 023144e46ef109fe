import type { Field } from '@caseloom/contract/field-types/fields'
import type { KeyboardEvent } from 'react'
import { optionOfDigit } from './offered-options.ts'

/** Ctrl Enter submits the form, and digits choose while no text is typed. */
export function onCloseKey(
  event: KeyboardEvent<HTMLElement>,
  byDigit: Field | undefined,
  set: (key: string, option: string) => void,
): void {
  const { target } = event
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    event.currentTarget.closest('form')?.requestSubmit()
    return
  }
  const isText = target instanceof HTMLElement && target.matches('textarea, input:not([type="radio"])')
  const option = isText || event.altKey || event.ctrlKey ? undefined : optionOfDigit(byDigit, event.key)
  if (option === undefined || byDigit === undefined) return
  event.preventDefault()
  set(byDigit.key, option)
}
