import { createHmac } from 'node:crypto'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { operate } from '@caseloom/testkit/operate'
import { ScaledOut, whyNotScaledOut } from '@caseloom/testkit/scaled-out'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anOperator, type Hook, type Operator } from './operator.ts'

const FLOW: JsonObject = {
  playbook: 'scaled',
  title: 'Keep what came',
  triggers: [
    {
      key: 'hook',
      kind: 'webhook',
      with: { auth: 'hmac-sha256', answer: 'accepted' },
      dedup: '{% trigger.body.id %}',
    },
  ],
  steps: [
    { key: 'pause', action: 'flow.wait', with: { for: '1s' } },
    {
      key: 'save',
      after: 'pause',
      action: 'record.upsert',
      with: {
        app: 'alert',
        match: { source_ref: '{% trigger.body.id %}' },
        set: { title: '{% "Alert " & trigger.body.id %}', severity: 'high' },
      },
    },
  ],
}

const why = whyNotScaledOut()
if (why !== null) console.log(`The pages of scaling out are not followed here: ${why}`)

/** scaling.md and postgres.md, command by command, from empty folders: one process for each that a machine would run. */
describe.skipIf(why !== null)('an installation by the book', { timeout: 600_000 }, () => {
  let place: ScaledOut
  let operator: Operator
  let hook: Hook
  const sent: string[] = []

  beforeAll(async () => {
    place = new ScaledOut()
    await place.database()
    place.keys()
    await place.engine()
    await place.balancer()
    await place.app(1)
    operator = await anOperator({ address: place.address, installCode: () => place.installCode() })
    await place.app(2)
    hook = await operator.publish(FLOW)
  }, 600_000)
  afterAll(() => place?.close())

  /** Sends until it is accepted, as senders do; one key however often. */
  async function send(id: string): Promise<void> {
    const body = JSON.stringify({ id })
    const signature = `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    for (;;) {
      const reply = await fetch(hook.address, { method: 'POST', headers, body }).catch(() => null)
      await reply?.text().catch(() => '')
      if (reply?.ok === true) break
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    sent.push(id)
  }
  const sendMany = async (name: string, count: number) => {
    for (let n = 0; n < count; n += 1) await send(`${name}-${n}`)
  }

  /** Every accepted delivery has become a run that succeeded, and a record. */
  async function allAreDone(): Promise<void> {
    const states = async () => {
      const runs = await operator.runs(hook.playbookId).catch(() => [])
      return { runs: runs.length, succeeded: runs.filter((run) => run.state === 'succeeded').length }
    }
    await expect
      .poll(states, { timeout: 180_000, interval: 500 })
      .toEqual({ runs: sent.length, succeeded: sent.length })
    expect([...(await operator.alertIdentities())].filter((id) => sent.includes(id)).toSorted()).toEqual(
      sent.toSorted(),
    )
  }

  it('processes what comes in, and every process reports every part healthy', async () => {
    await sendMany('first', 20)
    await allAreDone()
    const readyOnes = async () => (await place.look()).match(/"status":"ready"/g)?.length
    await expect.poll(readyOnes, { timeout: 60_000 }).toBe(2)
  })

  it('serves its metrics to anyone who presents the token, on web and worker', async () => {
    const authorization = `Bearer ${place.settings(1)['CASELOOM_METRICS_TOKEN']}`
    for (const url of ['http://127.0.0.12:4000/metrics', 'http://127.0.0.12:4001/metrics']) {
      // The server may be closing a reused connection at this very moment.
      const ask = async (headers: Record<string, string>) =>
        (await fetch(url, { headers: { ...headers, connection: 'close' } })).text()
      await expect.poll(() => ask({ authorization })).toContain('caseloom_processes{role="worker"} 2')
      expect(await ask({})).toContain('resource.not_found')
    }
  })

  it('rotates the master key while everything runs: refused until each machine has the new one', async () => {
    const refused = await operate(['key', 'rotate'], place.settings(1))
    expect(refused.code, refused.said).toBe(1)
    expect(refused.said).toContain('can’t be read by')
    place.copyNextKey()
    const rotated = await operate(['key', 'rotate'], place.settings(1))
    expect(rotated.code, rotated.said).toBe(0)
    expect(await operator.secretOf(hook.triggerId)).toBe(hook.secret)
    await sendMany('rotated', 10)
    await allAreDone()
  })

  it('loses nothing when an engine node, a worker, and a web process fail', async () => {
    const sending = sendMany('killed', 30)
    await place.kill('engine2 engine')
    await place.kill('app1 worker')
    await place.kill('app2 web')
    await sending
    await allAreDone()
    await place.app(1)
    await place.app(2)
  })

  it('loses nothing when the primary fails: what was accepted is on the standby', async () => {
    const sending = sendMany('promoted', 30)
    await place.loseThePrimary()
    await sending
    await allAreDone()
  })
})
