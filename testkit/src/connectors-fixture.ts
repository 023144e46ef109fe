import type { Manifest } from '@caseloom/connectors/kit/manifest'
import type { AssetInput, AssetView } from '@caseloom/contract/automation/assets'
import { appsMigrations } from '@caseloom/server/domains/apps/apps.migrations'
import { createAsset } from '@caseloom/server/domains/automation/assets/save-asset'
import { automationMigrations } from '@caseloom/server/domains/automation/automation.migrations'
import {
  type ConnectorServices,
  createConnectorServices,
} from '@caseloom/server/domains/automation/connectors/connector-services'
import { jobsMigrations } from '@caseloom/server/domains/records/job-state/jobs.migrations'
import { recordsMigrations } from '@caseloom/server/domains/records/records.migrations'
import type { TenantScope } from '@caseloom/server/platform/database/types'
import { filesMigrations } from '@caseloom/server/platform/files/files.migrations'
import { createOutbound } from '@caseloom/server/platform/outbound/outbound'
import { createSecrets } from '@caseloom/server/platform/secrets/secrets'
import { secretsMigrations } from '@caseloom/server/platform/secrets/secrets.migrations'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { anActor, anInstallation, type TestInstallation } from './installation.ts'

/** The product's own HTTP action, for rooms that may not reach for connectors themselves. */
export { httpRequest } from '@caseloom/connectors/http/http-connector'

/** A request as a stand-in of another system got it. */
export interface Hit {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface StubAnswer {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

export interface StubServer {
  /** Without a slash at its end. */
  url: string
  port: number
  hits: Hit[]
  /** What it answers; the default repeats what it was sent. */
  answer: { current(hit: Hit): StubAnswer | Promise<StubAnswer> }
  close(): Promise<void>
}

/** Another system on this machine, which answers what the test says. */
export async function aStubServer(): Promise<StubServer> {
  const hits: Hit[] = []
  const answer: StubServer['answer'] = { current: (hit) => ({ body: hit }) }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    const end = async () => {
      const { method = '', url = '', headers } = request
      const hit = { method, url, headers, body: Buffer.concat(chunks).toString() }
      hits.push(hit)
      const { status = 200, headers: more = {}, body = null } = await answer.current(hit)
      response.writeHead(status, { 'content-type': 'application/json', ...more })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    request.on('end', () => void end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    hits,
    answer,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export interface ConnectorsFixture {
  installation: TestInstallation
  world: ConnectorServices
  scope: TenantScope
  /** Everything that was logged, as text. */
  logged(): string
  anAsset(input: Partial<AssetInput> & Pick<AssetInput, 'key'>): Promise<AssetView>
  close(): Promise<void>
}

/** Connectors and assets over a real database and the real transport, which may reach these ports of this machine. */
export async function createConnectorsFixture(options: {
  ports: readonly number[]
  manifests?: readonly Manifest[]
}): Promise<ConnectorsFixture> {
  const installation = await anInstallation('connectors', [
    ...filesMigrations,
    ...secretsMigrations,
    ...appsMigrations,
    ...recordsMigrations,
    ...jobsMigrations,
    ...automationMigrations,
  ])
  const scope = await installation.aTenant()
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const outbound = createOutbound({
    allow: options.ports.map((port) => ({ host: '127.0.0.1', port })),
    ownPorts: [],
  })
  const world = createConnectorServices({
    manifests: options.manifests ?? [],
    secrets: createSecrets(randomBytes(32)),
    outbound,
    privateRangesAllowed: async () => false,
    publicUrl: 'https://caseloom.example',
    log,
  })
  return {
    installation,
    world,
    scope,
    logged: () => lines.join('\n'),
    anAsset: (input) =>
      createAsset(
        world.assets,
        scope,
        { actor: anActor(scope), ip: '127.0.0.1' },
        {
          name: 'An asset',
          description: null,
          connector: 'http',
          auth: 'none',
          settings: {},
          secrets: {},
          sharing: null,
          ...input,
        },
      ),
    async close() {
      await outbound.close()
      await installation.close()
    },
  }
}
