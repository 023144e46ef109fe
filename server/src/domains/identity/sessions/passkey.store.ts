import { Bytes } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'

const PersonIdRow = z.object({ person_id: z.string() })

const NameRow = z.object({ name: z.string() })

export const PasskeyRow = z.object({
  id: z.string(),
  person_id: z.string(),
  credential_id: z.string(),
  public_key: Bytes,
  counter: z.number(),
  transports: z.array(z.string()),
  name: z.string(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
})
export type PasskeyRow = z.infer<typeof PasskeyRow>

const COLUMNS = `id, person_id, credential_id, public_key, counter::float8 as counter, transports, name, created_at,
  last_used_at`

export async function passkeysOf(tx: Tx, personId: string): Promise<PasskeyRow[]> {
  return tx.rows(PasskeyRow, `select ${COLUMNS} from caseloom.passkey where person_id = $1 order by id`, [
    personId,
  ])
}

/** Whose credential this is; null when no one's. */
export async function ownerOf(tx: Tx, credentialId: string): Promise<string | null> {
  const rows = await tx.rows(PersonIdRow, 'select person_id from caseloom.passkey where credential_id = $1', [
    credentialId,
  ])
  return rows[0]?.person_id ?? null
}

/** The passkey of this credential, held until the transaction ends: its counter may only rise. */
export async function lockPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | null> {
  const rows = await tx.rows(
    PasskeyRow,
    `select ${COLUMNS} from caseloom.passkey where credential_id = $1 for update`,
    [credentialId],
  )
  return rows[0] ?? null
}

export type NewPasskey = Omit<PasskeyRow, 'created_at' | 'last_used_at'>

/** Keeps a passkey; false if the credential is already known, no matter whose it is. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const rows = await tx.query(
    `insert into caseloom.passkey
       (id, person_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning 1`,
    [
      passkey.id,
      passkey.person_id,
      passkey.credential_id,
      passkey.public_key,
      passkey.counter,
      passkey.transports,
      passkey.name,
      tx.now,
    ],
  )
  return rows.length > 0
}

export async function usePasskey(tx: Tx, id: string, counter: number): Promise<void> {
  await tx.query('update caseloom.passkey set counter = $2, last_used_at = $3 where id = $1', [
    id,
    counter,
    tx.now,
  ])
}

/** Renames one of the person's passkeys; false when it is none of theirs. */
export async function renamePasskeyRow(
  tx: Tx,
  { id, personId, name }: { id: string; personId: string; name: string },
): Promise<boolean> {
  const rows = await tx.query(
    'update caseloom.passkey set name = $3 where id = $1 and person_id = $2 returning 1',
    [id, personId, name],
  )
  return rows.length > 0
}

/** Deletes one of the person's passkeys; answers its name, null when it is none of theirs. */
export async function deletePasskey(
  tx: Tx,
  { id, personId }: { id: string; personId: string },
): Promise<string | null> {
  const rows = await tx.rows(
    NameRow,
    'delete from caseloom.passkey where id = $1 and person_id = $2 returning name',
    [id, personId],
  )
  return rows[0]?.name ?? null
}
