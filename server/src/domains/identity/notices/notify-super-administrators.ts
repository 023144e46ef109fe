import { IdRow } from '../../../platform/database/rows.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { type Note, notify } from './notify.ts'

/** Notifies each super administrator of the installation through the channels they chose. */
export async function notifySuperAdministrators(
  tx: Tx,
  publicUrl: string,
  note: Omit<Note, 'personId' | 'accountId'>,
): Promise<void> {
  const people = await tx.rows(
    IdRow,
    `select id from caseloom.person where super_administrator and kind = 'person' order by id`,
  )
  for (const { id } of people) await notify(tx, publicUrl, { ...note, personId: id, accountId: null })
}
