import type { TenantTx } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { Correlator } from '../correlation/correlator.ts'
import { aliasOf } from '../model/alias.ts'
import type { AppTable, Circles, Moment } from '../model/record-shape.ts'
import type { Batch } from './batch.ts'
import { type ReadCommand, uniqueValues, type WriteRequest } from './commands.ts'
import { loadForWrite } from './load.store.ts'
import { draftCreate } from './record-change.rules.ts'
import { templatedValues } from './template-values.rules.ts'

interface Place {
  tx: TenantTx
  app: AppTable
  batch: Batch
  circles: Circles | undefined
}

interface Asking {
  actor: WriteRequest['actor']
  command: ReadCommand | AppError | undefined
}

/** What folds new records of a batch, with the records into which they may go; null when none of them can be folded. */
export async function correlatorFor(
  place: Place,
  asking: readonly Asking[],
  outdated: () => Error,
): Promise<Correlator | null> {
  const { tx, app, batch } = place
  if (app.correlation.length === 0) return null
  const folding = asking.flatMap(({ actor, command }) =>
    command === undefined || command instanceof AppError || command.kind === 'update' || !command.folds
      ? []
      : [{ actor, command }],
  )
  if (folding.length === 0) return null
  const correlator = new Correlator({
    tx,
    app,
    batch,
    load: async (ids) => {
      const names = ids.map((id) => aliasOf(null, id))
      const loaded = await loadForWrite(tx, app, { ids, unique: new Map(), operations: [], names })
      if (loaded.revision !== app.revision) throw outdated()
      batch.adopt(loaded.records, loaded.aliases)
    },
  })
  const drafts = folding.map(({ actor, command }) => draftOf(place, actor, command))
  const unique = folding.flatMap(({ command }) => uniqueValues(app, command))
  await correlator.open(
    drafts,
    unique.map(([key, value]) => aliasOf(key, value)),
  )
  return correlator
}

/** The record that a command is about to make, before form logic has had its say. */
function draftOf(
  { tx, app, circles }: Place,
  actor: WriteRequest['actor'],
  command: Exclude<ReadCommand, { kind: 'update' }>,
) {
  const moment: Moment = { actor, now: tx.now, zone: tx.timeZone, circles }
  const values =
    command.kind === 'upsert'
      ? { ...command.match, ...command.create, ...command.set }
      : command.template === null
        ? command.values
        : templatedValues(app, command.template, command.values, moment)
  return { record: draftCreate(app, values, moment, '').record, moment }
}
