import type { TableAnswer, TableQuestion } from '@caseloom/contract/apps/table-answers'
import type { FormContext } from './form-context.ts'
import { questionName } from './table-uses.ts'

/** What tables say to the conditions of several evaluations. */
export type TableAnswers = Required<{ [Part in 'lookup' | 'ask']: NonNullable<FormContext[Part]> }>

/** Answers to conditions on tables, each question asked once. */
export function tableAnswers(
  find: (questions: readonly TableQuestion[]) => Promise<readonly TableAnswer[]>,
): TableAnswers {
  const known = new Map<string, TableAnswer['found']>()
  return {
    lookup: (question) => known.get(questionName(question)),
    async ask(questions) {
      const open = questions.filter((question) => !known.has(questionName(question)))
      if (open.length === 0) return
      for (const answer of await find(open)) known.set(questionName(answer), answer.found)
    },
  }
}
