import { installedThings, installFixtures, ONE_OF_EACH, rowsOf } from '@caseloom/testkit/install-fixture'
import { describe, expect, it } from 'vitest'

const { aHouse } = installFixtures()

describe('a demo', () => {
  const demo = () => ({ demo: true, host: '0.0.0.0' })
  const passwordIn = (notices: string[]) => /Password: (\S+)/.exec(notices.join('\n'))?.[1] ?? ''

  it('fills an empty product on its own and shows a sign-in that works', async () => {
    const house = await aHouse(demo)
    house.installer.begin()
    await house.installer.settled()
    expect(await house.installer.status()).toMatchObject({ status: 'complete' })
    expect(house.notices[0]).toBe('Sign in at http://localhost:4000 as alice@example.com')
    const { view, actorIn } = await house.signIn(passwordIn(house.notices))
    const place = { tenantId: view.tenants[0]?.id ?? '', accountId: view.accounts[0]?.id ?? '' }
    expect((await actorIn(place.tenantId))?.name).toBe('Alice Adams')
    const again = await aHouse(demo)
    again.installer.begin()
    await again.installer.settled()
    expect(again.notices).toEqual([])
  })

  it('begins again with another password when it broke off, and adds nothing twice', async () => {
    const crash = new Error('crash')
    const first = await aHouse(({ records }) => {
      let left = 30
      return {
        ...demo(),
        records: {
          ...records,
          createRecord: (scope, actor, command) => {
            left -= 1
            return left < 0 ? Promise.reject(crash) : records.createRecord(scope, actor, command)
          },
        },
      }
    })
    first.installer.begin()
    await first.installer.settled()
    expect(await first.installer.status()).toMatchObject({ status: 'failed' })
    expect(first.notices).toEqual([])
    const second = await aHouse(demo)
    second.installer.begin()
    await second.installer.settled()
    const { view } = await second.signIn(passwordIn(second.notices))
    expect(await installedThings(second)).toEqual({ ...ONE_OF_EACH, persons: 4, users: 4, assignments: 4 })
    const scope = second.database.tenant({
      tenantId: view.tenants[0]?.id ?? '',
      accountId: view.accounts[0]?.id ?? '',
    })
    const [app] = await rowsOf<{ id: string }>(
      second.database,
      "select id from caseloom.app where key = 'alert'",
    )
    const table = `${scope.schema}.a_${String(app?.id).replaceAll('-', '')}`
    const rows = await scope.read((tx) =>
      tx.query<{ records: number; youngest: Date; oldest: Date; now: Date }>(
        `select count(*)::int as records, max(created_at) as youngest, min(created_at) as oldest, now() as now from ${table}`,
      ),
    )
    expect(rows[0]?.records).toBe(40)
    const day = 24 * 3600_000
    expect((rows[0]?.now.getTime() ?? 0) - (rows[0]?.oldest.getTime() ?? 0)).toBeGreaterThan(5 * day)
    expect(rows[0]?.youngest.getTime()).toBeLessThanOrEqual(rows[0]?.now.getTime() ?? 0)
  })

  it('that is no longer wanted leaves the form to people', async () => {
    const gate = Promise.withResolvers<void>()
    const first = await aHouse(({ licensing }) => ({
      ...demo(),
      licensing: { storeCommunity: () => gate.promise.then(() => licensing.storeCommunity()) },
    }))
    first.installer.begin()
    await expect.poll(async () => (await first.installer.status()).steps[4]?.state).toBe('running')
    const closing = first.installer.close()
    gate.resolve()
    await closing
    expect(await first.installer.status()).toMatchObject({ status: 'inProgress' })
    const second = await aHouse()
    second.installer.begin()
    await second.installer.settled()
    expect(await second.installer.status()).toMatchObject({ status: 'failed', needed: true })
  })
})
