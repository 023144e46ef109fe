import { Problem } from '@caseloom/contract/kernel/errors'
import { MODEL_HUB } from '@caseloom/contract/kernel/hubs'
import { SessionItem } from '@caseloom/contract/identity/sign-in'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { ask, ORIGIN } from '@caseloom/testkit/ask'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

const PASSWORD = 'kettle orbit mango 7'
let world: ContractWorld
let port: number
beforeAll(async () => {
  world = await aContractWorld()
  await world.web.http.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = world.web.http.fastify.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  port = address.port
})
afterAll(() => world?.close())

const logIn = (email: string, password: string) =>
  ask(world.web, { method: 'POST', url: '/iam/login', body: { email, password } })
async function aSession(): Promise<string> {
  const reply = await logIn('alice@example.test', PASSWORD)
  return String(reply.headers['set-cookie']).split(';')[0] ?? ''
}
async function aSocket(cookie: string): Promise<{ socket: Socket; gone: Promise<string> }> {
  const socket = io(`http://127.0.0.1:${port}${MODEL_HUB}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin: ORIGIN, cookie },
  })
  onTestFinished(() => void socket.disconnect())
  const gone = new Promise<string>((resolve) => void socket.on('disconnect', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return { socket, gone }
}

it('cuts the sockets of a session that is ended elsewhere, and of no other', async () => {
  const [own, other] = [await aSession(), await aSession()]
  const [lasting, cut] = [await aSocket(own), await aSocket(other)]
  const list = await ask(world.web, { method: 'GET', url: '/iam/me/sessions', cookie: other })
  const { items } = z.object({ items: z.array(SessionItem) }).parse(list.json)
  const id = items.find((item) => item.current)?.id
  await ask(world.web, { method: 'DELETE', url: `/iam/me/sessions/${id}`, cookie: own })
  expect(await cut.gone).toBe('io server disconnect')
  const third = await aSession()
  const last = await aSocket(third)
  const body = { currentPassword: PASSWORD, password: PASSWORD }
  await ask(world.web, { method: 'POST', url: '/iam/me/password', cookie: own, body })
  expect(await last.gone).toBe('io server disconnect')
  expect(lasting.socket.connected).toBe(true)
})

it('refuses even the right password after ten wrong ones, and doesn’t reveal whether the address is known', async () => {
  const answers = []
  for (const email of ['mallory@example.test', 'nobody@example.test']) {
    for (let round = 0; round < 10; round += 1) expect((await logIn(email, 'wrong')).status).toBe(401)
    const refused = await logIn(email, PASSWORD)
    const { requestId: _id, ...problem } = Problem.parse(refused.json)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300)
    answers.push(problem)
  }
  expect(answers[0]).toMatchObject({ status: 429, code: 'request.too_many' })
  expect(answers[1]).toEqual(answers[0])
  expect((await logIn('alice@example.test', PASSWORD)).status).toBe(200)
})

it('leaves the installer’s one-time code alone when someone guesses at passwords', async () => {
  let status = 401
  for (let round = 0; round < 60 && status === 401; round += 1)
    status = (await logIn(`guess.${round}@example.test`, 'wrong')).status
  expect(status).toBe(429)
  expect((await logIn('alice@example.test', PASSWORD)).status).toBe(429)
  await expect(world.web.product.installer.throttle.take('127.0.0.1')).resolves.toBeUndefined()
})
