import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../database/types.ts'
import { rewrapDataKeys } from './data-keys.ts'
import { oneMasterKey } from './master-keys.ts'
import { secretsMigrations } from './secrets.migrations.ts'
import { createInstallationSecrets, createSecrets, type SecretPlace } from './secrets.ts'

let installation: TestInstallation
let tenant: TenantScope
const master = randomBytes(32)
const secrets = createSecrets(master)
const place: SecretPlace = { table: 'trigger', id: 't1', field: 'secret' }

beforeAll(async () => {
  installation = await anInstallation('secrets', secretsMigrations)
  tenant = await installation.aTenant()
})
afterAll(() => installation.close())

function seal(text: string, scope = tenant): Promise<string> {
  return scope.tx((tx) => secrets.seal(tx, place, text))
}

describe('secrets', () => {
  test('what was sealed opens again, in this process and in another one', async () => {
    const sealed = await seal('hunter2 ä😀')
    expect(sealed).not.toContain('hunter2')
    expect(await tenant.read((tx) => secrets.open(tx, place, sealed))).toBe('hunter2 ä😀')
    expect(await createSecrets(master).openWith(tenant, place, sealed)).toBe('hunter2 ä😀')
  })

  test('the same text is sealed differently each time, under one key of the tenant', async () => {
    const both = [await seal('x'), await seal('x')]
    expect(both[0]).not.toBe(both[1])
    expect(both[0]?.split('.')[1]).toBe(both[1]?.split('.')[1])
  })

  test.each([
    ['table', { ...place, table: 'asset' }],
    ['row', { ...place, id: 't2' }],
    ['field', { ...place, field: 'password' }],
  ])('a sealed text moved to another %s does not open', async (_name, moved) => {
    const sealed = await seal('x')
    await expect(secrets.openWith(tenant, moved, sealed)).rejects.toThrow('belongs elsewhere')
  })

  test("a sealed text in another tenant's row does not open, also with a key of its own", async () => {
    const other = await installation.aTenant()
    const sealed = await seal('x')
    await expect(secrets.openWith(other, place, sealed)).rejects.toThrow('has been deleted')
    const [form, , box] = sealed.split('.')
    const [, keyId] = (await seal('y', other)).split('.')
    await expect(secrets.openWith(other, place, `${form}.${keyId}.${box}`)).rejects.toThrow(
      'belongs elsewhere',
    )
  })

  test('every changed byte is noticed, and what is no sealed text is refused', async () => {
    const sealed = await seal('some text')
    const [form, keyId, box = ''] = sealed.split('.')
    const bytes = Buffer.from(box, 'base64url')
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      const text = `${form}.${keyId}.${changed.toString('base64url')}`
      await expect(secrets.openWith(tenant, place, text)).rejects.toThrow('was modified')
    }
    for (const text of ['', 'x', 'c2.a.b', `c1.${keyId}.`, `c1.${keyId}.AAAA`])
      await expect(secrets.openWith(tenant, place, text)).rejects.toThrow()
  })

  test('the key of a transaction that was rolled back is not used again', async () => {
    const fresh = await installation.aTenant()
    let lost = ''
    const broken = fresh.tx(async (tx) => {
      lost = await secrets.seal(tx, place, 'lost')
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    await expect(secrets.openWith(fresh, place, lost)).rejects.toThrow('has been deleted')
    const pair = await fresh.tx(async (tx) => {
      const first = await secrets.seal(tx, place, 'one')
      expect(await secrets.open(tx, place, first)).toBe('one')
      return [first, await secrets.seal(tx, place, 'two')]
    })
    expect(pair[0]?.split('.')[1]).toBe(pair[1]?.split('.')[1])
    expect(await secrets.openWith(fresh, place, pair[0] ?? '')).toBe('one')
  })

  test('a deleted data key takes the secrets of its tenant along', async () => {
    const gone = await installation.aTenant()
    const sealed = await seal('x', gone)
    await gone.tx((tx) => tx.query('delete from caseloom.data_key where tenant_id = $1', [tx.tenantId]))
    await expect(createSecrets(master).openWith(gone, place, sealed)).rejects.toThrow('has been deleted')
  })

  test('rotation wraps all keys again: sealed texts open with the new master key and no more with the old', async () => {
    const sealed = await seal('x')
    const next = randomBytes(32)
    const { system } = installation.database
    const count = await rewrapDataKeys(system, oneMasterKey(master), next)
    expect(count).toBeGreaterThan(2)
    expect(await rewrapDataKeys(system, oneMasterKey(master), next)).toBe(0)
    expect(await createSecrets(next).openWith(tenant, place, sealed)).toBe('x')
    await expect(createSecrets(master).openWith(tenant, place, sealed)).rejects.toThrow('another master key')
    expect(await rewrapDataKeys(system, oneMasterKey(next), master)).toBe(count)
    expect(await createSecrets(master).openWith(tenant, place, sealed)).toBe('x')
  })

  test('what belongs to no tenant is sealed under the installation, and opens for no one else', async () => {
    const { system } = installation.database
    const own = createInstallationSecrets(master)
    const sealed = await system.tx((tx) => own.seal(tx, place, 'of a person'))
    const again = createInstallationSecrets(master)
    expect(await system.read((tx) => again.open(tx, place, sealed))).toBe('of a person')
    const moved = { ...place, id: 't2' }
    await expect(system.read((tx) => again.open(tx, moved, sealed))).rejects.toThrow('belongs elsewhere')
    await expect(secrets.openWith(tenant, place, sealed)).rejects.toThrow('has been deleted')
  })
})
