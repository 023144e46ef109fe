import type { JsonObject } from '@caseloom/contract/kernel/json'
import {
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
} from '../automation.fixture.ts'
import { type ImapStub, startImapStub } from '@caseloom/testkit/imap-stub'
import { createServer } from 'node:net'
import { connect as dial } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { Resolved } from '../assets/credentials.ts'
import { listDeliveries } from '../deliveries/deliveries.read.ts'
import { listRuns } from '../runs/runs.read.ts'
import { type TriggerRow, triggersOf } from '../intake/trigger.store.ts'
import { tryMail } from '../actions/own-mail.ts'
import { pollMailbox } from './poll-mailbox.ts'

let house: AutomationFixture
let stub: ImapStub
const USER = { user: 'desk', pass: 'kettle orbit' }
let password = USER.pass
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
  stub = await startImapStub(USER)
})
afterAll(async () => {
  await stub.close()
  await house.close()
})

/** The asset "desk-mail" with the stub's settings, as the opener gives it for one attempt. */
function assetOf() {
  const settings = { username: USER.user, imapHost: '127.0.0.1', imapPort: stub.port, imapSecurity: 'none' }
  const secrets = { headers: {}, query: {}, secrets: [password], parts: { password } }
  return { assetId: 'a', connector: 'mail', auth: 'mail' as const, settings, base: '', ...secrets }
}

function deps() {
  const asset = assetOf()
  const opener = { forStep: async (): Promise<Resolved> => ({ ok: true, credentials: asset }) }
  return {
    ...house.automation,
    keepFile: async () => ({ id: 'f', sha256: 's' }),
    // Only what the polling asks of the world of connectors.
    connectors: { opener, assets: { privateRangesAllowed: async () => false } } as never,
    connect: async ({ host, port }: { host: string; port: number }) => {
      const socket = dial(port, host)
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
      return socket
    },
  }
}

const mail = (subject: string) =>
  `From: a@example.test\nTo: desk@example.test\nSubject: ${subject}\nMessage-ID: <${subject}@x>\n\nHello`

async function aMailbox(over: JsonObject = {}) {
  const scope = await house.aTenant()
  const options = { via: 'imap', asset: 'desk-mail', ...over }
  const trigger = { key: 'box', kind: 'mail', with: options }
  const step = aTransform('seen', '{% trigger.mail.subject %}')
  const document = aPlaybook([step], { triggers: [trigger], output: '{% steps.seen.output %}' })
  const { id } = await publishUnchecked(scope, document)
  const row = () => rowOf(scope, id)
  const look = async () => {
    const due = (await row()).due_at ?? new Date()
    await pollMailbox(deps(), scope, await row(), due)
  }
  const subjects = async () =>
    (await listDeliveries(scope, (await row()).id, { limit: 50 })).items
      .map(({ outcome, summary }) => `${outcome} ${summary}`)
      .toReversed()
  return { scope, row, look, subjects }
}

/** The house of these tests has no assets: publishing would miss the one that is named. */
async function publishUnchecked(scope: TenantScope, document: JsonObject) {
  const plain = { ...document, triggers: [{ key: 'box', kind: 'mail', with: { via: 'smtp' } }] }
  const published = await house.publish(scope, plain)
  const [trigger] = document['triggers'] as JsonObject[]
  const filled = { folder: 'INBOX', every: '1m', then: 'mark-read', ...(trigger?.['with'] as JsonObject) }
  await scope.tx((tx) =>
    tx.query(
      `update caseloom.trigger set options = $2, due_at = date_trunc('milliseconds', now()) where playbook_id = $1`,
      [published.id, JSON.stringify(filled)],
    ),
  )
  return published
}

async function rowOf(scope: TenantScope, playbookId: string): Promise<TriggerRow> {
  const [row] = await scope.read((tx) => triggersOf(tx, playbookId))
  if (row === undefined) throw new Error('The playbook has no trigger')
  return row
}

describe('a mailbox', () => {
  it('can be tested with a receive-only asset, and reports why it rejects a sign-in', async () => {
    const attempt = (pass: string) => {
      const credentials = { ...assetOf(), parts: { password: pass }, secrets: [pass] }
      const outbound = { connect: deps().connect }
      return tryMail({ outbound, privateRangesAllowed: async () => false }, 'tenant', credentials)
    }
    await attempt(USER.pass)
    await expect(attempt('wrong')).rejects.toThrow('127.0.0.1')
  })

  it('gives what comes from now on, each mail once, and marks it as read', async () => {
    stub.put(mail('old'))
    const { scope, row, look, subjects } = await aMailbox()
    await look()
    expect(await subjects()).toEqual([])
    const uid = stub.put(mail('one'))
    stub.put(mail('two'))
    await look()
    await look()
    expect(await subjects()).toEqual(['accepted one', 'accepted two'])
    expect((await listRuns(scope, { limit: 9 })).items).toHaveLength(2)
    expect(stub.mails.find((one) => one.uid === uid)?.flags).toContain('\\Seen')
    expect(stub.mails.find(({ raw }) => raw.includes('old'))?.flags).toEqual([])
    const { due_at, failing } = await row()
    expect(failing).toBeNull()
    expect(due_at?.getTime()).toBeGreaterThan(Date.now())
  })

  it('whose ids were reassigned is read again, and known mail starts nothing twice', async () => {
    const { look, subjects } = await aMailbox()
    await look()
    stub.put(mail('three'))
    await look()
    stub.validity += 1
    await look()
    const lines = await subjects()
    expect(lines.filter((line) => line === 'accepted three')).toHaveLength(1)
    expect(lines).toContain('duplicate three')
  })

  it('is emptied into another folder, or for good', async () => {
    const move = await aMailbox({ then: 'move', moveTo: 'Done' })
    await move.look()
    stub.put(mail('moved'))
    await move.look()
    expect(stub.moved['Done']?.map(({ raw }) => /Subject: (.*)\r/.exec(raw)?.[1])).toEqual(['moved'])
    const drop = await aMailbox({ then: 'delete' })
    await drop.look()
    stub.put(mail('gone'))
    await drop.look()
    expect(stub.mails.some(({ raw }) => raw.includes('Subject: gone'))).toBe(false)
  })

  it('that cannot be opened says why, without the password, and is asked less often', async () => {
    const { row, look, subjects } = await aMailbox()
    password = 'a wrong secret'
    await look()
    await look()
    password = USER.pass
    const { failing, due_at } = await row()
    expect(failing).toMatchObject({ count: 2, message: expect.stringContaining('Wrong user or password') })
    expect(JSON.stringify(failing)).not.toContain('a wrong secret')
    expect(due_at?.getTime()).toBeGreaterThan(Date.now() + 60_000)
    expect(await subjects()).toHaveLength(1)
    await look()
    expect((await row()).failing).toBeNull()
  })

  it('of a server that hangs up is asked again later', async () => {
    const rude = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
    const right = stub.port
    stub.port = (rude.address() as { port: number }).port
    const { row, look } = await aMailbox()
    await look()
    stub.port = right
    expect((await row()).failing).toMatchObject({ count: 1 })
    await new Promise((resolve) => rude.close(resolve))
  })
})
