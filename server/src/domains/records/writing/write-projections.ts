import type { TenantTx } from '../../../platform/database/types.ts'
import { caseWriter } from '../case-fields/case-rows.ts'
import { filePlaces } from '../file-fields/file-places.ts'
import { linkWriter } from '../reference-fields/links.store.ts'
import type { AppTable } from '../model/record-shape.ts'
import type { ChangedRecord, ProjectionWriter } from '../model/projection.ts'

const WRITERS: readonly ProjectionWriter[] = [linkWriter, filePlaces, caseWriter]

/** Lets every part that keeps rows beside the records write them in the same transaction. */
export async function writeProjections(
  tx: TenantTx,
  app: AppTable,
  changed: readonly ChangedRecord[],
): Promise<void> {
  if (changed.length === 0) return
  for (const writer of WRITERS) if (writer.concerns(app)) await writer.write(tx, app, changed)
}
