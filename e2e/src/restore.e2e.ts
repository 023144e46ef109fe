import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { startCallStub } from '@caseloom/testkit/call-stub'
import { inParallel } from '@caseloom/testkit/github-deliveries'
import { operate } from '@caseloom/testkit/operate'
import { startProduct } from '@caseloom/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anOperator, type Operator } from './operator.ts'

const DONE = ['succeeded', 'failed', 'cancelled']

describe('a backup', () => {
  let stub: Awaited<ReturnType<typeof startCallStub>>
  let product: Awaited<ReturnType<typeof startProduct>>
  let operator: Operator
  let env: Record<string, string>
  let hook: Awaited<ReturnType<Operator['publish']>>
  let signed: Awaited<ReturnType<Operator['publish']>>
  beforeAll(async () => {
    stub = await startCallStub(20)
    product = await startProduct({ LOG_LEVEL: 'warn', CASELOOM_OUTBOUND_ALLOW: stub.hostAndPort })
    env = {
      CASELOOM_DATA: `${product.dataDir}/data`,
      CASELOOM_MASTER_KEY_FILE: `${product.dataDir}/master.key`,
    }
    operator = await anOperator(product)
    hook = await operator.publish({
      playbook: 'slow',
      title: 'A call, a wait, a record',
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'accepted' } }],
      steps: [
        {
          key: 'call',
          action: 'http.request',
          with: { method: 'POST', url: `${stub.url}/call`, body: { subject: '{% trigger.body.n %}' } },
        },
        { key: 'pause', action: 'flow.wait', after: 'call', with: { for: '2s' } },
        {
          key: 'create',
          action: 'record.upsert',
          after: 'pause',
          with: {
            app: 'alert',
            match: { source_ref: '{% "slow-" & $string(trigger.body.n) %}' },
            set: { title: '{% "Alert " & $string(trigger.body.n) %}' },
          },
        },
      ],
    })
    signed = await operator.publish({
      playbook: 'signed',
      title: 'Signed',
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'hmac-sha256', answer: 'accepted' } }],
      steps: [{ key: 'one', action: 'data.transform', with: { value: 1 } }],
    })
    expect(signed.secret).toMatch(/^\S{20,}$/)
  })
  afterAll(async () => {
    await product?.dispose()
    await stub?.close()
  })
  const post = async (n: number) => {
    const reply = await fetch(hook.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ n }),
    })
    expect(reply.status).toBe(202)
  }
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

  it('taken while the product works holds everything accepted before it, and its runs end after a restore', async () => {
    // A second try begins where the first one ended.
    rmSync(`${product.dataDir}/backup`, { recursive: true, force: true })
    await inParallel(numbers(0, 60), 10, post)
    const meanwhile = inParallel(numbers(60, 100), 4, post)
    const taken = await operate(['backup', `${product.dataDir}/backup`], env)
    expect(taken, taken.said).toMatchObject({ code: 0 })
    expect(taken.said).toContain('The product stayed online')
    await meanwhile

    product.kill('launcher')
    rmSync(`${product.dataDir}/data`, { recursive: true, force: true })
    const restored = await operate(['restore', `${product.dataDir}/backup`], env)
    expect(restored, restored.said).toMatchObject({ code: 0 })
    await product.restart()

    await expect
      .poll(
        async () => (await operator.runs(hook.playbookId)).filter((run) => !DONE.includes(run.state)).length,
        {
          timeout: 60_000,
        },
      )
      .toBe(0)
    const runs = await operator.runs(hook.playbookId)
    expect(runs.length).toBeGreaterThanOrEqual(60)
    expect(runs.every((run) => run.state === 'succeeded')).toBe(true)
    const identities = await operator.alertIdentities()
    expect(numbers(0, 60).filter((n) => !identities.includes(`slow-${n}`))).toEqual([])
    expect(await operator.secretOf(signed.triggerId)).toBe(signed.secret)
  })

  it('is refused into a folder that is in use, with another key, and when it is damaged; nothing is changed', async () => {
    const inUse = await operate(['restore', `${product.dataDir}/backup`], env)
    expect([inUse.code, inUse.said]).toEqual([1, expect.stringContaining('already running')])
    writeFileSync(`${product.dataDir}/other.key`, `${Buffer.alloc(32, 7).toString('base64')}\n`)
    const fresh = { ...env, CASELOOM_DATA: `${product.dataDir}/second` }
    const otherKey = { ...fresh, CASELOOM_MASTER_KEY_FILE: `${product.dataDir}/other.key` }
    const refused = await operate(['restore', `${product.dataDir}/backup`], otherKey)
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringContaining('doesn’t belong to this backup'),
    ])
    const label = `${product.dataDir}/backup/database/PG_VERSION`
    const before = readFileSync(label)
    writeFileSync(label, '17\n')
    const damaged = await operate(['restore', `${product.dataDir}/backup`], fresh)
    writeFileSync(label, before)
    expect([damaged.code, damaged.said]).toEqual([1, expect.stringContaining('damaged: database/PG_VERSION')])
    const usage = await operate(['bakcup'], env)
    expect(usage.code).toBe(2)
  })

  it('of a stopped product holds all of it, and the master key can be changed meanwhile', async () => {
    await product.stop()
    const rotated = await operate(['key', 'rotate'], env)
    expect(rotated, rotated.said).toMatchObject({ code: 0 })
    const taken = await operate(['backup', `${product.dataDir}/cold`], env)
    expect(taken.said).toContain('The product was stopped')
    const restored = await operate(['restore', `${product.dataDir}/cold`, '--replace'], env)
    expect(restored, restored.said).toMatchObject({ code: 0 })
    expect(restored.said).toContain('before-restore-')
    await product.restart()
    expect((await operator.runs(hook.playbookId)).length).toBeGreaterThanOrEqual(60)
    // What was sealed before the rotation opens with the new key.
    expect(await operator.secretOf(signed.triggerId)).toBe(signed.secret)
  })
})
