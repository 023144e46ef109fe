import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../platform/database/types.ts'

const CODES = 10
/** Crockford's base 32: no I, L, O and U, which are misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 16 characters hold 80 bits: a plain digest of them cannot be turned back. */
const LENGTH = 16

/** Replaces the recovery codes of a person and returns the new ones, which are stored only as digests. */
export async function renewCodes(tx: Tx, personId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.query('delete from caseloom.recovery_code where person_id = $1', [personId])
  await tx.query('insert into caseloom.recovery_code (person_id, code_hash) select $1, unnest($2::bytea[])', [
    personId,
    codes.map((code) => digestOf(personId, code)),
  ])
  return codes
}

/** True when the code is one of the person's and was not used before; it is used then. */
export async function spendCode(tx: Tx, personId: string, code: string): Promise<boolean> {
  const rows = await tx.query(
    `update caseloom.recovery_code set used_at = $3
      where person_id = $1 and code_hash = $2 and used_at is null returning 1`,
    [personId, digestOf(personId, code), tx.now],
  )
  return rows.length > 0
}

function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

/** However it was typed: without dashes, in any case, with the letters that Crockford reads as digits. */
function digestOf(personId: string, code: string): Buffer {
  const typed = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const canonical = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(`${personId}/${canonical}`).digest()
}
