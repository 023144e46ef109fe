import type { WorkflowBranch, WorkflowRule } from '@caseloom/contract/apps/workflow'
import { subjectOfBranch } from '../../../field-types/workflow/branch-subject.ts'
import { actionText, type Vocabulary, whenTitle } from '../../../field-types/workflow/rule-words.ts'
import type { WorkflowRow } from './workflow-rows.ts'

/** What a card says: its own name, or its condition. */
export function ruleTitle(words: Vocabulary, rule: WorkflowRule, subject?: string): string {
  return rule.name ?? whenTitle(words, rule.when, subject)
}

/** The field that the card before a rule names. */
export function subjectBefore(branch: WorkflowBranch | null, level: number): string | undefined {
  return level === 2 && branch !== null ? subjectOfBranch(branch) : undefined
}

export function rowText(words: Vocabulary, row: WorkflowRow): string {
  if (row.kind === 'stage') return row.item.title
  return row.kind === 'rule' ? ruleTitle(words, row.item) : actionText(words, row.item)
}

/** The rows that a search finds by their words, field labels, and keys. */
export function findRows(words: Vocabulary, rows: readonly WorkflowRow[], text: string): Set<string> {
  const sought = text.trim().toLowerCase()
  if (sought === '') return new Set()
  return new Set(
    rows.flatMap((row) => {
      const subject = row.branch?.subject ?? ''
      const label = words.subjects.find(({ key }) => key === subject)?.label ?? ''
      const note = row.kind === 'action' ? '' : (row.item.note ?? '')
      const all = `${rowText(words, row)} ${row.kind === 'rule' ? `${subject} ${label}` : ''} ${note}`
      return all.toLowerCase().includes(sought) ? [row.id] : []
    }),
  )
}
