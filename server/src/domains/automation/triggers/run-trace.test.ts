import {
  createAutomationFixture,
  aCall,
  aPlaybook,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useTracing, withSpan } from '../../../platform/telemetry/tracing.ts'
import { tracingEngine } from '../../../platform/telemetry/tracing-sdk.ts'
import { RUNNING_PER_TENANT } from '../intake/delivery.store.ts'

const exporter = new InMemorySpanExporter()
let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture()
  useTracing(tracingEngine('test', { ratio: 1 }, new SimpleSpanProcessor(exporter)))
})
afterAll(async () => {
  useTracing(null)
  await house.close()
})

it('a run that waited in the queue continues the trace of the request that started it', async () => {
  const scope = await house.aTenant()
  const playbook = await house.publish(scope, aPlaybook([aCall('b')]))
  await scope.tx((tx) =>
    tx.query(
      `insert into caseloom.run (id, tenant_id, number, playbook_id, version_id, trigger_key, trigger_kind, state,
                                 semantics, created_at)
       select gen_random_uuid(), $1, 1000000 + n, $2, v.id, 'hook', 'webhook', 'running', 1, now()
         from generate_series(1, $3::int) n, caseloom.playbook_version v where v.playbook_id = $2`,
      [tx.tenantId, playbook.id, RUNNING_PER_TENANT],
    ),
  )
  const parent = { traceparent: `00-${'c'.repeat(32)}-b7ad6b7169203331-01` }
  const hook = { hookKey: playbook.hooks[0]?.hookKey ?? '', raw: Buffer.from('{}') }
  await withSpan('request', { parent }, () => deliver(house.automation, scope, hook))
  const spansOf = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name)
  expect(spansOf('run')).toEqual([])
  await scope.tx((tx) =>
    tx.query('delete from caseloom.run where tenant_id = $1 and number > 1000000', [tx.tenantId]),
  )
  await expect.poll(() => spansOf('run').length, { timeout: 15_000 }).toBeGreaterThan(0)
  const [request] = spansOf('request')
  const [run] = spansOf('run')
  const [step] = spansOf('step http.request')
  expect(run?.spanContext().traceId).toBe('c'.repeat(32))
  expect(run?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
  expect(step?.parentSpanContext?.spanId).toBe(run?.spanContext().spanId)
  expect(step?.attributes['caseloom.step']).toMatch(/^b/)
})
