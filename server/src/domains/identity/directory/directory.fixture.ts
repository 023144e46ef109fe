import { bindAuditRoutes } from './audit.routes.ts'
import type { DirectoryDeps } from './directory-deps.ts'
import { bindDirectoryRoutes } from './directory.routes.ts'
import { bindMailRoutes } from './mail.routes.ts'
import { bindNotificationRoutes } from './notifications.routes.ts'
import { createIdentityDoor } from '../identity.door.ts'
import { bindTokenRoutes } from './tokens.routes.ts'
import { fail } from '../../../platform/errors.ts'
import { ORIGIN, PASSWORD, somePeople, type TestPeople, type TestUser } from '@caseloom/testkit/people'

export interface Answer {
  status: number
  /** Parsed JSON, or the text of anything else. */
  json: Record<string, unknown>
  code: string
  text: string
}
export interface Asked {
  /** A session's cookie value, or an API token when it begins with clt_. */
  as?: string
  body?: unknown
}
export interface Admin extends TestUser {
  token: string
}

/** People with the routes of the directory, and short ways to ask them. */
export interface TestDirectory extends TestPeople {
  directoryDeps: DirectoryDeps
  ask(method: string, url: string, asked?: Asked): Promise<Answer>
  logIn(email: string, password?: string): Promise<string>
  /** An account administrator who is signed in and holds no role. */
  anAdmin(place: { accountId: string; tenantId: string }): Promise<Admin>
  /** What the comments are that notifications quote: a text, or null for a deleted one; others can’t be read. */
  comments: Map<string, string | null>
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** The text of the latest mail to an address, as it lies in the queue. */
  lastMail(to: string): Promise<{ account_id: string | null; subject: string; body: string } | null>
  /** The one-time token in the latest mail to an address. */
  mailedToken(to: string): Promise<string>
}

/** Builds it; `forgot` is how many reset mails an address may ask for. */
export async function aDirectory(forgot = 100): Promise<TestDirectory> {
  const people = await somePeople()
  const directoryDeps: DirectoryDeps = {
    ...people.deps,
    capturing: true,
    forgot: { email: counting(forgot), person: counting(1000), ip: counting(1000) },
  }
  const { http } = people
  for (const bind of [bindDirectoryRoutes, bindTokenRoutes, bindMailRoutes, bindAuditRoutes])
    bind(http, directoryDeps)
  const comments: TestDirectory['comments'] = new Map()
  bindNotificationRoutes(http, {
    system: people.deps.system,
    actorOf: createIdentityDoor(people.deps).actorOf,
    readComments: async (_actor, _tenantId, ids) =>
      new Map(ids.flatMap((id) => (comments.has(id) ? [[id, comments.get(id) ?? null]] : []))),
  })
  const ask = asker(people)
  const logIn = async (email: string, password = PASSWORD) => {
    const reply = await ask('POST', '/iam/login', { body: { email, password } })
    if (reply.status !== 200) throw new Error(`log-in: ${reply.text}`)
    return reply.cookie
  }
  const { system } = people.deps
  const sql = <Row>(text: string, values: unknown[] = []) => system.tx((tx) => tx.query<Row>(text, values))
  const lastMail = async (to: string) => {
    const rows = await sql<{ account_id: string | null; subject: string; body: string }>(
      'select account_id, subject, body from caseloom.mail where recipient = $1 order by id desc limit 1',
      [to],
    )
    return rows[0] ?? null
  }
  // Invitations take what browsers and mail servers agree on: ASCII.
  const aUser: TestPeople['aUser'] = async (place, role) => {
    const user = await people.aUser(place, role)
    const email = `zoe.${user.userId}@example.test`
    await sql('update caseloom.person set email = $2, email_key = $2 where id = $1', [user.personId, email])
    return { ...user, email }
  }
  return {
    ...people,
    directoryDeps,
    ask,
    logIn,
    aUser,
    async anAdmin(place) {
      const user = await aUser(place, null)
      await sql('update caseloom.user set account_admin = true where id = $1', [user.userId])
      return { ...user, token: await logIn(user.email) }
    },
    comments,
    sql,
    lastMail,
    async mailedToken(to) {
      const token = /set-password\?token=([\w-]+)$/m.exec((await lastMail(to))?.body ?? '')?.[1]
      if (token === undefined) throw new Error(`No token was mailed to ${to}`)
      return token
    },
  }
}

function asker({ http }: TestPeople) {
  return async (method: string, url: string, { as, body }: Asked = {}) => {
    const credentials =
      as === undefined
        ? {}
        : as.startsWith('clt_')
          ? { authorization: `Bearer ${as}` }
          : { cookie: `caseloom_session=${as}` }
    const reply = await http.fastify.inject({
      method: method as 'GET', // inject types its methods as a closed list
      url,
      headers: { 'content-type': 'application/json', origin: ORIGIN, ...credentials },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const isJson = String(reply.headers['content-type']).includes('json')
    // Tests look into replies that their routes have checked already.
    const json = (isJson ? reply.json() : {}) as Record<string, unknown>
    const cookie = /^caseloom_session=([^;]*)/.exec(String(reply.headers['set-cookie']))?.[1] ?? ''
    return { status: reply.statusCode, json, code: String(json['code'] ?? ''), text: reply.body, cookie }
  }
}

function counting(limit: number) {
  const taken = new Map<string, number>()
  return {
    async take(key: string): Promise<void> {
      const count = (taken.get(key) ?? 0) + 1
      if (count > limit) throw fail('request.too_many', { retryAfter: 60 })
      taken.set(key, count)
    },
    async giveBack(): Promise<void> {},
  }
}
