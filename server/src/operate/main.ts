import { existsSync, mkdirSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureIdentityKey } from '../platform/embedded/restate-identity.ts'
import { createMasterKey, masterKeyId, readMasterKey } from '../platform/secrets/master-key.ts'
import { StartError } from '../platform/start-error.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { rotateKey } from './rotate-key.ts'

const USAGE = `Manages the data folder of an installation (CASELOOM_DATA), whether the product is running or not.

  backup TO                 copies the database and files to the new folder TO
  restore FROM [--replace]  restores a backup while the product is stopped; --replace moves existing data aside
  key create [FILE]         creates the master key of a new installation in FILE or CASELOOM_MASTER_KEY_FILE
  key engine FILE           creates the key of your own engine in FILE and prints its RESTATE_IDENTITY_KEY
  key rotate                creates a new master key and encrypts all stored keys with it

Backups never contain the master key. Keep a copy of its file (CASELOOM_MASTER_KEY_FILE) elsewhere.`

const say = (text: string) => void process.stdout.write(`${text}\n`)
const { env } = process

/** npm changes the folder; paths are relative to where the command was entered. */
function pathOf(text: string): string {
  return isAbsolute(text) ? text : resolve(process.env['INIT_CWD'] ?? process.cwd(), text)
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  })
  const [command, what, file] = positionals
  if (values.help) say(USAGE)
  else if (command === 'backup' && what !== undefined) await runBackup(pathOf(what))
  else if (command === 'restore' && what !== undefined) await runRestore(pathOf(what), values.replace)
  else if (command === 'key' && what === 'create') runCreation(file)
  else if (command === 'key' && what === 'engine' && file !== undefined) runEngineKey(pathOf(file))
  else if (command === 'key' && what === 'rotate') await runRotation()
  else {
    say(USAGE)
    return 2
  }
  return 0
}

async function runBackup(to: string): Promise<void> {
  const { database, files, running, masterKeyId } = await backup(env, to)
  const bytes = [...database, ...files].reduce((sum, file) => sum + file.size, 0)
  say(`Backup written to ${to}: ${database.length + files.length} files, ${Math.ceil(bytes / 1e6)} MB.`)
  say(running ? 'The product stayed online.' : 'The product was stopped.')
  say(
    `Restoring it requires the master key ${masterKeyId}, which isn’t included. Keep a copy of the key file elsewhere.`,
  )
}

async function runRestore(from: string, replace: boolean): Promise<void> {
  const { manifest, aside } = await restore(env, { from, replace })
  say(`Restored the state of ${manifest.takenAt} into ${env['CASELOOM_DATA'] ?? 'the data folder'}.`)
  if (aside !== null) say(`The previous data is in ${aside}.`)
  say('Start the product as usual. Waiting runs continue automatically.')
}

function runCreation(given: string | undefined): void {
  const chosen = given === undefined ? env['CASELOOM_MASTER_KEY_FILE'] : pathOf(given)
  if (chosen === undefined || chosen === '')
    throw new StartError('No file was specified.', 'Specify it, or set CASELOOM_MASTER_KEY_FILE.')
  if (existsSync(chosen))
    throw new StartError(`${chosen} already exists.`, 'Use that key, or specify another file.')
  createMasterKey(chosen)
  say(`Master key ${masterKeyId(readMasterKey(chosen))} written to ${chosen}.`)
  say(
    'It is 32 random bytes in base64. Keep a copy of the file elsewhere: stored secrets can’t be read without it.',
  )
}

function runEngineKey(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  say(`RESTATE_IDENTITY_KEY=${ensureIdentityKey(file)}`)
}

async function runRotation(): Promise<void> {
  const { file, before, rewrapped } = await rotateKey(env)
  say(
    `${rewrapped} stored keys are now encrypted with the new master key in ${file}. Keep a copy of it elsewhere.`,
  )
  say(`The previous key is saved in ${before}. Existing backups require it.`)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof StartError) && !isUsage) throw error
  process.stderr.write(`${error.message}\n${error instanceof StartError ? error.next : USAGE}\n`)
  process.exitCode = isUsage ? 2 : 1
}
