import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aGround } from './ground.ts'
import { chaosTable } from './report.ts'
import { type Figures, runTrial } from './trial.ts'

const SEED = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1_000_000))

/** `npm run chaos` in small: runs of every kind while parts of the product are killed at random. */
// No second try: its deliveries would be known already.
describe(`chaos with CHAOS_SEED=${SEED}`, { retry: 0 }, () => {
  let ground: Awaited<ReturnType<typeof aGround>>
  const all: Figures[] = []
  beforeAll(async () => {
    ground = await aGround((text) => void process.stdout.write(`${text}\n`))
  })
  afterAll(async () => {
    process.stdout.write(`\n${chaosTable(all)}\n`)
    await ground?.close()
  })

  it('lets 200 runs end as they must while parts are killed six times', async () => {
    const plan = { name: `s${SEED}`, seed: SEED, runs: 200, kills: 6, faults: 6, restore: false }
    const figures = await runTrial(ground, plan)
    all.push(figures)
    expect(figures.judged).toMatchObject({ faults: [], lost: 0, wrongEnds: 0 })
    expect(figures.kills).toHaveLength(6)
    expect(new Set(figures.faults.map((one) => one.fault)).size).toBe(6)
  })

  it('lets 60 runs end as they must over a backup, the loss of all data, a restore, and six faults', async () => {
    const plan = { name: `r${SEED}`, seed: SEED + 1, runs: 60, kills: 2, faults: 6, restore: true }
    const figures = await runTrial(ground, plan)
    all.push(figures)
    expect(figures.judged).toMatchObject({ faults: [], lost: 0, wrongEnds: 0 })
  })
})
