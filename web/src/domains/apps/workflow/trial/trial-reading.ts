import type { When, Workflow } from '@caseloom/contract/apps/workflow'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { valueIn } from '@caseloom/workflow/tests'
import { linkedIn, tryExpression } from '@caseloom/workflow/try-expression'
import { placedTests } from '../../../../field-types/workflow/placed-tests.ts'
import { operandWords, valueWords, type Vocabulary } from '../../../../field-types/workflow/rule-words.ts'
import type { TrialReading } from '../model/editor-context.ts'
import { throughOf } from '../model/test-subject.ts'
import { rulesOf } from '../model/workflow-tree.ts'

/** What the tests and expressions of a rule read in the trial; `selected` is the rule or one of its actions. */
export function readingOf(
  outcome: FormOutcome | null,
  workflow: Workflow,
  selected: string | null,
  words: Vocabulary,
): TrialReading | null {
  const rule = rulesOf(workflow).find(
    ({ id, actions }) => id === selected || actions.some((action) => action.id === selected),
  )
  const entry = outcome?.trace.find((one) => one.rule === rule?.id)
  if (outcome === null || rule === undefined || entry === undefined) return null
  const tests = rule.when === undefined ? [] : placedTests(rule.when)
  const linkedValue = (test: When): string | null => {
    const through = throughOf(test, words)
    const [record] = (through === null ? null : linkedIn(outcome, through.linked)) ?? []
    if (through === null || record === undefined) return null
    const subjects = words.linked(through.linked)
    const { field } = through.where
    return valueWords({ ...words, subjects }, field, valueIn(record, field)) || words.say('rest.empty')
  }
  return {
    operand: (test) => {
      const place = tests.find((one) => JSON.stringify(one.test) === JSON.stringify(test))?.path
      const operand = entry.operands.find(({ path }) => path === place)
      // What is wrong with an expression is said under it.
      if (operand === undefined || operand.fault !== undefined) return null
      const empty = 'field' in test ? words.say('rest.empty') : ''
      const text = linkedValue(test) ?? (operandWords(words, test, operand.actual) || empty)
      return { holds: operand.holds, text }
    },
    read: (source, action) => tryExpression(outcome, source, { rule: rule.id, action }),
  }
}
