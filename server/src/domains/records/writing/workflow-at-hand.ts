import type { TableAnswers } from '@caseloom/workflow/table-answers'
import { tableQuestions } from '@caseloom/workflow/table-uses'
import type { TenantTx } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AppTable, StoredRecord, Values } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { wantedLinks } from '../reference-fields/plan-links.rules.ts'
import { type LinkedRecords, type LinkWish, lookAtLinked } from '../workflow/linked-facts.ts'
import { tableAnswers } from '../workflow/table-answers.ts'
import { type ReadyWorkflow, referencesIn, workflowOf } from '../workflow/workflow-of.ts'
import type { ReadCommand } from './commands.ts'

/** The app’s workflow with the linked records that it reads, for one batch. */
export interface WorkflowAtHand {
  ready: ReadyWorkflow
  linked: LinkedRecords
  tables: TableAnswers
}

/** The workflow for a batch of commands, with what it reads of records that are linked or that the commands link. */
export async function workflowAtHand(
  deps: RecordsDeps,
  tx: TenantTx,
  app: AppTable,
  { records, commands }: { records: readonly StoredRecord[]; commands: readonly (ReadCommand | AppError)[] },
): Promise<WorkflowAtHand | null> {
  const ready = await workflowOf(deps, tx, app)
  if (ready === null) return null
  const fields = referencesIn(app, ready.uses)
  const wishes = commands.flatMap((command) =>
    command instanceof AppError ? [] : fields.flatMap(({ key }) => wishOf(command, key)),
  )
  const tables = tableAnswers(deps, tx, { runs: true })
  const given = commands.flatMap((command) => (command instanceof AppError ? [] : valuesIn(command)))
  const values = [...records.map((record) => record.values), ...given]
  await tables.ask(tableQuestions(ready.tables, values))
  return {
    ready,
    tables,
    linked: await lookAtLinked(tx, app, { ready, sources: records.map(({ id }) => id), wishes }),
  }
}

function valuesIn(command: ReadCommand): Values[] {
  return command.kind === 'upsert' ? [command.set, command.create, command.match] : [command.values]
}

function wishOf(command: ReadCommand, field: string): LinkWish[] {
  return valuesIn(command).flatMap((values) => {
    if (!Object.hasOwn(values, field)) return []
    const wanted = wantedLinks(values[field] ?? null)
    return [{ field, targets: [...(wanted.set ?? []), ...(wanted.add ?? [])] }]
  })
}
