import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { clockFault, databaseNow, forgetClock, measureClock, noteClock } from './clock.ts'

const HOUR = 3_600_000
const log = createLog({ level: 'silent', process: 'test' })
let installation: TestInstallation
beforeAll(async () => {
  installation = await anInstallation('clock', [])
})
afterAll(() => installation.close())
afterEach(forgetClock)

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

  it('is forgiven what may be the way to the database and back', () => {
    noteClock(log, { at: 0, before: 0, after: 9_000 })
    expect(clockFault()).toBeNull()
    noteClock(log, { at: 0, before: 9_000, after: 9_100 })
    expect(clockFault()).toBe('The clock of this process is 9.1 s ahead of the database')
  })
})
