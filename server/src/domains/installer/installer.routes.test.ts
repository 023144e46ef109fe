import { Problem } from '@caseloom/contract/kernel/errors'
import { INSTALL_CODE, installBody, installFixtures } from '@caseloom/testkit/install-fixture'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createHttpServer } from '../../platform/http/server.ts'
import { bindInstallerRoutes } from './installer.routes.ts'

const PUBLIC_URL = 'http://localhost:4000'
const { aHouse } = installFixtures()

it('a page whose name someone else’s DNS leads here installs nothing, even with the code', async () => {
  const { installer } = await aHouse()
  const server = await createHttpServer({
    publicUrl: PUBLIC_URL,
    trustProxy: false,
    tls: null,
    log: pino({ level: 'silent' }),
    strictReplies: true,
    gate: { authenticate: async () => null, tenant: async () => null, licensed: async () => true },
  })
  onTestFinished(() => server.fastify.close())
  bindInstallerRoutes(server, { installer, publicUrl: PUBLIC_URL })
  const install = (host: string, origin: object = { origin: `http://${host}` }) =>
    server.fastify.inject({
      method: 'POST',
      url: '/tenant/install',
      headers: { host, ...origin },
      payload: installBody({ code: INSTALL_CODE }),
    })
  for (const origin of [undefined, {}]) {
    const rebound = await install('evil.example:4000', origin)
    expect([rebound.statusCode, Problem.parse(rebound.json()).code]).toEqual([403, 'request.origin_refused'])
  }
  await installer.settled()
  expect(await installer.status()).toMatchObject({ status: 'pending' })
  expect((await install('localhost:4000')).statusCode).toBe(202)
  await installer.settled()
  expect(await installer.status()).toMatchObject({ status: 'complete' })
})
