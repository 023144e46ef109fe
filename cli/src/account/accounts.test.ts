import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMANDS } from '../commands.ts'
import { run } from '../run.ts'

const ID = '019a0000-0000-7000-8000-00000000000a'
const account = (over: object = {}) => ({
  id: ID,
  name: 'Globex',
  status: 'active',
  createdAt: '2026-11-23T06:00:00.000Z',
  deleteAt: null,
  tenants: 1,
  users: 2,
  administrators: [],
  ...over,
})

/** The product's side of the conversation, as its contract declares it. */
describe('caseloom account', () => {
  let url = ''
  let answers: [number, unknown][] = []
  const asked: { line: string; token: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      asked.push({
        line: `${request.method} ${request.url}`,
        token: request.headers.authorization,
        body: text === '' ? undefined : JSON.parse(text),
      })
      const open = request.url === '/iam/login' || request.url === '/iam/logout'
      const [code, body] = open ? [200, {}] : (answers.shift() ?? [500, {}])
      const cookie = open ? { 'set-cookie': 'caseloom_session=secret-token; Path=/' } : {}
      response.writeHead(code, { 'content-type': 'application/json', ...cookie }).end(JSON.stringify(body))
    })
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''
  })
  afterAll(() => void server.close())
  beforeEach(() => asked.splice(0))

  const command = async (...args: string[]) => {
    const said: string[] = []
    const say = (text: string) => void said.push(text)
    const env = { PUBLIC_URL: url, CASELOOM_PASSWORD: 'pass' }
    const code = await run(COMMANDS, ['account', ...args, '--email', 'root@example.test'], {
      line: say,
      error: say,
      env,
    })
    return { code, said: said.join('\n') }
  }
  const lines = () => asked.map(({ line }) => line)

  it('creates one as the person who signed in, prints the link that nothing sends, and signs out', async () => {
    const invitation = { email: 'a@b.example', mailed: false, link: 'http://x/set-password?token=t' }
    answers = [[201, { account: account(), invitation }]]
    const { code, said } = await command('create', 'Globex', '--admin', 'a@b.example', '--admin-name', 'A')
    expect([code, said]).toEqual([
      0,
      `${ID}  active  tenants 1  users 2  Globex\nNo mail server is configured. Send this link to a@b.example. It can be used once:\nhttp://x/set-password?token=t`,
    ])
    expect(lines()).toEqual(['POST /iam/login', 'POST /tenant/installation/accounts', 'POST /iam/logout'])
    expect(asked[0]?.body).toEqual({ email: 'root@example.test', password: 'pass' })
    expect(asked[1]).toMatchObject({
      token: 'Bearer secret-token',
      body: { name: 'Globex', administrator: { email: 'a@b.example', name: 'A' }, starterContent: true },
    })
  })

  it.each([
    ['suspend', { status: 'suspended' }, []],
    ['reactivate', { status: 'active' }, []],
  ] as const)('%s finds the account by its name and changes it', async (word, body, rest) => {
    answers = [
      [200, { items: [account()] }],
      [200, account(body)],
    ]
    const { code } = await command(word, 'Globex', ...rest)
    expect(code).toBe(0)
    expect(lines()[2]).toBe(`PATCH /tenant/installation/accounts/${ID}`)
    expect(asked[2]?.body).toEqual(body)
  })

  it('deletes only with the name typed once more, and reports the day', async () => {
    expect(await command('delete', 'Globex')).toMatchObject({ code: 2 })
    expect(asked).toEqual([])
    answers = [
      [200, { items: [account()] }],
      [200, account({ status: 'deleting', deleteAt: '2026-12-07T06:00:00.000Z' })],
    ]
    const { said } = await command('delete', 'Globex', '--confirm', 'Globex')
    expect(said).toContain('deleting (deleted on 2026-12-07)')
    expect(asked[2]?.body).toEqual({ name: 'Globex' })
  })

  it('reports what the product refuses, and that an account is unknown, and still signs out', async () => {
    answers = [
      [403, { type: 'x', title: 'No permission', status: 403, code: 'right.missing', requestId: 'r' }],
    ]
    expect(await command('list')).toEqual({ code: 1, said: 'No permission' })
    expect(lines().at(-1)).toBe('POST /iam/logout')
    answers = [[200, { items: [account()] }]]
    expect(await command('suspend', 'Initech')).toEqual({ code: 1, said: 'No account named "Initech"' })
    expect(lines().at(-1)).toBe('POST /iam/logout')
  })
})
