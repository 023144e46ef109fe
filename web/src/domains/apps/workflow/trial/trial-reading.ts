import type { Workflow } from '@caseloom/contract/apps/workflow'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { placedTests } from '../../../../field-types/workflow/placed-tests.ts'
import { operandWords, type Vocabulary } from '../../../../field-types/workflow/rule-words.ts'
import type { TrialReading } from '../model/editor-context.ts'
import { rulesOf } from '../model/workflow-tree.ts'

/** What the tests of a rule read in the trial. */
export function readingOf(
  outcome: FormOutcome | null,
  workflow: Workflow,
  ruleId: string | null,
  words: Vocabulary,
): TrialReading | null {
  const rule = rulesOf(workflow).find(({ id }) => id === ruleId)
  const entry = outcome?.trace.find((one) => one.rule === ruleId)
  if (rule?.when === undefined || entry === undefined) return null
  const tests = placedTests(rule.when)
  return {
    operand: (test) => {
      const place = tests.find((one) => JSON.stringify(one.test) === JSON.stringify(test))?.path
      const operand = entry.operands.find(({ path }) => path === place)
      if (operand === undefined) return null
      const empty = 'field' in test ? words.say('rest.empty') : ''
      const text = operand.fault ?? (operandWords(words, test, operand.actual) || empty)
      return { holds: operand.holds, text }
    },
  }
}
