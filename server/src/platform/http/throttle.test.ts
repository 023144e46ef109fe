import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { openDatabase } from '../database/database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFailure } from '../errors.ts'
import { createThrottle } from './throttle.ts'
import { throttleMigrations } from './throttle.migrations.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await anInstallation('throttle', throttleMigrations)
})
afterAll(() => installation.close())

async function refusalOf(attempt: Promise<void>): Promise<unknown> {
  return attempt.then(
    () => null,
    (error: unknown) => (isFailure(error) ? { code: error.code, ...error.details } : error),
  )
}

describe('throttle', () => {
  test('allows requests up to the limit, then rejects with Retry-After', async () => {
    const throttle = createThrottle(installation.database.system, { name: 'a', points: 3, seconds: 60 })
    for (let at = 0; at < 3; at += 1) await throttle.take('me')
    for (let at = 0; at < 3; at += 1) {
      const refusal = await refusalOf(throttle.take('me'))
      expect(refusal).toEqual({ code: 'request.too_many', retryAfter: expect.any(Number) })
      expect(refusal).toHaveProperty('retryAfter', expect.closeTo(60, -1))
    }
    await throttle.take('you')
  })

  test('two processes count together, also at the same time, and no attempt slips through', async () => {
    const second = await openDatabase({ url: installation.url, size: 4 })
    const rule = { name: 'b', points: 5, seconds: 60 }
    const processes = [
      createThrottle(installation.database.system, rule),
      createThrottle(second.system, rule),
    ]
    const attempts = Array.from({ length: 20 }, (_, at) =>
      refusalOf((processes[at % 2] ?? fault()).take('me')),
    )
    const answers = await Promise.all(attempts)
    expect(answers.filter((answer) => answer === null)).toHaveLength(5)
    await second.close()
  })

  test('an attempt given back can be taken again', async () => {
    const throttle = createThrottle(installation.database.system, { name: 'c', points: 1, seconds: 60 })
    for (let at = 0; at < 5; at += 1) {
      await throttle.take('me')
      await throttle.giveBack('me')
    }
    await throttle.take('me')
    expect(await refusalOf(throttle.take('me'))).toMatchObject({ code: 'request.too_many' })
  })

  test('rules of different names count apart', async () => {
    const [one, other] = ['d', 'e'].map((name) =>
      createThrottle(installation.database.system, { name, points: 1, seconds: 60 }),
    )
    await one?.take('me')
    await other?.take('me')
    expect(await refusalOf(one?.take('me') ?? fault())).toMatchObject({ code: 'request.too_many' })
  })

  test('the window ends on its own', async () => {
    const throttle = createThrottle(installation.database.system, { name: 'f', points: 1, seconds: 1 })
    await throttle.take('me')
    await installation.database.system.tx((tx) =>
      tx.query(`update caseloom.throttle set expire = expire - 1000 where key like 'f:%'`),
    )
    await throttle.take('me')
  })

  test('keys of any length and form are taken, and none is stored readable', async () => {
    const throttle = createThrottle(installation.database.system, { name: 'g', points: 1, seconds: 60 })
    for (const key of ['', 'mallory@example.com', 'x'.repeat(5000), '\u0000', "'; drop table x"])
      await throttle.take(key)
    const rows = await installation.database.system.read((tx) =>
      tx.query<{ key: string }>(`select key from caseloom.throttle where key like 'g:%'`),
    )
    expect(rows).toHaveLength(5)
    expect(JSON.stringify(rows)).not.toContain('mallory')
  })
})

function fault(): never {
  throw new Error('The test has no such throttle')
}
