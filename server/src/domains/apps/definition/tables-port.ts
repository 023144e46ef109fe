import type { TableAnswer, TableQuestion } from '@caseloom/contract/apps/table-answers'
import type { TableParts } from '@caseloom/workflow/checking'
import type { TenantTx } from '../../../platform/database/types.ts'

/** What form logic asks of reference tables; a port, because automation lies above apps. */
export interface TablesPort {
  /** All tables of the tenant with their columns; null where tables aren't known. */
  known(tx: TenantTx): Promise<readonly TableParts[] | null>
  /**
   * Whether values are in their tables, in one statement. Rows that runs wrote count with `runs` alone, and only those
   * made of data that everyone who can read records can read.
   */
  find(tx: TenantTx, questions: readonly TableQuestion[], of: { runs: boolean }): Promise<TableAnswer[]>
}

export const NO_TABLES: TablesPort = {
  known: async () => null,
  find: async (_tx, questions) => questions.map((question) => ({ ...question, found: null })),
}
