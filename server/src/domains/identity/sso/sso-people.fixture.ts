import type { SignInSettings } from '@caseloom/contract/identity/sso'
import { createOidcClients } from './oidc-client.ts'
import { bindSsoRoutes } from './sso.routes.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { newId } from '../../../platform/uuid.ts'
import { ORIGIN, PASSWORD, somePeople, type TestPeople, type TestUser } from '@caseloom/testkit/people'

/** People with single sign-on at work, and browsers to sign them in with. */
export interface SsoPeople {
  people: TestPeople
  /** An account with an administrator who is signed in by password. */
  anAccount(): Promise<SsoAccount>
  aBrowser(): TestBrowser
  /** What the audit log of an account says, latest last. */
  audited(accountId: string): Promise<{ action: string; name: string | null }[]>
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}
export interface SsoAccount {
  accountId: string
  tenantId: string
  admin: TestUser
  browser: TestBrowser
  save(change: Record<string, unknown>): Promise<Reply>
}
export interface Reply {
  status: number
  json: unknown
  location: string
  body: string
}

/** Builds them; `allow` are the providers' addresses, which outside calls may reach although they are on loopback. */
export async function someSsoPeople(allow: readonly string[] = []): Promise<SsoPeople> {
  const people = await somePeople({ email: 5, ip: 1000 })
  const outbound = createOutbound({
    allow: allow.map((address) => ({ host: '127.0.0.1', port: Number(new URL(address).port) })),
    ownPorts: [],
  })
  const begun = { take: async () => undefined, giveBack: async () => undefined }
  bindSsoRoutes(people.http, { ...people.deps, oidcClients: createOidcClients(outbound), begun })
  const { system } = people.installation.database
  const query = <Row>(sql: string, values: unknown[] = []) => system.read((tx) => tx.query<Row>(sql, values))
  return {
    people,
    query,
    aBrowser: () => new TestBrowser(people),
    async anAccount() {
      const place = await people.anAccount()
      const admin = await people.aUser(place, null)
      await people.identity.addUser({ ...place, personId: admin.personId, accountAdmin: true })
      const browser = new TestBrowser(people)
      await browser.post('/iam/login', { email: admin.email, password: PASSWORD })
      const url = `/iam/account/${place.accountId}/sign-in`
      return {
        ...place,
        admin,
        browser,
        async save(change) {
          const { serviceProvider: _ours, ...now } = (await browser.get(url)).json as SignInSettings // our own reply
          const oidc = now.oidc === null ? null : withoutFlag(now.oidc)
          return browser.put(url, { ...now, oidc, ...change })
        },
      }
    },
    audited: (accountId) =>
      query(
        'select action, object_name as name from caseloom.audit_entry where account_id = $1 order by at, id',
        [accountId],
      ),
    async close() {
      await people.close()
      await outbound.close()
    },
  }
}

function withoutFlag<T extends { hasSecret: boolean }>({
  hasSecret: _hasSecret,
  ...rest
}: T): Omit<T, 'hasSecret'> {
  return rest
}

/** A browser as far as sign-ins notice: it keeps cookies, and sends none with another site's posts. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly #people: TestPeople

  constructor(people: TestPeople) {
    this.#people = people
  }

  get(url: string): Promise<Reply> {
    return this.#send({ method: 'GET', url, headers: { cookie: this.#cookie() } })
  }

  post(url: string, body: unknown): Promise<Reply> {
    return this.#write('POST', url, body)
  }

  put(url: string, body: unknown): Promise<Reply> {
    return this.#write('PUT', url, body)
  }

  /** A form that another site has the browser post: the cookies are SameSite=Lax and stay at home. */
  postFromElsewhere(url: string, form: Record<string, string>): Promise<Reply> {
    const headers = { origin: 'http://127.0.0.1:1', 'content-type': 'application/x-www-form-urlencoded' }
    return this.#send({ method: 'POST', url, headers, payload: new URLSearchParams(form).toString() })
  }

  #write(method: 'POST' | 'PUT', url: string, body: unknown): Promise<Reply> {
    const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie: this.#cookie() }
    return this.#send({ method, url, headers, payload: JSON.stringify(body) })
  }

  #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #send(request: {
    method: 'GET' | 'POST' | 'PUT'
    url: string
    headers: Record<string, string>
    payload?: string
  }): Promise<Reply> {
    const reply = await this.#people.http.fastify.inject(request)
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const isJson = /json/.test(String(reply.headers['content-type']))
    return {
      status: reply.statusCode,
      json: isJson ? reply.json() : undefined,
      location: String(reply.headers.location ?? ''),
      body: reply.body,
    }
  }
}

/** An address that no one has yet. */
export function anAddress(domain = 'example.test'): string {
  return `p.${newId()}@${domain}`
}
