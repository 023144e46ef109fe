import { createServer } from 'node:net'
import { anInstallation } from '@caseloom/testkit/installation'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './platform/database/database.ts'

/** What PgBouncer takes in the first message of a session; it refuses all others. */
const OF_A_POOLER = ['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone']

test('sessions begin with the parameters alone that a pooler in session mode takes', async () => {
  const first = Promise.withResolvers<string[]>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (packet: Buffer) => {
      // Length and protocol version, then names and values, each ended by a NUL.
      const texts = packet.subarray(8).toString('utf8').split('\0')
      first.resolve(texts.filter((text, at) => at % 2 === 0 && text !== ''))
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(openDatabase({ url: `postgres://me@127.0.0.1:${port}/x` })).rejects.toThrow()
  const names = await first.promise
  expect(names).toContain('user')
  for (const name of names) expect(OF_A_POOLER).toContain(name)
})

test('limits and time zone hold in the first transaction of a session all the same', async () => {
  const installation = await anInstallation('database-sessions', [])
  onTestFinished(() => installation.close())
  const fresh = await openDatabase({ url: installation.url, size: 1 })
  onTestFinished(() => fresh.close())
  const [row] = await fresh.system.read((tx) =>
    tx.query<{ statement: string; idle: string; zone: string }>(
      `select current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone,
              current_setting('idle_in_transaction_session_timeout') as idle`,
    ),
  )
  expect(row).toEqual({ statement: '30s', idle: '10s', zone: 'UTC' })
})
