import type { Issue } from '@caseloom/contract/kernel/errors'
import type { WarningListInput, WarningListView } from '@caseloom/contract/records/warning-lists'
import type { ObservableKind } from '@caseloom/contract/values/case-fields'
import { COMPARED_KINDS } from '@caseloom/contract/values/warning-lists'

/** A list as it is typed: its entries as lines. */
export interface ListDraft extends Omit<WarningListInput, 'entries'> {
  text: string
}

export function draftOf(list: WarningListView | undefined): ListDraft {
  if (list === undefined) {
    const kinds = [...COMPARED_KINDS.hostname]
    return { name: '', description: '', type: 'hostname', kinds, enabled: true, text: '' }
  }
  const { name, description, type, kinds, enabled, entries } = list
  return { name, description, type, kinds, enabled, text: entries.join('\n') }
}

/** Every line is an entry, so that faults are found at their line; the server drops empty ones. */
export function inputOf({ text, ...draft }: ListDraft): WarningListInput {
  return { ...draft, entries: text.trimEnd() === '' ? [] : text.trimEnd().split('\n') }
}

/** With another type of matching, kinds that it can't compare are dropped; all of its kinds when none is left. */
export function withType(draft: ListDraft, type: WarningListInput['type']): ListDraft {
  const rest = draft.kinds.filter((kind) => COMPARED_KINDS[type].includes(kind))
  return { ...draft, type, kinds: rest.length === 0 ? [...COMPARED_KINDS[type]] : rest }
}

/** What the type can compare, and what the list has anyway. */
export function offeredKinds({ type, kinds }: ListDraft): ObservableKind[] {
  return [...new Set([...COMPARED_KINDS[type], ...kinds])]
}

/** The first fault of one field. */
export function faultIn(issues: readonly Issue[], field: string): string | undefined {
  return issues.find(({ path }) => path[1] === field)?.message
}
