import { z } from 'zod'
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { SystemScope, Tx } from '../database/types.ts'
import { StartError } from '../start-error.ts'
import { masterKeyId, readMasterKey } from './master-key.ts'

const KeyIdRow = z.object({ key_id: z.string() })

/** The master keys that this process can read. */
export interface MasterKeys {
  /** The key with this short name; null when no file holds it. */
  find(id: string): Buffer | null
  /** The key of the configured file. */
  own(): Buffer
  /** Short names of all that can be read now. */
  ids(): readonly string[]
}

/** Serializes the end of a rotation with the making of data keys. */
export const ROTATION_LOCK = 7_266_190_433

/**
 * The key in `file`, the next one in `file.next`, and those before in `file.<short name>`. Files are read again when a
 * name is unknown, so that a rotation needs no restart.
 */
export function masterKeysIn(file: string): MasterKeys {
  readMasterKey(file)
  let known = new Map<string, Buffer>()
  const readAll = () => {
    known = new Map(candidates(file).flatMap((path) => readKey(path)))
    return known
  }
  readAll()
  return {
    find: (id) => known.get(id) ?? readAll().get(id) ?? null,
    own: () => readMasterKey(file),
    ids: () => [...readAll().keys()],
  }
}

/** One key that never changes: for tests and for work that holds the file on its own. */
export function oneMasterKey(key: Buffer): MasterKeys {
  const id = masterKeyId(key)
  return { find: (wanted) => (wanted === id ? key : null), own: () => key, ids: () => [id] }
}

/** Settles which key wraps new data keys: the installation's present one, or this process's own at the first start. */
export async function settleMasterKey(system: SystemScope, keys: MasterKeys, file: string): Promise<void> {
  const needed = await system.tx((tx) => settle(tx, masterKeyId(keys.own())))
  if (keys.find(needed) !== null) return
  throw new StartError(
    `The master key in ${file} doesn’t belong to this installation, which requires the key ${needed}.`,
    'Set CASELOOM_MASTER_KEY_FILE to a copy of the correct file, and start again.',
  )
}

async function settle(tx: Tx, own: string): Promise<string> {
  const rows = await tx.rows(
    KeyIdRow,
    `insert into caseloom.master_key (key_id)
     values (coalesce((select encode(substring(wrapped from 1 for 8), 'hex') from caseloom.data_key limit 1), $1))
     on conflict (single) do update set key_id = caseloom.master_key.key_id returning key_id`,
    [own],
  )
  return rows[0]?.key_id ?? own
}

function candidates(file: string): string[] {
  const name = basename(file)
  const others = readdirSync(dirname(file)).filter(
    (other) =>
      other === `${name}.next` ||
      (other.startsWith(`${name}.`) && /^[0-9a-f]{16}$/.test(other.slice(name.length + 1))),
  )
  return [file, ...others.map((other) => join(dirname(file), other))]
}

function readKey(path: string): [string, Buffer][] {
  try {
    const key = readMasterKey(path)
    return [[masterKeyId(key), key]]
  } catch {
    // Another process may be replacing it, and keys of earlier rotations need not be readable.
    return []
  }
}
