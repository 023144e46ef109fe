import { ContentKind } from '@caseloom/contract/content/content-kinds'
import type { InstallItem, InstallSummary } from '@caseloom/contract/content/packages'
import { foldText } from '@caseloom/contract/values/normalize-text'

type Say = (key: string, values: Record<string, unknown>) => string

/** "1 app, 3 playbooks". */
export function countWords({ counts }: Pick<InstallSummary, 'counts'>, t: Say): string {
  return ContentKind.options
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t(`counts.${kind}`, { count: counts[kind] }))
    .join(', ')
}

/** What became of an import. */
export function stateWord({ state, outcome }: Pick<InstallSummary, 'state' | 'outcome'>, t: Say): string {
  if (state === 'done' && outcome !== null && outcome !== 'succeeded') return t(`states.${outcome}`, {})
  if (state === 'undone' && outcome !== 'succeeded') return t('states.undonePartly', {})
  return t(`states.${state}`, {})
}

const TO_DO: ReadonlySet<string> = new Set(['triggers_off', 'draft_only', 'check_logic', 'limited'])

/** Notes of an item that someone has to act on. */
export function todoNotes({ notes }: Pick<InstallItem, 'notes'>): InstallItem['notes'] {
  return notes.filter(({ code }) => TO_DO.has(code))
}

/** Whether the plan waits for a decision about the item. */
export function isUndecided(item: InstallItem, decisions: Readonly<Record<string, unknown>>): boolean {
  return item.change === 'conflict' && decisions[`${item.kind}/${item.key}`] === undefined
}

/** A package key made of a name: "Phishing triage" gives phishing-triage. */
export function packageKeyOf(name: string): string {
  const plain = foldText(name).replaceAll(/[^a-z0-9]+/g, '-')
  return plain.replaceAll(/^[^a-z]+|-+$/g, '').slice(0, 63)
}
