import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable, FieldChange, StoredRecord } from './record-shape.ts'

/** One record that a batch created, changed or deleted, with what differs. */
export interface ChangedRecord {
  action: 'created' | 'updated' | 'deleted'
  record: StoredRecord
  changes: readonly FieldChange[]
}

/** Rows beside the app's table that follow from a change: links, indexes of observables, due times. */
export interface ProjectionWriter {
  name: string
  /** False when no record of this app can concern it, so that it costs nothing. */
  concerns(app: AppTable): boolean
  /** Writes the whole batch in the transaction of the change. */
  write(tx: TenantTx, app: AppTable, changed: readonly ChangedRecord[]): Promise<void>
}
