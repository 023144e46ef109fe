import type { TableAnswer, TableQuestion } from '@caseloom/contract/apps/table-answers'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import type { TablesPort } from '../definition/tables-port.ts'

/** Whether values are in reference tables, as rules that are tried or tested look them up; null where the actor can't read. */
export async function lookUpValues(
  tables: Pick<TablesPort, 'find'>,
  scope: TenantScope,
  actor: Actor,
  questions: readonly TableQuestion[],
): Promise<TableAnswer[]> {
  allow(actor, 'app:build')
  if (!may(actor, 'playbook:read')) return questions.map((question) => ({ ...question, found: null }))
  return scope.read((tx) => tables.find(tx, questions, { runs: may(actor, 'run:data') }))
}
