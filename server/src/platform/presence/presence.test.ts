import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { forgetClock } from '../database/clock.ts'
import type { SystemScope } from '../database/types.ts'
import { presenceMigrations } from './presence.migrations.ts'
import { presentProcesses, startPresence } from './presence.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await anInstallation('presence', presenceMigrations)
})
afterAll(async () => {
  // What was compared while the date was moved would hold for the files after this one.
  forgetClock()
  await installation.close()
})

function aProcess(system: SystemScope) {
  const presence = startPresence({
    system,
    log: pino({ level: 'silent' }),
    role: 'worker',
    version: '1.2.3',
    masterKeys: () => ['0123456789abcdef'],
  })
  onTestFinished(() => presence.stop())
  return presence
}

describe('the presence of a process', () => {
  test('reports its role, version and keys, that it drains, and goes when it stops', async () => {
    const { system } = installation.database
    const presence = aProcess(system)
    await presence.proveWrite()
    const seen = () => system.read(presentProcesses)
    expect(await seen()).toMatchObject([
      {
        role: 'worker',
        version: '1.2.3',
        pid: process.pid,
        draining: false,
        masterKeys: ['0123456789abcdef'],
      },
    ])
    presence.drain()
    await expect.poll(seen).toMatchObject([{ draining: true }])
    await presence.stop()
    expect(await seen()).toEqual([])
  })

  test('counts a slow write as a good one for a while, and a failed one immediately', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { system } = installation.database
    let tx: SystemScope['tx'] = system.tx
    const presence = aProcess({ ...system, tx: (work) => tx(work) })
    await presence.proveWrite()

    const stuck = Promise.withResolvers<never>()
    tx = () => stuck.promise
    vi.setSystemTime(Date.now() + 5_000)
    await presence.proveWrite()
    vi.setSystemTime(Date.now() + 20_000)
    const late = presence.proveWrite()
    stuck.reject(new Error('read-only'))
    await expect(late).rejects.toThrow('read-only')

    tx = system.tx
    await presence.proveWrite()
    tx = () => Promise.reject(new Error('full'))
    vi.setSystemTime(Date.now() + 5_000)
    await expect(presence.proveWrite()).rejects.toThrow('full')
    tx = system.tx
  })
})
