import { requestTokens } from './domains/automation/assets/token-request.ts'
import { withClient } from './domains/automation/connectors/mcp/mcp-client.ts'
import { guardedFetch } from './domains/assistant/providers/guarded-fetch.ts'
import { createOidcClients } from './domains/identity/sso/oidc-client.ts'
import { smtpPost } from './platform/mail/smtp.ts'
import { httpRequest } from '@caseloom/connectors/http/http-connector'
import { performManifestAction } from '@caseloom/connectors/kit/manifest-action'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createOutbound } from './platform/outbound/outbound.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['server/src', 'connectors/src', 'playbook/src', 'workflow/src']

/** Ways out that need no import, and modules that dial on their own. */
const GLOBALS =
  /(?<![.\w])(?:globalThis\.)?(?:fetch|WebSocket|EventSource|XMLHttpRequest)\s*\(|new (?:WebSocket|EventSource)\b/
const MODULES =
  /(?:from|import\()\s*'(undici|nodemailer|imapflow|openid-client|ai|@ai-sdk\/[\w-]+|@modelcontextprotocol\/sdk\/client\/[\w.]+|node:(?:net|tls|dgram|dns|dns\/promises|http|https|http2|inspector)|socket\.io-client|ws)'/g

/** Where each of them is, and why nothing forbidden can be reached by it. */
const KNOWN: Record<string, string> = {
  'server/src/platform/outbound/dial.ts': 'this is the way',
  'server/src/platform/outbound/outbound.ts': 'this is the way',
  'server/src/platform/outbound/failures.ts': 'errors of the way',
  'server/src/platform/outbound/guard.ts': 'isIP',
  'server/src/platform/outbound/addresses.ts': 'isIP',
  'server/src/platform/settings.ts': 'isIP',
  'server/src/platform/durable/engine-door.ts': 'the engine, at its socket or the address of the settings',
  'server/src/platform/durable/host.ts': 'listens',
  'server/src/platform/embedded/ports.ts': 'listens',
  'server/src/platform/http/server.ts': 'listens',
  'server/src/platform/http/read-body.ts': 'knows a received request by its class',
  'server/src/launch/listen-address.ts': 'listens',
  'server/src/launch/fixtures/stand-in.ts': 'replaces a part of the product in tests',
  'server/src/platform/mail/smtp.ts': 'dials by outbound.connect, but for the server of the operator',
  'server/src/domains/automation/mail/open-mailbox.ts': 'dials what outbound.connect let through',
  'server/src/domains/automation/connectors/mcp/mcp-client.ts': 'is given a fetch of the guarded transport',
  'server/src/domains/identity/sso/oidc-client.ts': 'is given a fetch of the guarded transport',
  'server/src/domains/identity/sso/oidc-answer.ts': 'works on a configuration with that fetch',
  'server/src/domains/assistant/providers/open-model.ts': 'is given a fetch of the guarded transport',
}

function ownSources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  )
}

function waysOut(source: string): string[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    .replaceAll(/^import type .*$/gm, '')
  const modules = [...code.matchAll(MODULES)].map((match) => match[1] ?? '')
  return [...(GLOBALS.test(code) ? ['global'] : []), ...modules]
}

describe('the code of the product', () => {
  it('has no way out of its own beside the guarded transport', () => {
    const sources = ownSources()
    expect(sources.length).toBeGreaterThan(900)
    const found = sources.filter((file) => waysOut(readFileSync(join(ROOT, file), 'utf8')).length > 0)
    expect(found.toSorted()).toEqual(Object.keys(KNOWN).toSorted())
  })

  it.each([
    "const reply = await fetch('http://x')",
    'await globalThis.fetch(url)',
    'const socket = new WebSocket(url)',
    "import { connect } from 'node:tls'",
    "import { createTransport } from 'nodemailer'",
    "const { ImapFlow } = await import('imapflow')",
    "import { request } from 'undici'",
  ])('would be found out: %s', (line) => {
    expect(waysOut(line)).toHaveLength(1)
    expect(waysOut(`// ${line}`)).toEqual([])
  })
})

describe('what leads to an address that no one may reach', () => {
  const dialled: string[] = []
  const outbound = createOutbound({
    allow: [],
    ownPorts: [],
    resolver: async () => ['127.0.0.1', '169.254.169.254'],
    connector: async ({ address }) => {
      dialled.push(address)
      throw new Error('never')
    },
  })
  afterAll(() => outbound.close())
  const signal = new AbortController().signal
  const quiet = { debug: () => undefined, warn: () => undefined }
  const context = { http: outbound, signal, timeoutMs: 5_000, idempotencyKey: 'k', log: quiet }
  const URLS = ['http://rebound.example/x', 'http://0x7f.1/x', 'https://[::ffff:169.254.169.254]/x']

  it.each<[string, (url: string) => Promise<unknown>]>([
    ['a step', async (url) => httpRequest.perform({ url }, context)],
    [
      'a connector',
      async (url) => {
        const base = new URL(url).origin
        const request = {
          method: 'GET' as const,
          path: '/x',
          query: {},
          lists: 'repeat' as const,
          headers: {},
        }
        const action = {
          name: 'a.b',
          request,
          response: { pick: '', errors: { message: [] } },
          idempotent: true,
        }
        const credentials = { settings: {}, base, headers: {}, query: {}, secrets: [] }
        return performManifestAction({ ...action, timeoutMs: 5_000 }, {}, { ...context, credentials })
      },
    ],
    [
      'an MCP server',
      async (url) => {
        const credentials = { settings: {}, base: url, headers: {}, query: {}, secrets: [] }
        return withClient({ ...context, credentials }, async (client) => client.listTools())
      },
    ],
    [
      'a token endpoint',
      async (url) =>
        requestTokens(outbound, {
          url,
          clientId: 'c',
          clientSecret: 's',
          grant: { grant_type: 'client_credentials' },
          privateRangesAllowed: true,
        }),
    ],
    ['an identity provider', async (url) => createOidcClients(outbound).check(url)],
    [
      'a language model',
      async (url) => {
        const limits = { privateRangesAllowed: true, deadline: Date.now() + 5_000, signal }
        return guardedFetch({ outbound, ...limits })(url, { method: 'POST', body: '{}' })
      },
    ],
    [
      'a mail server',
      async (url) => {
        const host = new URL(url).hostname
        const connect = (to: { host: string; port: number }) => outbound.connect(to)
        const server = { host, port: 25, secure: false, auth: null }
        const post = smtpPost(server, { connect, security: 'none' })
        const letter = {
          messageId: '<a@b>',
          date: new Date(),
          from: 'a@b.c',
          to: 'd@e.f',
          subject: 's',
          text: 't',
        }
        return post.send(letter).finally(() => post.close())
      },
    ],
  ])('%s: is refused, and nothing is dialled', async (_name, ask) => {
    for (const url of URLS) {
      const said = await ask(url).then(
        (value) => JSON.stringify(value),
        (error: Error & { details?: unknown }) =>
          `${error.message} ${JSON.stringify(error)} ${String(error.cause)}`,
      )
      expect(said).toMatch(/isn’t allowed/)
    }
    expect(dialled).toEqual([])
  })
})
