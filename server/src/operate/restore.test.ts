import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MadeDatabase, makeDatabase } from '@caseloom/testkit/made-database'
import { operate } from '@caseloom/testkit/operate'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepMasterKey } from '../launch/keep-master-key.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

let made: MadeDatabase
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  made = await makeDatabase()
})
afterAll(() => made.remove())
beforeEach(async () => {
  folder = await makeScratchFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o711 })
  made.copyTo(dataDir)
  env = { CASELOOM_DATA: dataDir, CASELOOM_MASTER_KEY_FILE: join(folder, 'master.key') }
  keepMasterKey(dataDir, join(folder, 'master.key'))
  await backup(env, join(folder, 'backup'))
})
afterEach(() => removeScratchFolder(folder))

describe('a restore', { timeout: 60_000 }, () => {
  test('removes what restores that were killed had copied', async () => {
    const dataDir = join(folder, 'second')
    mkdirSync(join(dataDir, 'restore-999999', 'database'), { recursive: true, mode: 0o711 })
    writeFileSync(join(dataDir, 'restore-999999', 'database', 'rest'), 'personal data')
    await restore({ ...env, CASELOOM_DATA: dataDir }, { from: join(folder, 'backup'), replace: false })
    expect(readdirSync(dataDir).filter((name) => name.startsWith('restore-'))).toEqual([])
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true)
  })

  test('that is refused leaves no folder behind that was not there', async () => {
    const label = join(folder, 'backup', 'database', 'PG_VERSION')
    writeFileSync(label, '17\n')
    const dataDir = join(folder, 'third')
    const refused = restore(
      { ...env, CASELOOM_DATA: dataDir },
      { from: join(folder, 'backup'), replace: false },
    )
    await expect(refused).rejects.toThrow('damaged')
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('caseloom key', { timeout: 60_000 }, () => {
  test('create makes the first master key in the documented form, and never replaces one', async () => {
    const file = join(folder, 'keys', 'first.key')
    const { code, said } = await operate(['key', 'create'], { CASELOOM_MASTER_KEY_FILE: file })
    expect(code, said).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = await operate(['key', 'create', file], {})
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('already exists')])
  })

  test('engine makes the engine’s key once and prints its public half each time', async () => {
    const file = join(folder, 'engine.pem')
    const first = await operate(['key', 'engine', file], {})
    expect(first.said).toMatch(/^RESTATE_IDENTITY_KEY=publickeyv1_[1-9A-HJ-NP-Za-km-z]{40,50}\n$/)
    expect(readFileSync(file, 'utf8')).toContain('BEGIN PRIVATE KEY')
    expect((await operate(['key', 'engine', file], {})).said).toBe(first.said)
  })
})
