import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { SystemScope } from '../database/types.ts'
import { presentProcesses, type ProcessRow } from '../presence/presence.ts'
import { explainSystemError, StartError, systemErrorCode } from '../start-error.ts'
import { rewrapAll, rewrapDataKeys } from './data-keys.ts'
import { createMasterKey, masterKeyId, readMasterKey } from './master-key.ts'
import { masterKeysIn, ROTATION_LOCK } from './master-keys.ts'

export interface Rotation {
  file: string
  /** Where the previous key is stored; it opens older backups. */
  before: string
  rewrapped: number
}

export interface RotationOptions {
  system: SystemScope
  file: string
  /** How long running processes have to notice the new key. */
  waitMs?: number
  /** No one else can reach the database: what still looks present was killed. */
  alone?: boolean
}

const NOTICE_MS = 15_000
const LOOK_EVERY_MS = 200

/**
 * Makes a new master key beside `file` and wraps all data keys with it, while processes run: each must be able to read
 * both keys before the first is wrapped. A rotation that was cut short continues where it stopped.
 * @throws StartError when a running process cannot read the new key
 */
export async function rotateMasterKey({
  system,
  file,
  waitMs = NOTICE_MS,
  alone = false,
}: RotationOptions): Promise<Rotation> {
  const next = `${file}.next`
  if (!existsSync(next)) makeNext(file, next)
  const keys = masterKeysIn(file)
  const [from, to] = [readMasterKey(file), readMasterKey(next)]
  if (!alone) await untilAllCanRead(system, masterKeyId(to), { next, waitMs })
  let rewrapped = await rewrapDataKeys(system, keys, to)
  await system.tx(async (tx) => {
    // Who makes a data key holds the lock until it is committed, and looks up the present master key under it.
    await tx.query('select pg_advisory_xact_lock($1)', [ROTATION_LOCK])
    rewrapped += await rewrapAll(tx, keys, to)
    await tx.query(
      `insert into caseloom.master_key (key_id) values ($1)
       on conflict (single) do update set key_id = excluded.key_id, since = now()`,
      [masterKeyId(to)],
    )
  })
  return { file, before: swap(file, next, masterKeyId(from)), rewrapped }
}

/** Readable by anyone who may read the present key: the command may be root's, the product another user's. */
function makeNext(file: string, next: string): void {
  const { uid, gid } = statSync(file)
  const half = `${next}.${process.pid}`
  createMasterKey(half)
  if (process.getuid?.() === 0) chownSync(half, uid, gid)
  try {
    linkSync(half, next)
  } catch (error) {
    // Another rotation was faster: both work with its key.
    if (systemErrorCode(error) !== 'EEXIST') throw explainSystemError(error, next)
  } finally {
    rmSync(half, { force: true })
  }
}

/** At no moment is `file` missing. */
function swap(file: string, next: string, fromId: string): string {
  const before = `${file}.${fromId}`
  if (!existsSync(before)) linkSync(file, before)
  renameSync(next, file)
  return before
}

async function untilAllCanRead(
  system: SystemScope,
  keyId: string,
  { next, waitMs }: { next: string; waitMs: number },
): Promise<void> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const blind = (await system.read(presentProcesses)).filter(
      ({ masterKeys }) => !masterKeys.includes(keyId),
    )
    if (blind.length === 0) return
    if (Date.now() > deadline) throw cannotRead(blind, next)
    await pause(LOOK_EVERY_MS)
  }
}

function cannotRead(blind: readonly ProcessRow[], next: string): StartError {
  const names = blind.map(({ role, host, pid }) => `${role} on ${host} (process ${pid})`)
  return new StartError(
    `The new master key in ${next} can’t be read by: ${[...new Set(names)].join(', ')}. Nothing was changed.`,
    `Copy ${next} to those machines, next to their master key file and readable by the product's user, then repeat this command. Killed processes drop off the list after 30 seconds.`,
  )
}
