import type { Issue } from '@caseloom/contract/kernel/errors'
import type { AppDraft } from './app-draft.ts'

/** A fault with its position on the screen. */
export interface Fault {
  /** The field's key, when it belongs to one. */
  field: string | null
  /** The rest of the path: a property, or an option's index and property, joined by dots. */
  at: string
  label: string
  text: string
}

/** Faults of a draft by field; indexes refer to the draft that was sent. */
export function faultsOf(issues: readonly Issue[], draft: Pick<AppDraft, 'fields'>): Fault[] {
  return issues.map(({ path, message }) => {
    const [first, index, ...rest] = path[0] === 'body' ? path.slice(1) : path
    const field = first === 'fields' && typeof index === 'number' ? draft.fields[index] : undefined
    if (field !== undefined)
      return { field: field.key, at: rest.join('.'), label: field.label || field.key, text: message }
    const at = [first, index, ...rest].filter((part) => part !== undefined).join('.')
    return { field: null, at, label: String(first ?? ''), text: message }
  })
}

export function faultsIn(faults: readonly Fault[], field: string | null, at: string): string | undefined {
  const texts = faults
    .filter((fault) => fault.field === field && (fault.at === at || fault.at.startsWith(`${at}.`)))
    .map(({ text }) => text)
  return texts.length === 0 ? undefined : [...new Set(texts)].join('. ')
}

export function faultAt(faults: readonly Fault[], field: string | null, at: string): string | undefined {
  return faults.find((fault) => fault.field === field && fault.at === at)?.text
}
