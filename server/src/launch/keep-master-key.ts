import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { createMasterKey, masterKeyId, readMasterKey } from '../platform/secrets/master-key.ts'
import { explainSystemError, StartError } from '../platform/start-error.ts'

const Memory = z.object({ file: z.string(), keyId: z.string(), announced: z.boolean() })
type Memory = z.output<typeof Memory>

/** The key of a data folder. `mustAnnounce`: it was created here and the operator has not seen it yet. */
export type StoredMasterKey = { file: string; mustAnnounce: boolean; announced(): void }

/**
 * Makes the master key of a data folder at its first start, and afterwards insists on that very key: a new one in its
 * place would make every stored secret unreadable without anyone noticing.
 */
export function keepMasterKey(dataDir: string, configured: string | null): StoredMasterKey {
  const memoryFile = join(dataDir, 'master-key.json')
  const memory = readMemory(memoryFile)
  const file = configured ?? memory?.file ?? defaultFile()
  const created = memory === null && !existsSync(file)
  if (created) createMasterKey(file)
  const keyId = masterKeyId(readMasterKey(file))
  if (memory !== null && memory.keyId !== keyId) {
    throw new StartError(
      `The master key in ${file} isn’t the one this data folder was created with.`,
      'Set CASELOOM_MASTER_KEY_FILE to the correct one (printed at the first start), then start again.',
    )
  }
  const now: Memory = { file, keyId, announced: memory?.announced ?? !created }
  writeMemory(memoryFile, now)
  return {
    file,
    mustAnnounce: !now.announced,
    announced: () => writeMemory(memoryFile, { ...now, announced: true }),
  }
}

/** Notes that this key belongs to the data folder from now on: after a rotation, whose work is done by then. */
export function rememberMasterKey(dataDir: string, file: string): void {
  const keyId = masterKeyId(readMasterKey(file))
  writeMemory(join(dataDir, 'master-key.json'), { file, keyId, announced: true })
}

/** Outside the data folder, so that a copy of the data alone gives nothing away. */
function defaultFile(): string {
  const xdg = process.env['XDG_CONFIG_HOME']
  const home = process.env['HOME'] || homedir()
  const config = process.getuid?.() === 0 ? '/etc' : xdg?.startsWith('/') ? xdg : join(home, '.config')
  return join(config, 'caseloom', `master-${randomBytes(4).toString('hex')}.key`)
}

function readMemory(memoryFile: string): Memory | null {
  if (!existsSync(memoryFile)) return null
  try {
    return Memory.parse(JSON.parse(readFileSync(memoryFile, 'utf8')))
  } catch {
    // The text of a key doesn’t belong in a message.
    throw new StartError(
      `The file ${memoryFile} can’t be read. It names the master key of this data.`,
      'Restore it from a backup. If CASELOOM_MASTER_KEY_FILE is set to the correct key, delete the file instead and start again.',
    )
  }
}

function writeMemory(memoryFile: string, memory: Memory): void {
  try {
    writeFileSync(`${memoryFile}.new`, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${memoryFile}.new`, memoryFile)
  } catch (error) {
    throw explainSystemError(error, memoryFile)
  }
}
