import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { readInput } from '../writing/record-change.rules.ts'
import type { AppTable, StoredRecord, Values } from '../model/record-shape.ts'
import { writeRecords } from '../writing/write-records.ts'
import { joinedTo } from './mark-merged.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** The transaction of a merge, and on whose behalf it is. */
export interface Place {
  tx: TenantTx
  scope: TenantScope
  app: AppTable
  actor: Actor
  deps: RecordsDeps
}

/**
 * Gives a record values by the way of every change, so that rules, formulas, indexes and history see them; what the
 * actor may not write is left out. Answers the record and the values that it was given.
 */
export async function mergeValues(
  { tx, scope, app, actor, deps }: Place,
  id: string,
  wanted: Readonly<Record<string, JsonValue>>,
): Promise<{ record: StoredRecord; values: Values }> {
  const values: Record<string, Values[string]> = {}
  for (const [key, value] of Object.entries(wanted))
    if (readInput(app, actor, { [key]: value }, []).issues === undefined) values[key] = value
  const command = { kind: 'update', id, values } as const
  const { answers } = await writeRecords(deps, joinedTo(tx, scope), {
    appIdOrKey: app.id,
    requests: [{ actor, command }],
  })
  const [answer] = answers
  if (answer === undefined) throw new Error('The request wasn’t answered')
  if (answer instanceof AppError) throw answer
  return { record: answer.record, values }
}
