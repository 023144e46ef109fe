import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import type { Say } from '../../../field-types/field-type.ts'
import { actionText, type Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { actionThen, ruleTitle, runRows } from './run-rows.ts'

/** The tree of a run as indented lines, each with its outcome. */
export function runText(run: WorkflowRunView, words: Vocabulary, t: Say): string {
  const lines = runRows(run, false).map((row) => {
    const indent = '  '.repeat(row.level - 1)
    if (row.kind === 'stage') return `${indent}${row.item.title}`
    const outcome = row.kind === 'rule' ? (row.run?.outcome ?? 'not_run') : null
    const title =
      row.kind === 'rule'
        ? ruleTitle(row.item, outcome ?? 'not_run', { words, t })
        : actionText(words, actionThen(row.item, run, words))
    return `${indent}${outcome === null ? title : t('rowText', { title, outcome: t(`outcomes.${outcome}`) })}`
  })
  return [t('sequence', { sequence: run.sequence }), ...lines].join('\n')
}
