import { SessionView } from '@caseloom/contract/identity/identity'
import { Problem } from '@caseloom/contract/kernel/errors'
import { ORIGIN, PASSWORD, somePeople, type TestPeople, type TestUser } from '@caseloom/testkit/people'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../platform/uuid.ts'
import { builtInRoleIds } from './identity.door.ts'
import { HASH_COST, setHashCost } from './people/password-hash.ts'

interface Injected {
  statusCode: number
  headers: Record<string, unknown>
  json(): unknown
}

let people: TestPeople
let place: { accountId: string; tenantId: string }
beforeAll(async () => {
  people = await somePeople()
  place = await people.anAccount()
})
afterAll(() => people.close())

function post(url: string, body: unknown, cookie?: string): Promise<Injected> {
  return people.http.fastify.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      origin: ORIGIN,
      ...(cookie === undefined ? {} : { cookie: `caseloom_session=${cookie}` }),
    },
    payload: JSON.stringify(body),
  })
}
function get(url: string, token?: string): Promise<Injected> {
  const headers = token === undefined ? {} : { cookie: `caseloom_session=${token}` }
  return people.http.fastify.inject({ url, headers })
}
function logIn(email: string, password = PASSWORD, cookie?: string): Promise<Injected> {
  return post('/iam/login', { email, password }, cookie)
}
function cookieOf(reply: Injected): string {
  const token = /^caseloom_session=([^;]*)/.exec(String(reply.headers['set-cookie']))?.[1]
  if (token === undefined) throw new Error('No session cookie was set')
  return token
}
async function signedIn(user: TestUser): Promise<string> {
  return cookieOf(await logIn(user.email))
}
function code(reply: Injected): string {
  return Problem.parse(reply.json()).code
}
function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return people.installation.database.system.tx((tx) => tx.query<Row>(text, values))
}

describe('logging in', () => {
  it('opens a session whatever case and Unicode form the address is typed in', async () => {
    const user = await people.aUser(place, 'analyst')
    const reply = await logIn(` ${user.email.toUpperCase().normalize('NFD')} `)
    expect(reply.statusCode).toBe(200)
    const view = SessionView.parse(reply.json())
    expect(view.user).toMatchObject({ email: user.email, name: 'Zoë Example', superAdministrator: false })
    expect(view.accounts).toMatchObject([{ id: place.accountId, userId: user.userId, admin: false }])
    expect(view.tenants).toMatchObject([{ id: place.tenantId, accountId: place.accountId, name: 'Main' }])
    expect(view.tenants[0]?.permissions).toContain('record:update')
    expect(view.tenants[0]?.permissions).not.toContain('app:build')
    expect(view.defaults).toBeNull()
    expect(String(reply.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Lax/)
  })

  it('keeps only a digest of the token', async () => {
    const token = await signedIn(await people.aUser(place))
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await sql<{ row: string; token_hash: Buffer }>(
      'select s.*::text as row, token_hash from caseloom.session s order by created_at desc, id desc limit 1',
    )
    expect(rows[0]?.row).not.toContain(token)
    expect(rows[0]?.token_hash).toEqual(createHash('sha256').update(token).digest())
  })

  it('answers alike for a wrong password, an unknown address, a disabled user and a person without password', async () => {
    const known = await people.aUser(place)
    const disabled = await people.aUser(place)
    await people.identity.setUserStatus(disabled.userId, 'disabled')
    const bare = await people.identity.createPerson({ email: `bare.${newId()}@example.com`, name: 'Bare' })
    await people.identity.addUser({ accountId: place.accountId, personId: bare })
    const [row] = await sql<{ email: string }>('select email from caseloom.person where id = $1', [bare])
    const replies = await Promise.all([
      logIn(known.email, 'wrong'),
      logIn(`nobody.${newId()}@example.com`),
      logIn(disabled.email),
      logIn(row?.email ?? '', ''.padEnd(20, 'x')),
    ])
    const shapes = replies.map((reply) => {
      const { requestId: _, ...rest } = Problem.parse(reply.json())
      return JSON.stringify({ ...rest, cookie: reply.headers['set-cookie'] ?? null })
    })
    expect(new Set(shapes).size).toBe(1)
    expect(replies[0]?.statusCode).toBe(401)
  })

  it('works as hard for an unknown address as for a wrong password', async () => {
    const known = await people.aUser(place)
    const work = async (email: string) => {
      const begun = process.cpuUsage()
      await logIn(email, 'wrong')
      const { user, system } = process.cpuUsage(begun)
      return user + system
    }
    await work(`warm.${newId()}@example.com`)
    const wrong: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 4; round += 1) {
      wrong.push(await work(known.email))
      unknown.push(await work(`nobody.${round}.${newId()}@example.com`))
    }
    const middle = (works: number[]) => works.sort((a, b) => a - b)[2] ?? 0
    // Without the decoy hash an unknown address costs a tenth.
    expect(middle(unknown)).toBeGreaterThan(middle(wrong) / 3)
  })

  it('stops guessing at one address after some attempts, the right password included', async () => {
    const user = await people.aUser(place)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await logIn(user.email, 'wrong')).statusCode).toBe(401)
    const refused = await logIn(user.email.toUpperCase())
    expect([refused.statusCode, code(refused)]).toEqual([429, 'request.too_many'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('does not count good sign-ins', async () => {
    const user = await people.aUser(place)
    for (let attempt = 0; attempt < 7; attempt += 1) expect((await logIn(user.email)).statusCode).toBe(200)
  })

  it('gives a new token each time and ends the session that the browser brought along', async () => {
    const user = await people.aUser(place)
    const first = await signedIn(user)
    const planted = cookieOf(await logIn(user.email, PASSWORD, 'planted-by-somebody'))
    const second = cookieOf(await logIn(user.email, PASSWORD, first))
    expect(new Set([first, planted, second, 'planted-by-somebody']).size).toBe(4)
    expect((await get('/iam/session', first)).statusCode).toBe(401)
    expect((await get('/iam/session', second)).statusCode).toBe(200)
  })

  it('hashes the password again when the cost has changed', async () => {
    const ofTests = setHashCost(HASH_COST)
    onTestFinished(() => void setHashCost(ofTests))
    const user = await people.aUser(place)
    const { hash } = await import('@node-rs/argon2')
    const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await sql('update caseloom.person set password_hash = $2 where id = $1', [user.personId, old])
    expect((await logIn(user.email)).statusCode).toBe(200)
    const [row] = await sql<{ password_hash: string }>(
      'select password_hash from caseloom.person where id = $1',
      [user.personId],
    )
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logIn(user.email)).statusCode).toBe(200)
  })
})

describe('a session', () => {
  it('ends at sign-out, and a second sign-out is no fault', async () => {
    const token = await signedIn(await people.aUser(place))
    const out = await post('/iam/logout', {}, token)
    expect([out.statusCode, cookieOf(out)]).toEqual([204, ''])
    expect((await get('/iam/session', token)).statusCode).toBe(401)
    expect((await post('/iam/logout', {}, token)).statusCode).toBe(204)
    expect((await post('/iam/logout', {})).statusCode).toBe(204)
  })

  it.each(['idle_until', 'expires_at'])('ends after %s', async (column) => {
    const token = await signedIn(await people.aUser(place))
    const hash = createHash('sha256').update(token).digest()
    await sql(`update caseloom.session set ${column} = now() - interval '1 second' where token_hash = $1`, [
      hash,
    ])
    expect((await get('/iam/session', token)).statusCode).toBe(401)
    expect(await people.identity.authenticate(token, place)).toBeNull()
  })

  it('lives on while it is used, and writes that at most once a minute', async () => {
    const token = await signedIn(await people.aUser(place))
    const hash = createHash('sha256').update(token).digest()
    const read = () =>
      sql<{ last_seen_at: Date; idle_until: Date }>(
        'select last_seen_at, idle_until from caseloom.session where token_hash = $1',
        [hash],
      )
    const [fresh] = await read()
    await people.identity.authenticate(token, {})
    expect(await read()).toEqual([fresh])
    await sql(
      `update caseloom.session set last_seen_at = last_seen_at - interval '2 minutes',
         idle_until = idle_until - interval '2 minutes' where token_hash = $1`,
      [hash],
    )
    await people.identity.authenticate(token, {})
    const [touched] = await read()
    expect(touched?.idle_until.getTime()).toBeGreaterThanOrEqual(fresh?.idle_until.getTime() ?? Infinity)
  })

  it('ends everywhere when the user is disabled', async () => {
    const user = await people.aUser(place)
    const tokens = [await signedIn(user), await signedIn(user)]
    await people.identity.setUserStatus(user.userId, 'disabled')
    for (const token of tokens) expect((await get('/iam/session', token)).statusCode).toBe(401)
  })

  it('is checked without being extended, and ends when its user is disabled', async () => {
    const user = await people.aUser(place)
    const token = await signedIn(user)
    const idle = async () =>
      (
        await sql<{ idle_until: Date }>('select idle_until from caseloom.session where person_id = $1', [
          user.personId,
        ])
      )[0]
    await sql(
      `update caseloom.session set last_seen_at = now() - interval '10 minutes', idle_until = now() + interval '1 minute'
        where person_id = $1`,
      [user.personId],
    )
    const before = await idle()
    expect((await get('/iam/session/alive', token)).statusCode).toBe(204)
    expect(await idle()).toEqual(before)
    expect((await get('/iam/session', token)).statusCode).toBe(200)
    expect(await idle()).not.toEqual(before)
    await people.identity.setUserStatus(user.userId, 'disabled')
    expect((await get('/iam/session/alive', token)).statusCode).toBe(401)
    expect((await get('/iam/session/alive')).statusCode).toBe(401)
  })

  it('is no one for a token that never was', async () => {
    for (const token of ['x', newId(), 'A'.repeat(43)]) {
      expect(await people.identity.authenticate(token, {})).toBeNull()
    }
  })
})

describe('entering a tenant', () => {
  it('remembers it for the session and the next sign-in', async () => {
    const user = await people.aUser(place)
    const second = await people.tenancy.createTenant({ accountId: place.accountId, name: newId() })
    const given = { accountId: place.accountId, roleId: builtInRoleIds.viewer, to: { userId: user.userId } }
    await people.identity.assignRole({ ...given, tenantId: second })
    const token = await signedIn(user)
    const before = SessionView.parse((await get('/iam/session', token)).json())
    expect(before.defaults).toBeNull()
    const reply = await post('/iam/session/tenant', { accountId: place.accountId, tenantId: second }, token)
    expect(reply.statusCode).toBe(204)
    for (const each of [token, await signedIn(user)]) {
      const view = SessionView.parse((await get('/iam/session', each)).json())
      expect(view.defaults?.tenantId).toBe(second)
    }
  })

  it('answers alike for a foreign tenant, a missing one, one without a role and one under the wrong account, and clears the stored defaults [S8.04]', async () => {
    const other = await people.anAccount()
    const user = await people.aUser(place)
    const token = await signedIn(user)
    const defaults = async (of: string) => SessionView.parse((await get('/iam/session', of)).json()).defaults
    const roleless = await people.tenancy.createTenant({ accountId: place.accountId, name: newId() })
    const wanted = [
      other,
      { accountId: place.accountId, tenantId: newId() },
      { accountId: place.accountId, tenantId: roleless },
      { accountId: other.accountId, tenantId: place.tenantId },
      { accountId: place.accountId, tenantId: other.tenantId },
    ]
    for (const body of wanted) {
      expect((await post('/iam/session/tenant', place, token)).statusCode).toBe(204)
      expect(await defaults(token)).toEqual(place)
      const reply = await post('/iam/session/tenant', body, token)
      expect([reply.statusCode, code(reply)]).toEqual([404, 'resource.not_found'])
      expect(await defaults(token)).toBeNull()
    }
    expect(await defaults(await signedIn(user))).toBeNull()
  })

  it('shows the tenants of an account that the caller may enter, and no foreign account', async () => {
    const other = await people.anAccount()
    const token = await signedIn(await people.aUser(place))
    const mine = await get(`/tenant/account/${place.accountId}/tenants`, token)
    expect(mine.json()).toEqual({ items: [{ id: place.tenantId, accountId: place.accountId, name: 'Main' }] })
    for (const id of [other.accountId, newId()]) {
      const reply = await get(`/tenant/account/${id}/tenants`, token)
      expect([reply.statusCode, code(reply)]).toEqual([404, 'resource.not_found'])
    }
  })

  it('lists the people of the tenant, and no one of another', async () => {
    const own = await people.anAccount()
    const alice = await people.aUser(own, 'lead')
    const left = await people.aUser(own)
    await people.identity.setUserStatus(left.userId, 'disabled')
    await people.aUser(own, null)
    await people.aUser(place)
    const token = await signedIn(alice)
    const reply = await get(`/iam/tenant/${own.tenantId}/users`, token)
    expect(reply.json()).toEqual({
      items: [
        { id: alice.userId, name: 'Zoë Example', email: alice.email, active: true, groups: [] },
        { id: left.userId, name: 'Zoë Example', email: left.email, active: false, groups: [] },
      ],
    })
    expect((await get(`/iam/tenant/${place.tenantId}/users`, token)).statusCode).toBe(404)
  })
})
