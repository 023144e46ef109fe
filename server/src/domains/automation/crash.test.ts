import type { WorkerChildConfig } from '@caseloom/testkit/automation-worker-child'
import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  deliver,
} from './automation.fixture.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'

const CHILD = fileURLToPath(new URL('../../../../testkit/src/automation-worker-child.ts', import.meta.url))
const RUNS = 40
const CALLS = 4

interface Stub {
  port: number
  /** Times at which each idempotency key came. */
  seen: Map<string, number>
  total: number
  /** Settles when so many calls have come. */
  reached(total: number): Promise<void>
  server: Server
}

async function aStub(delayMs: number): Promise<Stub> {
  const waiting: { total: number; resolve: () => void }[] = []
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key'])
    stub.seen.set(key, (stub.seen.get(key) ?? 0) + 1)
    stub.total += 1
    for (const one of waiting) if (stub.total >= one.total) one.resolve()
    request.resume()
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"ok":true}')
    }, delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo
  const stub: Stub = {
    port,
    seen: new Map(),
    total: 0,
    server,
    reached: (total) =>
      stub.total >= total ? Promise.resolve() : new Promise((resolve) => waiting.push({ total, resolve })),
  }
  return stub
}

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

async function aWorker(scope: TenantScope, stub: Stub): Promise<ChildProcess> {
  const { tenantId, accountId } = scope
  const config: WorkerChildConfig = {
    ...house.workerConfig,
    tenants: [{ tenantId, accountId }],
    allow: [{ host: '127.0.0.1', port: stub.port }],
  }
  const child = spawn(process.execPath, [CHILD], {
    env: { ...process.env, WORKER_CHILD: JSON.stringify(config) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const statesOf = (scope: TenantScope) =>
  scope.read((tx) =>
    tx.query<{ state: string; n: string }>(
      'select state, count(*) as n from caseloom.run where tenant_id = $1 group by state',
      [tx.tenantId],
    ),
  )

describe('accepted work', () => {
  it.each(['worker', 'engine'] as const)(
    'ends once, whatever it was at when the %s was killed',
    async (victim) => {
      const stub = await aStub(30)
      onTestFinished(() => {
        stub.server.closeAllConnections()
        stub.server.close()
      })
      const scope = await house.aTenant()
      const url = `http://127.0.0.1:${stub.port}/`
      const steps = Array.from({ length: CALLS }, (_, index) => [
        aTransform(`p${index}`, '{% trigger.body.n %}', index === 0 ? undefined : `c${index - 1}`),
        aCall(`c${index}`, `p${index}`, {
          with: { method: 'POST', url, body: { n: `{% steps.p${index}.output %}` } },
        }),
      ]).flat()
      const playbook = await house.publish(scope, aPlaybook(steps))
      let worker = await aWorker(scope, stub)
      const hookKey = playbook.hooks[0]?.hookKey ?? ''
      for (let n = 0; n < RUNS; n += 1) {
        const answer = await deliver(house.automation, scope, {
          hookKey,
          raw: Buffer.from(JSON.stringify({ n })),
        })
        expect(answer.status).toBe(202)
      }
      await stub.reached(Math.floor((RUNS * CALLS) / 2))
      if (victim === 'worker') {
        await kill(worker)
        worker = await aWorker(scope, stub)
      } else {
        await house.restate.kill()
        await house.restate.restart()
      }
      await expect
        .poll(() => statesOf(scope), { timeout: 60_000, interval: 200 })
        .toEqual([{ state: 'succeeded', n: String(RUNS) }])
      expect(stub.seen.size).toBe(RUNS * CALLS)
      // Only what was in flight may have been repeated: one step of a run, once, under its own key.
      const repeated = [...stub.seen].filter(([, times]) => times > 1)
      expect(repeated.every(([, times]) => times === 2)).toBe(true)
      const runs = repeated.map(([key]) => key.split('/')[0])
      expect(new Set(runs).size).toBe(runs.length)
      const entries = await scope.read((tx) =>
        tx.query<{ n: string }>('select count(*) as n from caseloom.run_entry where tenant_id = $1', [
          tx.tenantId,
        ]),
      )
      expect(entries).toEqual([{ n: String(RUNS * (CALLS + 1)) }])
      await kill(worker)
    },
    120_000,
  )
})
