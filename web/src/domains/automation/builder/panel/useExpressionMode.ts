import type { JsonValue } from '@caseloom/contract/kernel/json'
import { useState } from 'react'
import { type EntryMode, entryModeAfter, entryModeOf, isExpression } from './controls.ts'

/**
 * Whether a custom control gives way to the expression editor. Clearing the expression doesn't change that: only the
 * switch does, or a value that the editor can't show.
 */
export function useExpressionMode(value: JsonValue | undefined): [boolean, (on: boolean) => void] {
  const [mode, setMode] = useState<EntryMode>(() => entryModeOf(CUSTOM, value))
  const shown = entryModeAfter(mode, CUSTOM, value)
  if (shown !== mode) setMode(shown)
  const change = (on: boolean) =>
    setMode({ isExpression: on, of: !on && isExpression(value) ? undefined : value })
  return [shown.isExpression, change]
}

/** Any kind of control that isn't free text: custom controls never show an expression themselves. */
const CUSTOM = 'list'
