import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { TenantScope } from '../database/types.ts'
import { presenceMigrations } from '../presence/presence.migrations.ts'
import { createMasterKey, masterKeyId, readMasterKey } from './master-key.ts'
import { masterKeysIn, settleMasterKey } from './master-keys.ts'
import { rotateMasterKey } from './rotate-master-key.ts'
import { secretsMigrations } from './secrets.migrations.ts'

const ENTRY = fileURLToPath(new URL('fixtures/key-holder.ts', import.meta.url))
const Reply = z.object({ id: z.int(), value: z.string().optional(), error: z.string().optional() })

let installation: TestInstallation
let folder: string
beforeAll(async () => {
  installation = await anInstallation('rotation', [...secretsMigrations, ...presenceMigrations])
  folder = await makeScratchFolder()
})
afterAll(async () => {
  await installation.close()
  removeScratchFolder(folder)
})

/** A process of its own that seals and opens under the master key in `file`. */
async function aProcess(file: string) {
  const child = fork(ENTRY, [installation.url, file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => stop(child))
  await once(child, 'message')
  let last = 0
  const send = async (action: 'seal' | 'open', scope: TenantScope, text: string): Promise<string> => {
    const id = (last += 1)
    const answered = new Promise<z.output<typeof Reply>>((resolve) => {
      const listen = (raw: unknown) => {
        const reply = Reply.parse(raw)
        if (reply.id !== id) return
        child.off('message', listen)
        resolve(reply)
      }
      child.on('message', listen)
    })
    const { tenantId, accountId } = scope
    child.send({ id, do: action, tenantId, accountId, text })
    const { value, error } = await answered
    return value ?? `failed: ${error}`
  }
  return {
    child,
    seal: (scope: TenantScope, text: string) => send('seal', scope, text),
    open: (scope: TenantScope, text: string) => send('open', scope, text),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.disconnect()
  await once(child, 'exit')
  await installation.database.system.tx((tx) => tx.query('delete from caseloom.process'))
}

let made = 0
function aKeyFile(): string {
  const file = `${folder}/master-${(made += 1)}.key`
  createMasterKey(file)
  return file
}

/** Forgets the tests before: an installation has one master key. */
async function anEmptyInstallation(): Promise<void> {
  await installation.database.system.tx(async (tx) => {
    await tx.query('delete from caseloom.master_key')
    await tx.query('delete from caseloom.data_key')
  })
}

describe('a rotation beside two running processes', { timeout: 60_000 }, () => {
  test('disturbs neither: old and new secrets open in both, also those of a tenant made meanwhile', async () => {
    await anEmptyInstallation()
    const file = aKeyFile()
    const before = masterKeyId(readMasterKey(file))
    const [one, two] = [await aProcess(file), await aProcess(file)]
    const old = await installation.aTenant()
    const sealed = await one.seal(old, 'made before')
    const { system } = installation.database
    const rotating = rotateMasterKey({ system, file })
    const meanwhile = await installation.aTenant()
    const sealedMeanwhile = await two.seal(meanwhile, 'made meanwhile')
    const rotation = await rotating
    const fresh = await installation.aTenant()
    const sealedAfter = await one.seal(fresh, 'made after')

    for (const process of [one, two]) {
      expect(await process.open(old, sealed)).toBe('made before')
      expect(await process.open(meanwhile, sealedMeanwhile)).toBe('made meanwhile')
      expect(await process.open(fresh, sealedAfter)).toBe('made after')
    }
    const present = masterKeyId(readMasterKey(file))
    expect(present).not.toBe(before)
    expect(rotation.before).toBe(`${file}.${before}`)
    expect(existsSync(`${file}.next`)).toBe(false)
    const wrappedBy = await system.read((tx) =>
      tx.query<{ id: string }>(
        `select distinct encode(substring(wrapped from 1 for 8), 'hex') as id from caseloom.data_key`,
      ),
    )
    expect(wrappedBy).toEqual([{ id: present }])
  })

  test('is refused with the name of a process that cannot read the new key, and continues once it can', async () => {
    await anEmptyInstallation()
    const file = aKeyFile()
    const elsewhere = `${folder}/elsewhere.key`
    copyFileSync(file, elsewhere)
    const away = await aProcess(elsewhere)
    const tenant = await installation.aTenant()
    const sealed = await away.seal(tenant, 'text')
    const { system } = installation.database
    await expect(rotateMasterKey({ system, file, waitMs: 100 })).rejects.toThrow(
      new RegExp(`can’t be read by: web on .* \\(process ${away.child.pid}\\)\\. Nothing was changed`),
    )
    expect(await away.open(tenant, sealed)).toBe('text')

    copyFileSync(`${file}.next`, `${elsewhere}.next`)
    await rotateMasterKey({ system, file })
    expect(await away.open(tenant, sealed)).toBe('text')
    const fresh = await installation.aTenant()
    expect(await away.open(fresh, await away.seal(fresh, 'under the new key'))).toBe('under the new key')
    renameSync(`${elsewhere}.next`, elsewhere)
    expect(readFileSync(elsewhere)).toEqual(readFileSync(file))
  })
})

describe('a rotation while nothing runs', () => {
  test('waits for no process that was killed a moment ago', async () => {
    await anEmptyInstallation()
    const file = aKeyFile()
    const process = await aProcess(file)
    process.child.kill('SIGKILL')
    await once(process.child, 'exit')
    const { system } = installation.database
    await expect(rotateMasterKey({ system, file, waitMs: 100 })).rejects.toThrow('can’t be read by')
    await rotateMasterKey({ system, file, alone: true })
    expect(existsSync(`${file}.next`)).toBe(false)
    await system.tx((tx) => tx.query('delete from caseloom.process'))
  })
})

describe('a rotation that was cut short', () => {
  test('leaves a state in which processes start, and the same command completes it', async () => {
    await anEmptyInstallation()
    const file = aKeyFile()
    const { system } = installation.database
    await settleMasterKey(system, masterKeysIn(file), file)
    const old = readFileSync(file)
    await rotateMasterKey({ system, file })
    // As after a kill between the commit and the renaming.
    renameSync(file, `${file}.next`)
    copyFileSync(`${file}.${masterKeyId(Buffer.from(old.toString(), 'base64'))}`, file)
    const process = await aProcess(file)
    const tenant = await installation.aTenant()
    const sealed = await process.seal(tenant, 'between')
    const { rewrapped } = await rotateMasterKey({ system, file })
    expect(rewrapped).toBe(0)
    expect(readFileSync(file)).not.toEqual(old)
    expect(await process.open(tenant, sealed)).toBe('between')
  })
})

describe('a process with another master key', () => {
  test('is refused at its start, with the short name of the right one', async () => {
    await anEmptyInstallation()
    const [file, other] = [aKeyFile(), aKeyFile()]
    const { system } = installation.database
    await settleMasterKey(system, masterKeysIn(file), file)
    const needed = masterKeyId(readMasterKey(file))
    await expect(settleMasterKey(system, masterKeysIn(other), other)).rejects.toThrow(
      `doesn’t belong to this installation, which requires the key ${needed}`,
    )
  })
})
