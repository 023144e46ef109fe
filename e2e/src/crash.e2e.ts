import { type CallStub, startCallStub } from '@caseloom/testkit/call-stub'
import { renumberedAlerts } from '@caseloom/testkit/github-deliveries'
import { type Product, startProduct } from '@caseloom/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { figuresTable, runTrial } from './crash-trial.ts'
import { anOperator, type Operator } from './operator.ts'

/** The crash suite in small; all parts and ten times as many deliveries: `npm run test:deep`. */
describe('a worker that is killed', () => {
  let stub: CallStub
  let product: Product
  let operator: Operator

  beforeAll(async () => {
    stub = await startCallStub()
    product = await startProduct({ LOG_LEVEL: 'warn', CASELOOM_OUTBOUND_ALLOW: stub.hostAndPort })
    operator = await anOperator(product)
  })
  afterAll(async () => {
    await product?.dispose()
    await stub?.close()
  })

  it('takes no accepted delivery with it and repeats no recorded call', async () => {
    const deliveries = renumberedAlerts(10)
    const figures = await runTrial({ product, operator, stub, deliveries, victim: 'worker' })
    console.log(figuresTable([figures]))
    expect(figures).toMatchObject({ deliveries: 130, records: 50, runs: 130 })
    expect(figures.accepted + figures.knownAlready).toBe(130)
    // Something was on its way when the worker died: the proof is about more than a quiet moment.
    expect(figures.repeats).toBeGreaterThan(0)
  })
})
