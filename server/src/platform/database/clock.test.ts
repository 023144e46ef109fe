import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import type { SystemScope } from './types.ts'
import { clockFault, clockOffsetMs, databaseNow, forgetClock, measureClock, noteClock } from './clock.ts'

const HOUR = 3_600_000
const log = createLog({ level: 'silent', process: 'test' })
let installation: TestInstallation
beforeAll(async () => {
  installation = await anInstallation('clock', [])
})
afterAll(() => installation.close())
afterEach(() => {
  forgetClock()
  vi.restoreAllMocks()
})

/** As if the clock of this process were that far ahead of the database's. */
const measureAhead = (ms: number) =>
  measureClock({ system: installation.database.system, log }, () => Date.now() + ms)

describe('the clock of a process', () => {
  it('that agrees with the database is taken as it is, and nothing is said', async () => {
    await measureAhead(0)
    expect(clockFault()).toBeNull()
    const before = Date.now()
    expect(databaseNow()).toBeGreaterThanOrEqual(before)
  })

  it('that runs an hour ahead is reported, and transactions are dated by the database', async () => {
    await measureAhead(HOUR)
    expect(clockFault()).toMatch(/^The clock of this process is 3[56]\d\d(\.\d)? s ahead of the database$/)
    const { system } = installation.database
    // The clock of the test itself is right, so that the correction shows.
    expect((await system.tx(async (tx) => tx.now)).getTime()).toBeLessThan(Date.now() - HOUR / 2)
  })

  it('that lags is corrected the other way', async () => {
    await measureAhead(-HOUR)
    expect(clockFault()).toContain('s behind the database')
    expect(databaseNow()).toBeGreaterThan(Date.now() + HOUR / 2)
  })

  it('is compared several times at the start, and the quickest answer counts', async () => {
    let asked = 0
    const system: Pick<SystemScope, 'ask'> = {
      ask: (...given) => {
        asked += 1
        return installation.database.system.ask(...given)
      },
    }
    // All answers but the third are heard two seconds late, as while a process loads.
    let said = 0
    const now = () => Date.now() + HOUR + (said++ % 2 === 1 && asked !== 4 ? 2_000 : 0)
    await measureClock({ system, log }, now)
    expect(asked).toBe(6)
    expect(Math.abs(clockOffsetMs() - HOUR)).toBeLessThan(500)
  })

  it('is corrected by an old quick answer rather than a late one, for as long as drifting took less', () => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    noteClock(log, { at: 0, before: HOUR, after: HOUR + 2 })
    const late = { at: 0, before: HOUR - 500, after: HOUR + 100 }
    vi.spyOn(performance, 'now').mockReturnValue(200_000)
    noteClock(log, late)
    expect(clockOffsetMs()).toBe(HOUR + 1)
    vi.spyOn(performance, 'now').mockReturnValue(400_000)
    noteClock(log, late)
    expect(clockOffsetMs()).toBe(HOUR - 200)
  })

  it('is forgiven what may be the way to the database and back', () => {
    noteClock(log, { at: 0, before: 0, after: 9_000 })
    expect(clockFault()).toBeNull()
    noteClock(log, { at: 0, before: 9_000, after: 9_100 })
    expect(clockFault()).toBe('The clock of this process is 9.1 s ahead of the database')
  })
})
