import { tableAnswers as answersOf, type TableAnswers } from '@caseloom/workflow/table-answers'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** Of tables that the actor may not read, no one says anything. */
export const NO_ANSWERS: TableAnswers = { lookup: () => null, ask: async () => undefined }

/** Answers from the tenant’s tables, each asked for once; with rows that runs wrote where `runs` says so. */
export function tableAnswers({ apps }: RecordsDeps, tx: TenantTx, { runs }: { runs: boolean }): TableAnswers {
  return answersOf((questions) => apps.tables.find(tx, questions, { runs }))
}
