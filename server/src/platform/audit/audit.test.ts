import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../uuid.ts'
import { type Audited, audit } from './audit.ts'
import { pageOfEntries } from './audit.read.ts'
import { checkAuditOf } from './check-audit.ts'
import { exportAuditOf } from './export-audit.ts'
import { MerkleRoot } from './merkle.ts'
import { keepAudit, sealAudit } from './seal-audit.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const log = pino({ level: 'silent' })
const ALICE = { kind: 'user', id: newId(), personId: newId(), name: 'Alice' } as const
let installation: TestInstallation
let accountId: string

beforeAll(async () => {
  installation = await anInstallation('audit', [])
})
afterAll(() => installation.close())
beforeEach(() => {
  accountId = newId()
})

function sql<Row>(query: string, values: unknown[] = []): Promise<Row[]> {
  return installation.database.system.tx((tx) => tx.query<Row>(query, values))
}

async function write(at: string, over: Partial<Audited> = {}): Promise<void> {
  const fact: Audited = { accountId, actor: ALICE, action: 'user.disabled', ...over }
  await installation.database.system.tx((tx) => audit({ ...tx, now: new Date(at) }, fact))
}

/** Three days of entries, all sealed, and one entry of today. */
async function sealedDays(): Promise<void> {
  for (const day of ['2026-11-16', '2026-11-17', '2026-11-19'])
    for (let hour = 10; hour < 15; hour += 1)
      await write(`${day}T${hour}:00:00.123Z`, { object: { kind: 'user', id: newId(), name: `U${hour}` } })
  await write('2026-11-20T09:00:00Z')
  await sealAudit(installation.database.system, log, NOW)
}
const check = (now = NOW) => checkAuditOf(installation.database.system, accountId, now)

describe('the Merkle root', () => {
  const sha = (...parts: (Buffer | string)[]) => {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    return hash.digest()
  }
  it('is that of RFC 6962 for any number of leaves', () => {
    const rootOf = (leaves: string[]): Buffer => {
      if (leaves.length === 0) return sha()
      if (leaves.length === 1) return sha(Buffer.of(0), leaves[0] ?? '')
      let half = 1
      while (half * 2 < leaves.length) half *= 2
      return sha(Buffer.of(1), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)))
    }
    for (let count = 0; count < 40; count += 1) {
      const leaves = Array.from({ length: count }, (_, i) => `leaf ${i}`)
      const tree = new MerkleRoot()
      for (const leaf of leaves) tree.add(leaf)
      expect(tree.root()).toBe(rootOf(leaves).toString('hex'))
    }
  })
})

describe('sealing', () => {
  it('closes each ended day once, however many processes do it, and leaves today open', async () => {
    await sealedDays()
    const { system } = installation.database
    await Promise.all([sealAudit(system, log, NOW), sealAudit(system, log, NOW)])
    expect(await check()).toEqual({ days: 3, entries: 15, unsealed: 1, faults: [] })
  })

  it('waits for an hour after midnight', async () => {
    const { system } = installation.database
    await write('2026-11-19T23:59:59Z')
    await sealAudit(system, log, new Date('2026-11-20T00:59:00Z'))
    expect(await check()).toMatchObject({ days: 0, unsealed: 1 })
    await sealAudit(system, log, new Date('2026-11-20T01:00:01Z'))
    expect(await check()).toMatchObject({ days: 1, unsealed: 0 })
  })

  it('seals what belongs to no account too', async () => {
    await write('2026-11-12T10:00:00Z', { accountId: null })
    await sealAudit(installation.database.system, log, NOW)
    expect(
      await sql(`select 1 from caseloom.audit_seal where account_id is null and day = '2026-11-12'`),
    ).toHaveLength(1)
  })
})

describe('the check', () => {
  const own = `account_id = $1 and at::date = '2026-11-17'`
  it.each([
    ['a changed name', `update caseloom.audit_entry set actor_name = 'Mallory' where ${own}`, 'root_differs'],
    [
      'a changed microsecond',
      `update caseloom.audit_entry set at = at + '1 microsecond' where ${own}`,
      'root_differs',
    ],
    ['an address taken away', `update caseloom.audit_entry set ip = '' where ${own}`, 'root_differs'],
    [
      'a deleted entry',
      `delete from caseloom.audit_entry where ${own} and object_name = 'U11'`,
      'count_differs',
    ],
    ['a deleted day', `delete from caseloom.audit_entry where ${own}`, 'count_differs'],
  ])('finds %s', async (_what, tampering, reason) => {
    await sealedDays()
    await sql(tampering, [accountId])
    expect((await check()).faults).toEqual([{ day: '2026-11-17', reason }])
  })

  it('finds an entry added to a sealed day, and to a day that had none', async () => {
    await sealedDays()
    await write('2026-11-17T11:30:00Z')
    await write('2026-11-18T11:30:00Z')
    await sealAudit(installation.database.system, log, NOW)
    expect((await check()).faults).toEqual([
      { day: '2026-11-17', reason: 'count_differs' },
      { day: '2026-11-18', reason: 'count_differs' },
    ])
  })

  it('finds an entry replaced by another', async () => {
    await sealedDays()
    await sql(`delete from caseloom.audit_entry where ${own} and object_name = 'U11'`, [accountId])
    await write('2026-11-17T11:00:00.123Z', { object: { kind: 'user', id: newId(), name: 'U11' } })
    expect((await check()).faults).toEqual([{ day: '2026-11-17', reason: 'root_differs' }])
  })

  it('finds a day forged together with its seal', async () => {
    await sealedDays()
    await sql(`delete from caseloom.audit_entry where ${own}`, [accountId])
    await sql(`delete from caseloom.audit_seal where account_id = $1 and day = '2026-11-17'`, [accountId])
    expect((await check()).faults).toEqual([{ day: '2026-11-19', reason: 'chain_broken' }])
  })

  it('is of one account', async () => {
    await sealedDays()
    accountId = newId()
    expect(await check()).toEqual({ days: 0, entries: 0, unsealed: 0, faults: [] })
  })
})

describe('keeping', () => {
  it('deletes entries after two years; their seals stay and still hold the chain', async () => {
    await sealedDays()
    const later = new Date('2028-11-18T12:00:00Z')
    await keepAudit(installation.database.system, log, later)
    const rows = await sql<{ day: string }>(
      'select distinct at::date::text as day from caseloom.audit_entry where account_id = $1 order by 1',
      [accountId],
    )
    expect(rows.map((row) => row.day)).toEqual(['2026-11-19', '2026-11-20'])
    expect(await check(later)).toEqual({ days: 4, entries: 6, unsealed: 0, faults: [] })
  })
})

describe('reading', () => {
  const read = (query: Parameters<typeof pageOfEntries>[2], limit = 50) =>
    installation.database.system.read((tx) => pageOfEntries(tx, accountId, query, { after: null, limit }))

  it('filters by time, actor, action or its domain, and text that is no pattern', async () => {
    await write('2026-11-10T10:00:00Z', {
      action: 'user.disabled',
      object: { kind: 'user', id: '1', name: 'Zoë 100%' },
    })
    await write('2026-11-11T10:00:00Z', { action: 'users.other', actor: null })
    await write('2026-11-12T10:00:00Z', { action: 'user.invited', ip: '192.0.2.7' })
    const actions = async (query: Parameters<typeof pageOfEntries>[2]) =>
      (await read(query)).map((row) => row.action)
    expect(await actions({})).toEqual(['user.invited', 'users.other', 'user.disabled'])
    expect(await actions({ action: 'user' })).toEqual(['user.invited', 'user.disabled'])
    expect(await actions({ action: 'user.invited' })).toEqual(['user.invited'])
    expect(await actions({ actorId: ALICE.id, to: '2026-11-12T00:00:00Z' })).toEqual(['user.disabled'])
    expect(await actions({ from: '2026-11-11T10:00:00Z', to: '2026-11-12T10:00:00Z' })).toEqual([
      'users.other',
    ])
    expect(await actions({ text: '100%' })).toEqual(['user.disabled'])
    expect(await actions({ text: '192.0.2' })).toEqual(['user.invited'])
    expect(await actions({ text: '_' })).toEqual([])
  })

  it('reports who acted with which API token', async () => {
    await write('2026-11-10T10:00:00Z', { actor: { ...ALICE, token: { id: newId(), name: 'CI' } } })
    expect((await read({}))[0]).toMatchObject({
      actor_kind: 'token',
      actor_id: ALICE.id,
      actor_name: 'Alice (CI)',
    })
  })

  it('exports CSV that spreadsheets take for text, more than a page of it', async () => {
    await sql(
      `insert into caseloom.audit_entry (id, account_id, at, actor_kind, actor_name, action)
       select gen_random_uuid(), $1, '2026-01-01T00:00:00Z', 'system', 'Caseloom', 'bulk.done' from generate_series(1, 2300)`,
      [accountId],
    )
    const name = '=HYPERLINK("http://evil.test","a")\r\nx'
    await write('2026-11-10T10:00:00.5Z', { object: { kind: 'user', id: '+1', name } })
    const csv = await text(exportAuditOf(installation.database.system, accountId, {}))
    const [head, first] = csv.split('\r\n')
    expect(head).toMatch(/^at,actor_kind,actor_id,/)
    expect(first).toContain(
      `2026-11-10T10:00:00.500000Z,user,${ALICE.id},Alice,user.disabled,user,'+1,"'=HYPERLINK(""http`,
    )
    expect(csv.match(/bulk\.done/g)).toHaveLength(2300)
    expect(csv).not.toMatch(/(?:^|,|")[=+@-]/m)
  })
})
