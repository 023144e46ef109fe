import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMANDS } from '../commands.ts'
import { run } from '../run.ts'

const FILE = { accountName: 'A', tenantName: 'T', name: 'N', email: 'n@example.test', password: 'p' }
const step = (state: string) => ({ key: 'account', title: 'Account', state })
const status = (word: string, state: string) => ({
  needed: word !== 'complete',
  status: word,
  codeRequired: false,
  steps: [step(state)],
})

describe('caseloom install', () => {
  let folder = ''
  let url = ''
  let answers: [number, unknown][] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()))
    request.on('end', () => {
      const [code, body] = answers.shift() ?? [500, {}]
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'caseloom-install-'))
    writeFileSync(join(folder, 'install.json'), JSON.stringify(FILE))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''
  })
  afterAll(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => bodies.splice(0))

  const install = async (...args: string[]) => {
    const said: string[] = []
    const say = (text: string) => void said.push(text)
    const code = await run(COMMANDS, ['install', ...args], {
      line: say,
      error: say,
      env: { PUBLIC_URL: url },
    })
    return { code, said: said.join('\n') }
  }
  const file = () => ['--file', join(folder, 'install.json')]

  it('sends the file, reports each step once, and ends with the address', async () => {
    answers = [
      [202, status('inProgress', 'running')],
      [200, status('inProgress', 'done')],
      [200, status('complete', 'done')],
    ]
    const { code, said } = await install(...file(), '--code', 'ABCD')
    expect([code, said]).toEqual([0, `✓ Account\nInstalled. Sign in at ${url}`])
    expect(JSON.parse(bodies[0] ?? '')).toEqual({ ...FILE, demoData: false, code: 'ABCD' })
  })

  it('takes the address as the product printed it, with its code', async () => {
    answers = [
      [202, status('inProgress', 'running')],
      [200, status('complete', 'done')],
    ]
    const { code, said } = await install(...file(), '--url', `${url}/install?code=KETTL-QRBTX`)
    expect([code, said]).toEqual([0, expect.stringContaining(`Sign in at ${url}`)])
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ code: 'KETTL-QRBTX' })
  })

  it('reports every fault of the values and where the installation failed', async () => {
    const issues = [{ path: ['body', 'password'], code: 'weak', message: 'Too easy to guess' }]
    answers = [
      [400, { type: 'x', title: 'Not valid', status: 400, code: 'request.invalid', requestId: 'r', issues }],
    ]
    expect(await install(...file())).toEqual({ code: 1, said: 'Not valid\n  password: Too easy to guess' })
    answers = [[202, { ...status('failed', 'failed'), steps: [{ ...step('failed'), detail: 'disk full' }] }]]
    expect(await install(...file())).toEqual({
      code: 1,
      said: 'The installation failed at "Account": disk full',
    })
  })

  it('says what is wrong with its arguments, its file and its address', async () => {
    expect((await install()).code).toBe(2)
    writeFileSync(join(folder, 'bad.json'), '{"accountName": 1}')
    const bad = await install('--file', join(folder, 'bad.json'))
    expect([bad.code, bad.said]).toEqual([1, expect.stringContaining('accountName: ')])
    const unreachable = await install(...file(), '--url', 'http://127.0.0.1:9')
    expect([unreachable.code, unreachable.said]).toEqual([1, expect.stringContaining('Couldn’t connect')])
    answers = [[200, { hello: 1 }]]
    expect((await install(...file())).said).toContain('which isn’t a Caseloom response')
  })
})
