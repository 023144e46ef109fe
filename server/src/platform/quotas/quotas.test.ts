import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { fail } from '../errors.ts'
import { createLocalFileStore, type FileStore } from '../files/file-store.ts'
import { withinQuota } from './file-quota.ts'
import { quotasMigrations } from './quotas.migrations.ts'
import { createQuotas } from './quotas.ts'

type Admit = Parameters<FileStore['receive']>[3]

let installation: TestInstallation
beforeAll(async () => {
  installation = await anInstallation('quotas', quotasMigrations)
})
afterAll(() => installation.close())

async function aQuota(max: number, used: number) {
  const { tenantId } = await installation.aTenant()
  const { system } = installation.database
  let now = 0
  const state = { used }
  const quotas = createQuotas(system, () => now)
  quotas.measure('file_bytes', async () => state.used)
  await system.tx((tx) => quotas.set(tx, tenantId, 'file_bytes', max))
  return { tenantId, quotas, state, system, later: () => (now += 60_000) }
}

describe('a quota of a tenant', () => {
  it('lets in what fits, and names itself when it is used up', async () => {
    const { quotas, tenantId } = await aQuota(10, 4)
    await quotas.check(tenantId, 'file_bytes', 6)
    await expect(quotas.check(tenantId, 'file_bytes', 1)).rejects.toMatchObject({
      code: 'quota.reached',
      status: 429,
      details: { extra: { quota: 'file_bytes' } },
    })
  })

  it('counts what was let in before the next measurement, and measures again later', async () => {
    const { quotas, tenantId, state, later } = await aQuota(10, 0)
    await quotas.check(tenantId, 'file_bytes', 8)
    expect(await quotas.left(tenantId, 'file_bytes')).toBe(2)
    state.used = 3
    later()
    expect(await quotas.left(tenantId, 'file_bytes')).toBe(7)
  })

  it('falls back to the standard when its own limit is removed, and says nothing of other tenants', async () => {
    const { quotas, tenantId, system } = await aQuota(10, 4)
    const other = await installation.aTenant()
    const fileBytes = async (id: string) => (await quotas.usage(id)).find(({ name }) => name === 'file_bytes')
    expect(await fileBytes(tenantId)).toMatchObject({ used: 4, max: 10 })
    expect((await fileBytes(other.tenantId))?.max).toBe((await fileBytes(tenantId))?.standard)
    await system.tx((tx) => quotas.set(tx, tenantId, 'file_bytes', null))
    expect((await fileBytes(tenantId))?.max).toBe((await fileBytes(tenantId))?.standard)
  })
})

describe('an upload', () => {
  /** Reads what comes up to the limit, as the store on disk does; its own suite proves that one. */
  const store = (stored: number[]) =>
    ({
      async receive(_tenantId: string, source: Readable, limit: number, admit?: Admit) {
        let size = 0
        for await (const chunk of source) size += Buffer.from(chunk).length
        if (size > limit) throw fail('request.too_large')
        const received = { sha256: '0'.repeat(64), size, head: Buffer.alloc(0) }
        await admit?.(received)
        stored.push(size)
        return received
      },
    }) as unknown as FileStore // Only receiving is asked for here.

  it('over what is left of the quota is refused by that name, and stores nothing', async () => {
    const { quotas, tenantId } = await aQuota(10, 4)
    const stored: number[] = []
    const files = withinQuota(store(stored), quotas)
    await expect(files.receive(tenantId, Readable.from([Buffer.alloc(7)]), 100)).rejects.toMatchObject({
      code: 'quota.reached',
    })
    await files.receive(tenantId, Readable.from([Buffer.alloc(6)]), 100)
    await expect(files.receive(tenantId, Readable.from([Buffer.alloc(1)]), 100)).rejects.toMatchObject({
      code: 'quota.reached',
    })
    expect(stored).toEqual([6])
  })

  it('that loses the race for what was left leaves no file behind', async () => {
    const { quotas, tenantId, state, later } = await aQuota(10, 0)
    const folder = await makeScratchFolder()
    onTestFinished(() => removeScratchFolder(folder))
    const files = withinQuota(createLocalFileStore(folder), quotas)
    const slow = new Readable({ read: () => undefined })
    const upload = files.receive(tenantId, slow, 100)
    slow.push(Buffer.alloc(7))
    await expect.poll(() => readdir(join(folder, tenantId)).catch(() => [])).toHaveLength(1)
    // Meanwhile others use up what was left.
    state.used = 8
    later()
    slow.push(null)
    await expect(upload).rejects.toMatchObject({ code: 'quota.reached' })
    expect(await readdir(join(folder, tenantId))).toEqual([])
  })

  it('over the limit of one file is too large, whatever is left', async () => {
    const { quotas, tenantId } = await aQuota(100, 0)
    const files = withinQuota(store([]), quotas)
    await expect(files.receive(tenantId, Readable.from([Buffer.alloc(7)]), 5)).rejects.toMatchObject({
      code: 'request.too_large',
    })
  })
})
