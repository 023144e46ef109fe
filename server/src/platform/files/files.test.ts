import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../database/types.ts'
import { newId } from '../uuid.ts'
import { createLocalFileStore, type FileStore, removeHalfWritten, sha256Of } from './file-store.ts'
import { filesMigrations } from './files.migrations.ts'
import { createValueStore, INLINE_BYTES, type ValueStore } from './values.ts'

let root: string
let files: FileStore
let values: ValueStore
let installation: TestInstallation
let tenant: TenantScope

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'caseloom-files-'))
  files = createLocalFileStore(root)
  values = createValueStore(files)
  installation = await anInstallation('files', filesMigrations)
  tenant = await installation.aTenant()
})
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  await installation.close()
})

describe('file store', () => {
  test('bytes come back under their hash, for their tenant only, in files closed to others', async () => {
    const [mine, other] = [newId(), newId()]
    const sha256 = await files.put(mine, Buffer.from('hello'))
    expect(sha256).toBe('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824')
    expect((await files.get(mine, sha256))?.toString()).toBe('hello')
    expect(await files.get(other, sha256)).toBeNull()
    expect(statSync(join(root, mine)).mode & 0o777).toBe(0o700)
    expect(statSync(join(root, mine, sha256)).mode & 0o777).toBe(0o600)
  })

  test('equal bytes written concurrently are one file, with nothing half-written left', async () => {
    const id = newId()
    const bytes = randomBytes(300_000)
    const names = await Promise.all(Array.from({ length: 20 }, () => files.put(id, bytes)))
    expect(new Set(names)).toEqual(new Set([sha256Of(bytes)]))
    expect(readdirSync(join(root, id))).toEqual([sha256Of(bytes)])
  })

  test.each(['../../etc', '..', '', 'A'.repeat(36), `${newId()}/..`])(
    'the tenant %j is refused',
    async (id) => {
      await expect(files.put(id, Buffer.from('x'))).rejects.toThrow('Not a tenant ID')
      await expect(files.deleteTenant(id)).rejects.toThrow('Not a tenant ID')
    },
  )

  test.each(['../x', '', 'abc', `${'a'.repeat(63)}/`, 'A'.repeat(64)])(
    'the name %j is refused',
    async (name) => {
      await expect(files.get(newId(), name)).rejects.toThrow('Not a SHA-256')
      await expect(files.delete(newId(), name)).rejects.toThrow('Not a SHA-256')
    },
  )

  test('a damaged file is not handed out', async () => {
    const id = newId()
    const sha256 = await files.put(id, Buffer.from('whole'))
    chmodSync(join(root, id, sha256), 0o600)
    writeFileSync(join(root, id, sha256), 'wholE')
    await expect(files.get(id, sha256)).rejects.toThrow('no longer matches')
  })

  test('deleting a tenant removes all of its files and nothing else', async () => {
    const [gone, stays] = [newId(), newId()]
    const sha256 = await files.put(gone, Buffer.from('x'))
    await files.put(stays, Buffer.from('x'))
    await files.deleteTenant(gone)
    expect(await files.get(gone, sha256)).toBeNull()
    expect(await files.get(stays, sha256)).not.toBeNull()
    await files.delete(stays, sha256)
    expect(await files.get(stays, sha256)).toBeNull()
  })

  test('what a crash left half-written is cleared away, whole files stay', async () => {
    const id = newId()
    const sha256 = await files.put(id, Buffer.from('x'))
    for (const name of ['.part-old', '.part-young']) writeFileSync(join(root, id, name), 'half')
    utimesSync(join(root, id, '.part-old'), 0, 0)
    utimesSync(join(root, id, sha256), 0, 0)
    await removeHalfWritten(root)
    expect(readdirSync(join(root, id)).toSorted()).toEqual(['.part-young', sha256])
    await removeHalfWritten(join(root, 'absent'))
  })

  test.runIf(existsSync('/dev/full'))(
    'a full disk is reported as such and leaves nothing behind',
    async () => {
      const id = newId()
      const full = createLocalFileStore(root, (path, flags, mode) =>
        open(path, flags, mode).then(async (file) => {
          await file.close()
          return open('/dev/full', 'w')
        }),
      )
      const refused = await full.put(id, Buffer.from('x')).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        code: 'dependency.unavailable',
        message: 'The disk of the file store is full',
      })
      expect(readdirSync(join(root, id))).toEqual([])
    },
  )
})

describe('value store', () => {
  test('small values lie in the row, large ones in the file store; both come back', async () => {
    const small = Buffer.from('{"a":1}')
    const large = randomBytes(INLINE_BYTES + 1)
    const stored = await tenant.tx((tx) =>
      values.putMany(tx, [
        { bytes: small, mediaType: 'application/json' },
        { bytes: large, mediaType: 'application/octet-stream' },
        { bytes: small, mediaType: 'application/json' },
      ]),
    )
    expect(stored.map(({ size }) => size)).toEqual([7, INLINE_BYTES + 1, 7])
    expect(readdirSync(join(root, tenant.tenantId))).toEqual([stored[1]?.sha256])
    await tenant.read(async (tx) => {
      expect(await values.get(tx, stored[0]?.sha256 ?? '')).toEqual(small)
      expect(await values.get(tx, stored[1]?.sha256 ?? '')).toEqual(large)
      expect(await values.get(tx, sha256Of(Buffer.from('absent')))).toBeNull()
      expect(await values.get(tx, '../../etc/passwd')).toBeNull()
      const rows = await tx.query<{ n: number }>('select count(*)::int as n from caseloom.value')
      expect(rows).toEqual([{ n: 2 }])
    })
  })

  test('concurrent writers of the same values don’t lock each other out', async () => {
    const shared = Array.from({ length: 40 }, (_, at) => ({
      bytes: Buffer.from(`shared ${at}`),
      mediaType: 'text/plain',
    }))
    const writers = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? shared : shared.toReversed()))
    await Promise.all(writers.map((batch) => tenant.tx((tx) => values.putMany(tx, batch))))
    const counted = await tenant.read((tx) =>
      tx.query<{ n: number }>(
        `select count(*)::int as n from caseloom.value where media_type = 'text/plain'`,
      ),
    )
    expect(counted).toEqual([{ n: 40 }])
  })

  test("another tenant's values are not there", async () => {
    const other = await installation.aTenant()
    const { sha256 } = await tenant.tx((tx) => values.put(tx, Buffer.from('mine'), 'text/plain'))
    expect(await other.read((tx) => values.get(tx, sha256))).toBeNull()
    expect((await tenant.read((tx) => values.get(tx, sha256)))?.toString()).toBe('mine')
  })

  test('an empty value is a value', async () => {
    const { sha256, size } = await tenant.tx((tx) => values.put(tx, new Uint8Array(), 'text/plain'))
    expect(size).toBe(0)
    expect(await tenant.read((tx) => values.get(tx, sha256))).toEqual(Buffer.alloc(0))
    expect(await tenant.tx((tx) => values.putMany(tx, []))).toEqual([])
  })
})
