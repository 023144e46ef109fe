import { type CallStub, startCallStub } from '@caseloom/testkit/call-stub'
import { renumberedAlerts } from '@caseloom/testkit/github-deliveries'
import { type Part, type Product, startProduct } from '@caseloom/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Figures, figuresTable, runTrial } from './crash-trial.ts'
import { anOperator, type Operator } from './operator.ts'

const ROUNDS = 100
const VICTIMS: readonly Part[] = ['worker', 'web', 'engine', 'database', 'launcher']

/** 1,300 signed deliveries about 500 alerts at a time, undisturbed and with each part of the product killed once. */
describe('load and crash', () => {
  let stub: CallStub
  let product: Product
  let operator: Operator
  const all: Figures[] = []

  beforeAll(async () => {
    stub = await startCallStub()
    product = await startProduct({ LOG_LEVEL: 'warn', CASELOOM_OUTBOUND_ALLOW: stub.hostAndPort })
    operator = await anOperator(product)
  })
  afterAll(async () => {
    if (all.length > 0) console.log(`\n${figuresTable(all)}\n`)
    await product?.dispose()
    await stub?.close()
  })

  const trial = async (victim: Part | null): Promise<Figures> => {
    const deliveries = renumberedAlerts(ROUNDS, all.length * ROUNDS)
    const figures = await runTrial({ product, operator, stub, deliveries, victim })
    all.push(figures)
    expect(figures).toMatchObject({ deliveries: 1300, records: 500, runs: 1300 })
    return figures
  }

  it('takes 1,300 deliveries: 500 records, 1,300 runs, one key per call and no call twice', async () => {
    expect(await trial(null)).toMatchObject({
      accepted: 1300,
      knownAlready: 0,
      unanswered: 0,
      calls: 2600,
      repeats: 0,
    })
  })

  it.each(VICTIMS)('loses and repeats nothing when the %s is killed in the middle', async (victim) => {
    const figures = await trial(victim)
    expect(figures.accepted + figures.knownAlready).toBe(1300)
    // Who does not call outside cannot make a call come again.
    if (victim === 'web' || victim === 'database') expect(figures.repeats).toBe(0)
    // A call was on its way: its answer was never recorded.
    else expect(figures.repeats).toBeGreaterThan(0)
    // No more than a tenant's runs at work can be in flight.
    expect(figures.repeats).toBeLessThanOrEqual(200)
  })
})
