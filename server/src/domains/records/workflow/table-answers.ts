import type { TableAnswer, TableQuestion } from '@caseloom/contract/apps/table-answers'
import { questionName } from '@caseloom/workflow/table-uses'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** What reference tables say to the conditions of a batch: asked together, and again for what rules set. */
export interface TableAnswers {
  lookup(question: TableQuestion): boolean | null | undefined
  ask(questions: readonly TableQuestion[]): Promise<void>
}

/** Of tables that the actor may not read, no one says anything. */
export const NO_ANSWERS: TableAnswers = { lookup: () => null, ask: async () => undefined }

/** Answers from the tenant’s tables, each asked for once; with rows that runs wrote where `runs` says so. */
export function tableAnswers({ apps }: RecordsDeps, tx: TenantTx, { runs }: { runs: boolean }): TableAnswers {
  const known = new Map<string, TableAnswer['found']>()
  return {
    lookup: (question) => known.get(questionName(question)),
    async ask(questions) {
      const open = questions.filter((question) => !known.has(questionName(question)))
      for (const answer of await apps.tables.find(tx, open, { runs }))
        known.set(questionName(answer), answer.found)
    },
  }
}
