import type { When, Workflow } from '@caseloom/contract/apps/workflow'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { textOf } from '../../../../field-types/parts/field-text.ts'
import type { Vocabulary } from '../../../../field-types/workflow/rule-words.ts'
import type { TrialReading } from '../model/editor-context.ts'
import { rulesOf } from '../model/workflow-tree.ts'

/** The tests of a condition with the places that an evaluation names them by: `all.0.any.1`. */
export function placedTests(when: When, path = ''): { path: string; test: When }[] {
  const at = (join: string, list: readonly When[]) =>
    list.flatMap((part, index) =>
      placedTests(part, path === '' ? `${join}.${index}` : `${path}.${join}.${index}`),
    )
  if ('all' in when) return at('all', when.all)
  if ('any' in when) return at('any', when.any)
  if ('none' in when) return at('none', when.none)
  return [{ path, test: when }]
}

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
      const [field] = operand.reads
      const subject = words.subjects.find(({ key }) => key === field)
      const text = 'field' in test ? textOf(subject?.field, operand.actual, words.people) : ''
      const empty = words.say('rest.empty')
      return { holds: operand.holds, text: operand.fault ?? ('field' in test ? text || empty : '') }
    },
  }
}
