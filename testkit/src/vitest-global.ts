import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import type {} from './test-database.ts'
import { startTestPostgres } from './test-postgres.ts'

/** One PostgreSQL for all test files of a run, started only when a file needs it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: ReturnType<typeof startTestPostgres> | undefined
  const desk = createServer((_request, response) => {
    postgres ??= startTestPostgres()
    postgres.then(
      ({ address }) => response.end(JSON.stringify(address)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  // NOTE: listening on a TCP port, address() is an object; it is a string for sockets only.
  const { port } = desk.address() as AddressInfo
  project.provide('testServers', `http://127.0.0.1:${port}`)
  return async () => {
    desk.closeAllConnections()
    await new Promise((resolve) => desk.close(resolve))
    if (postgres) await (await postgres).stop()
  }
}
