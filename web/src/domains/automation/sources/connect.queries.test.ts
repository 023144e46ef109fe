import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publishIntake } from './connect.queries.ts'

const TENANT = '019a0000-0000-7000-8000-0000000000c1'
const OWN = '019a0000-0000-7000-8000-0000000000d1'
const OTHER = '019a0000-0000-7000-8000-0000000000d2'
const KEY = 'intake-lab'

const requests: string[] = []
let drafts: { id: string; key: string; publishedVersion: number | null }[]
/** How many replies to a creation are lost after the playbook was created. */
let lostReplies: number

const reply = (status: number, body: object) => new Response(JSON.stringify(body), { status })

function created(): Response {
  if (drafts.some(({ key }) => key === KEY))
    return reply(409, {
      type: 'about:blank',
      title: 'The key is taken',
      status: 409,
      code: 'playbook.key_taken',
      requestId: 'request-42',
    })
  drafts.push({ id: OWN, key: KEY, publishedVersion: null })
  if (lostReplies === 0) return reply(201, aPlaybook(OWN))
  lostReplies -= 1
  throw new TypeError('Failed to fetch')
}

/** Only what the calls of a connection need of the server. */
const server: typeof fetch = (input, init) => {
  const [, rest = ''] = String(input).split('/playbooks')
  const method = init?.method ?? 'GET'
  requests.push(`${method} ${rest}`)
  if (rest === '' && method === 'POST') return Promise.resolve().then(created)
  if (rest === '') return Promise.resolve(reply(200, { items: drafts.map(aSummary) }))
  return Promise.resolve(reply(200, aPlaybook(rest.split('/')[1] ?? '')))
}

const aSummary = ({ id, key, publishedVersion }: (typeof drafts)[number]) => ({
  id,
  key,
  title: 'Intake: Lab',
  description: null,
  publishedVersion,
  triggers: [],
  lastRun: null,
  runsLastDay: { succeeded: 0, failed: 0 },
  updatedAt: '2026-11-24T12:00:00.000Z',
})

const aPlaybook = (id: string) => ({
  ...aSummary({ id, key: KEY, publishedVersion: null }),
  revision: 3,
  savedBy: null,
  draft: {},
  published: null,
  problems: [],
  warnings: [],
  hooks: [],
  can: { build: true, readSecret: true },
})

const onMade = vi.fn<(playbookId: string) => void>()
const connect = (playbookId: string | null = null) =>
  publishIntake(TENANT, { document: { playbook: KEY }, key: KEY, playbookId, onMade })

beforeEach(() => {
  requests.length = 0
  drafts = []
  lostReplies = 0
  onMade.mockReset()
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a connection creates a playbook and publishes it', async () => {
  await connect()
  expect(requests).toEqual(['POST ', `POST /${OWN}/publish`])
  expect(onMade).toHaveBeenCalledExactlyOnceWith(OWN)
})

test('trying again after a lost reply publishes the playbook that was created, not a second one', async () => {
  lostReplies = 1
  await expect(connect()).rejects.toMatchObject({ code: 'client.offline' })
  expect(onMade).not.toHaveBeenCalled()
  requests.length = 0
  await connect()
  expect(requests).toEqual(['POST ', 'GET ', `GET /${OWN}`, `PUT /${OWN}`, `POST /${OWN}/publish`])
  expect(onMade).toHaveBeenCalledExactlyOnceWith(OWN)
  expect(drafts).toHaveLength(1)
})

test('a published playbook under the same key is left alone', async () => {
  drafts = [{ id: OTHER, key: KEY, publishedVersion: 1 }]
  await expect(connect()).rejects.toMatchObject({ code: 'playbook.key_taken' })
  expect(requests).toEqual(['POST ', 'GET '])
})

test('a playbook that an earlier attempt created is saved and published', async () => {
  await connect(OWN)
  expect(requests).toEqual([`GET /${OWN}`, `PUT /${OWN}`, `POST /${OWN}/publish`])
})
