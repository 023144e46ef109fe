import type { Workflow, WorkflowRule } from '@caseloom/contract/workflow'
import { actionText, type Vocabulary, whenTitle } from '../../../field-types/workflow/rule-words.ts'

/** A rule as a sentence, for reading aloud. */
export function ruleAloud(_workflow: Workflow, rule: WorkflowRule, words: Vocabulary): string {
  const actions = rule.actions.map((action) => actionText(words, action))
  return `${whenTitle(words, rule.when)}: ${actions.join(', ')}.`
}
