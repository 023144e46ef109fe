import { createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { explainSystemError, StartError, systemErrorCode } from '../start-error.ts'

const BYTES = 32

/**
 * Creates a new master key: 32 random bytes in base64, readable by this user only. Never overwrites an existing file.
 */
export function createMasterKey(file: string): void {
  const fresh = `${file}.${process.pid}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(fresh, `${randomBytes(BYTES).toString('base64')}\n`, { mode: 0o600 })
    linkSync(fresh, file)
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw explainKeyFile(error, file)
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** Reads the master key: 32 bytes. */
export function readMasterKey(file: string): Buffer {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw explainKeyFile(error, file)
  }
  const key = Buffer.from(text, 'base64')
  if (/^[A-Za-z0-9+/]{43}=$/.test(text) && key.length === BYTES) return key
  throw new StartError(
    `The file ${file} doesn’t contain a master key (32 bytes in base64).`,
    'Replace it with the correct file, or set CASELOOM_MASTER_KEY_FILE to it, and start again.',
  )
}

/** A short name of a master key, safe to store and to print: it distinguishes keys and reveals nothing about them. */
export function masterKeyId(key: Buffer): string {
  return createHash('sha256').update('caseloom master key').update(key).digest('hex').slice(0, 16)
}

function explainKeyFile(error: unknown, file: string): unknown {
  if (systemErrorCode(error) === 'ENOENT') {
    return new StartError(
      `The master key file ${file} is missing. Stored secrets can’t be read without it.`,
      'Restore it from your copy. For a new installation, create it with "npm run caseloom -- key create".',
    )
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '')) {
    return new StartError(
      `The master key file ${file} can’t be read by this user.`,
      'Give this user permission to read it, or set CASELOOM_MASTER_KEY_FILE to another file, and start again.',
    )
  }
  return explainSystemError(error, file)
}
