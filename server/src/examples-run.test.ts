import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAppFile } from '@caseloom/contract/apps/app-file'
import type { ApprovalView } from '@caseloom/contract/automation/approvals'
import type { PlaybookView, RunSummary } from '@caseloom/contract/automation/automation'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { compileTemplate } from '@caseloom/playbook/expression'
import { TEMPLATES } from '@caseloom/playbook/templates'
import { type Shape, triggerShape, unknownName } from '@caseloom/playbook/trigger-shape'
import { parseText } from '@caseloom/playbook/yaml'
import { ask } from '@caseloom/testkit/ask'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorker } from './compose-worker.ts'
import { readLibraryFiles } from './domains/content/library/library-files.ts'
import { builtInRoleIds } from './domains/identity/identity.door.ts'
import { addStarterApps } from './domains/installer/add-starter-apps.ts'
import type { Started } from './launch/role.ts'

const HELP = join(import.meta.dirname, '../../docs/help')
const pages = readdirSync(HELP, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .toSorted()
  .map((name) => ({ name, text: readFileSync(join(HELP, name), 'utf8') }))

/** Every YAML block of the help: a whole playbook, or the steps of one, which get a button of an alert before them. */
const examples = pages.flatMap(({ name, text }) =>
  [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map((match, at): [string, JsonObject] => {
    const parsed = parseText(match[1] ?? '')
    if (!parsed.ok) throw new Error(`${name}: ${JSON.stringify(parsed.issues)}`)
    // Only the shape of a document is known here; publishing checks the rest.
    const value = parsed.value as JsonValue
    return [`${name} (${at + 1})`, Array.isArray(value) ? around(value) : (value as JsonObject)]
  }),
)
const templates = Object.entries(TEMPLATES)
  .filter(([name]) => name !== 'blank')
  .map(([name, document]): [string, JsonObject] => [
    `template ${name}`,
    { playbook: `template-${name}`, title: `Template ${name}`, ...document },
  ])

const library = await readLibraryFiles()
const libraryPlaybooks = library
  .filter(({ kind }) => kind === 'playbook')
  .map(({ key, document }): [string, JsonObject] => [`library ${key}`, document])

function around(steps: JsonValue[]): JsonObject {
  const readsRecord = JSON.stringify(steps).includes('trigger.record')
  const button = { key: 'press', kind: 'button', with: { app: 'alert', label: 'Press' } }
  return {
    playbook: 'steps-of-help',
    title: 'Steps of a help page',
    triggers: readsRecord ? [button] : [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
    steps,
  }
}

let world: ContractWorld
let worker: Started
const colleagues: string[] = []
/** A record of each app whose buttons run playbooks, by the key of the app. */
const recordsByApp: Record<string, JsonObject> = {}

beforeAll(async () => {
  world = await aContractWorld()
  worker = await startWorker({ ...world.config, role: 'worker' })
  const { accountId, tenantId } = world.alice.ids
  const { apps } = world.web.product.doors
  const scope = await world.web.product.automation.parts.tenant(tenantId)
  if (scope === null) throw new Error('The tenant is missing')
  const made = await addStarterApps(
    { apps, reporting: world.web.product.doors.reporting },
    scope,
    anActor(scope),
  )
  for (const { kind, document } of library) {
    if (kind !== 'app' || !isJsonObject(document['app'])) continue
    const file = { format: 'caseloom.app/1' as const, app: document['app'] }
    const { app, missing } = readAppFile(file, (key) => made.find((each) => each.key === key)?.id)
    if (app === undefined) throw new Error(`Missing: ${missing.join(', ')}`)
    made.push(await apps.createApp(scope, anActor(scope), app))
  }
  const observables = [{ kind: 'ipv4', value: '198.51.100.7' }]
  for (const [key, fields] of [
    ['alert', { title: 'Seen before', observables }],
    ['alert', { title: 'Beacon on WKS-0447', severity: 'high', status: 'new', observables }],
    ['case', { title: 'Beacon', disposition: 'true_positive', impact: 'low' }],
    ['change_request', { title: 'New firewall' }],
    ['service_request', { title: 'New laptop', due: '2026-01-05' }],
  ] as const) {
    const appId = made.find((app) => app.key === key)?.id
    recordsByApp[key] = (await call('POST', `/api/tenant/${tenantId}/apps/${appId}/records`, {
      fields,
    })) as JsonObject
  }
  for (const [key, columns] of [
    ['own_addresses', ['address']],
    ['vpn_ranges', ['name', 'gateway']],
    ['blocked_senders', ['sender', 'reason']],
  ] as const) {
    const texts = columns.map((one) => ({ key: one, label: one, type: 'text' }))
    await call('POST', `${orchestration()}/tables`, { key, name: key, columns: texts })
  }
  const { identity } = world.web.product.doors
  const groupId = await identity.createGroup({ accountId, name: 'Duty officers' })
  for (const [name, role] of [
    ['Carla', 'analyst'],
    ['Dan', 'lead'],
    ['Erin', 'tenantAdministrator'],
  ] as const) {
    const email = `${name.toLowerCase()}@example.com`
    const password = 'kettle orbit mango 7'
    const personId = await identity.createPerson({ email, name, password: { plain: password } })
    const userId = await identity.addUser({ accountId, personId, accountAdmin: false })
    await identity.assignRole({ accountId, roleId: builtInRoleIds[role], to: { userId }, tenantId })
    await identity.addToGroup({ accountId, groupId, userId })
    const reply = await ask(world.web, { method: 'POST', url: '/iam/login', body: { email, password } })
    colleagues.push(String(reply.headers['set-cookie']).split(';')[0] ?? '')
  }
  const onCall = (await apps.people.actors(scope)).flatMap(({ id }) => id ?? []).slice(0, 1)
  const turn = { count: 1, unit: 'week' }
  const layer = { name: 'First line', people: onCall, startsOn: '2026-01-05', handoff: '08:00', turn }
  const schedule = { key: 'soc', name: 'SOC on call', zone: 'UTC', layers: [layer] }
  await call('POST', `/api/tenant/${tenantId}/on-call`, schedule)
  await call('POST', `${orchestration()}/assets`, {
    key: 'tickets',
    name: 'Tickets',
    connector: 'http',
    auth: 'none',
    settings: { baseUrl: 'https://tickets.example' },
  })
}, 120_000)
afterAll(async () => {
  await worker?.stop()
  await world?.close()
})

const orchestration = () => `/api/tenant/${world.alice.ids.tenantId}/orchestration/api`
async function call(method: string, url: string, body?: unknown, cookie = world.alice.cookie) {
  const reply = await ask(world.web, { method, url, cookie, ...(body === undefined ? {} : { body }) })
  expect(reply.status, `${url} ${JSON.stringify(reply.json)}`).toBeLessThan(300)
  return reply.json
}

/** What a sender, a record and a form bring; wide enough for every example. */
const BODY: JsonObject = {
  id: 4711,
  title: 'Beacon',
  severity: 'High',
  text: 'From 198.51.100.7 to evil.example',
  action: 'created',
  alert: { number: 7, html_url: 'https://github.example/alerts/7' },
  repository: { full_name: 'acme/web' },
  address: '198.51.100.7',
  hits: [{ verdict: 'malicious' }, { verdict: 'benign' }],
}
const INPUTS = { type: 'object', properties: { owner: { type: 'string', default: 'owner@partner.example' } } }

/** Whatever leaves the machine is answered here; all other steps do their work. */
function stubsFor(document: JsonObject): JsonObject {
  return Object.fromEntries(
    stepsIn(document).map(({ key, action }) => [
      String(key),
      action === 'http.request'
        ? { use: 'output', output: { status: 200, body: answerOf(key), items: [] } }
        : { use: 'real' },
    ]),
  )
}

// The schedule's template asks for a list; scans, rules and lookups answer with an object.
const answerOf = (key: JsonValue | undefined): JsonValue =>
  key === 'ask' ? [{ id: 'a-1', title: 'First' }] : { done: true, id: 'r-1', score: 90 }

function stepsIn(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(stepsIn)
  if (typeof value !== 'object' || value === null) return []
  const own = typeof value['action'] === 'string' && typeof value['key'] === 'string' ? [value] : []
  return [...own, ...Object.values(value).flatMap(stepsIn)]
}

async function endOf(runId: string, isForOutsiders: boolean): Promise<RunSummary> {
  let run: RunSummary | undefined
  await expect
    .poll(
      async () => {
        const seen = (await call('GET', `${orchestration()}/runs/${runId}`)) as {
          run?: RunSummary
        } & RunSummary
        run = seen.run ?? seen
        if (run.state !== 'waiting') return run.state
        const { items } = (await call('GET', `${orchestration()}/approvals?box=all&runId=${runId}`)) as {
          items: ApprovalView[]
        }
        const open = items.filter(({ state }) => state === 'open')
        // A stranger's answer comes by the link of a mail, which other tests follow.
        if (isForOutsiders && open.length > 0) return 'asks outsiders'
        for (const { id } of open)
          for (const cookie of colleagues)
            await ask(world.web, {
              method: 'POST',
              url: `${orchestration()}/approvals/${id}/answer`,
              cookie,
              body: { verdict: 'approved' },
            })
        return run.state
      },
      { timeout: 30_000 },
    )
    .toMatch(/^(succeeded|failed|cancelled|asks outsiders)$/)
  if (run === undefined) throw new Error('There is no run')
  return run
}

describe('every template, every playbook of the library, and every example of the help', () => {
  it('is found', () => {
    expect(examples.length).toBeGreaterThanOrEqual(10)
    expect(templates).toHaveLength(3)
    expect(libraryPlaybooks.length).toBeGreaterThanOrEqual(7)
  })

  it.each([...templates, ...libraryPlaybooks, ...examples])(
    '%s publishes without a warning and runs',
    async (_, source) => {
      const document: JsonObject = {
        inputs: INPUTS,
        ...source,
        playbook: `${String(source['playbook'])}-${crypto.randomUUID().slice(0, 8)}`,
      }
      const draft = (await call('POST', `${orchestration()}/playbooks`, { document })) as PlaybookView
      expect(draft.problems).toEqual([])
      expect(draft.warnings).toEqual([])
      const place = `${orchestration()}/playbooks/${draft.id}`
      await call('POST', `${place}/publish`, { revision: draft.revision })
      const triggers = Array.isArray(document['triggers']) ? (document['triggers'] as JsonObject[]) : []
      const [trigger] = triggers
      const settings = trigger?.['with']
      const app = isJsonObject(settings) ? String(settings['app']) : ''
      const payload = trigger?.['kind'] === 'button' ? { record: recordsByApp[app] ?? null, by: null } : BODY
      const run = (await call('POST', `${place}/test`, {
        document,
        trigger: { key: trigger?.['key'] ?? null, payload },
        inputs: { owner: 'owner@partner.example' },
        stubs: stubsFor(document),
      })) as RunSummary
      const isForOutsiders = JSON.stringify(document).includes('outsiders')
      const ended = await endOf(run.id, isForOutsiders)
      expect(ended.error).toBeNull()
      if (!isForOutsiders) expect(ended.state).toBe('succeeded')
    },
  )
})

it('warns about a path that the app does not have and about an unknown role, with the nearest names', async () => {
  const document = around([
    {
      key: 'approve',
      action: 'human.approve',
      with: {
        title: 'Isolate {% trigger.record.title %}?',
        to: { roles: ['admin'], groups: ['Duty oficers'] },
        escalate: { after: '1h', to: { roles: ['analist', '{% tenant.role %}'] } },
      },
    },
  ])
  const draft = (await call('POST', `${orchestration()}/playbooks`, { document })) as PlaybookView
  expect(draft.warnings.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['steps.0.with.title', 'trigger.record has no "title"; did you mean "trigger.record.fields.title"?'],
    ['steps.0.with.to.roles.0', 'Unknown role "admin"; did you mean "Tenant administrator"?'],
    ['steps.0.with.to.groups.0', 'Unknown group "Duty oficers"; did you mean "Duty officers"?'],
    ['steps.0.with.escalate.to.roles.0', 'Unknown role "analist"; did you mean "Analyst"?'],
  ])
  await call('POST', `${orchestration()}/playbooks/${draft.id}/publish`, { revision: draft.revision })
})

describe('names that the tenant does not have are warnings of the draft, at their place and with the nearest', () => {
  const record = (action: string, input: JsonObject): JsonObject => ({
    key: 'a',
    action,
    with: { app: 'alert', ...input },
  })
  const ask = (to: JsonObject): JsonObject => ({
    key: 'a',
    action: 'human.approve',
    with: { title: 'Isolate the host?', to },
  })
  const id = '{% trigger.body.id %}'

  it.each<[string, JsonObject, string, string]>([
    [
      'an app',
      record('record.create', { app: 'alrt', set: {} }),
      'with.app',
      'Unknown app "alrt"; did you mean "alert"?',
    ],
    ['an app of a search', record('record.search', { app: 'zzzz' }), 'with.app', 'Unknown app "zzzz"'],
    [
      'an app of an approval',
      {
        key: 'a',
        action: 'human.approve',
        with: { title: 'x', to: { roles: ['Analyst'] }, record: { app: 'alerts', id } },
      },
      'with.record.app',
      'did you mean "alert"?',
    ],
    ['a field', record('record.create', { set: { titel: 'x' } }), 'with.set.titel', 'did you mean "title"?'],
    [
      'a field of an update',
      record('record.update', { id, set: { severty: 'high' } }),
      'with.set.severty',
      '"severity"',
    ],
    [
      'a field of a filter',
      record('record.search', { filter: { all: [{ field: 'sevrity', op: 'eq', value: 'high' }] } }),
      'with.filter.all.0.field',
      '"severity"',
    ],
    [
      'a field to sort by',
      record('record.search', { sort: [{ field: 'titel', direction: 'asc' }] }),
      'with.sort.0.field',
      '"title"',
    ],
    [
      'a field of a clock',
      record('clock.start', { id, field: 'respone' }),
      'with.field',
      'has no field "respone"',
    ],
    [
      'an option',
      record('record.create', { set: { title: 'x', severity: 'hihg' } }),
      'with.set.severity',
      'did you mean "high"?',
    ],
    [
      'an option of many',
      record('record.create', { set: { title: 'x', severity: 'urgent' } }),
      'with.set.severity',
      'its options are',
    ],
    [
      'a value of another type',
      record('record.create', { set: { title: 5 } }),
      'with.set.title',
      'for the field "title"',
    ],
    [
      'a match of a field that repeats',
      record('record.upsert', { match: { title: 'x' }, set: {} }),
      'with.match.title',
      'isn’t unique',
    ],
    [
      'a template',
      record('record.create', { template: 'phishing', set: {} }),
      'with.template',
      'has no template "phishing"',
    ],
    [
      'a field of an event',
      {
        key: 'a',
        action: 'flow.waitEvent',
        timeout: '1h',
        with: { app: 'alert', on: ['updated'], fields: ['stat'] },
      },
      'with.fields.0',
      'has no field "stat"',
    ],
    ['a user', ask({ users: ['carlo@example.com'] }), 'with.to.users.0', 'did you mean "carla@example.com"?'],
    ['a role', ask({ roles: ['Analist'] }), 'with.to.roles.0', 'did you mean "Analyst"?'],
    ['a group', ask({ groups: ['Duty officer'] }), 'with.to.groups.0', 'did you mean "Duty officers"?'],
    [
      'a component',
      { key: 'a', action: 'flow.call', with: { component: 'nowhere' } },
      'with.component',
      'No component "nowhere" is published',
    ],
    [
      'an input of a component',
      { key: 'a', action: 'flow.call', with: { component: 'enrich', inputs: { adress: 'x', address: 'y' } } },
      'with.inputs.adress',
      'did you mean "address"?',
    ],
    [
      'a missing input',
      { key: 'a', action: 'flow.call', with: { component: 'enrich', inputs: {} } },
      'with.inputs.address',
      '"address" is missing',
    ],
    [
      'an input of another type',
      { key: 'a', action: 'flow.call', with: { component: 'enrich', inputs: { address: ['x'] } } },
      'with.inputs.address',
      'for the component "enrich"',
    ],
  ])('%s', async (_, step, place, sentence) => {
    await aComponent()
    const lines = await warningsOf([step])
    expect(
      lines.filter((line) => line.startsWith(`steps.0.${place}: `) && line.includes(sentence)),
    ).not.toEqual([])
  })

  it('but not what an expression gives, nor names that exist', async () => {
    await aComponent()
    const steps = [
      record('record.create', { app: '{% tenant.app %}', set: { any: 1 } }),
      record('record.upsert', {
        match: { source_ref: 'x' },
        set: { title: '{% tenant.x %}', severity: 'high' },
      }),
      record('record.search', { filter: { all: [{ field: 'created_at', op: 'within', value: '7d' }] } }),
      ask({ users: ['carla@example.com', '{% tenant.user %}'], roles: ['Analyst'] }),
      { key: 'a', action: 'flow.call', with: { component: 'enrich', inputs: { address: '{% tenant.x %}' } } },
      { key: 'a', action: 'flow.call', with: { component: 'enrich', inputs: '{% tenant.inputs %}' } },
    ].map((step, at) => ({ ...step, key: `s${at}` }))
    expect(await warningsOf(steps)).toEqual([])
  })

  it('and what another product would fill in', async () => {
    const text = { key: 'a', action: 'data.template', with: { text: 'Hello {{ name }}' } }
    expect(await warningsOf([text])).toEqual([
      expect.stringContaining('steps.0.with.text: "{{ name }}" is plain text here'),
    ])
  })
})

async function warningsOf(steps: JsonObject[]): Promise<string[]> {
  const playbook = `names-${crypto.randomUUID().slice(0, 8)}`
  const document = { ...around(steps), playbook }
  const draft = (await call('POST', `${orchestration()}/playbooks`, { document })) as PlaybookView
  return draft.warnings.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

let isEnrichPublished = false
async function aComponent(): Promise<void> {
  if (isEnrichPublished) return
  isEnrichPublished = true
  const document = {
    playbook: 'enrich',
    title: 'Enrich',
    component: {},
    inputs: { type: 'object', properties: { address: { type: 'string' } }, required: ['address'] },
    steps: [{ key: 'a', action: 'data.transform', with: { value: 1 } }],
  }
  const draft = (await call('POST', `${orchestration()}/playbooks`, { document })) as PlaybookView
  await call('POST', `${orchestration()}/playbooks/${draft.id}/publish`, { revision: draft.revision })
}

const spans = pages.flatMap(({ name, text }) =>
  [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/(`+)(.+?)\1/g)].map(({ 2: code = '' }) => ({
    name,
    code,
  })),
)

describe('every expression in the text of the help', () => {
  const whole = spans.filter(({ code }) => /\{%.*%\}/.test(code) && !code.includes('…'))
  it.each(whole.map(({ name, code }) => [name, code.trim()]))('%s: %s can be read', (_, code) => {
    expect(() => compileTemplate(code)).not.toThrow()
  })

  const kinds = ['webhook', 'schedule', 'record', 'button', 'form', 'mail', 'poll', 'failure'] as const
  const record: Shape = { id: null, trackingId: null, fields: null }
  const paths = spans.filter(({ code }) => /^\s*trigger(\.[\w`-]+)+\s*$/.test(code))
  it('names triggers', () => expect(paths.length).toBeGreaterThanOrEqual(8))
  it.each(paths.map(({ name, code }) => [name, code.trim()]))(
    '%s: %s is what a trigger brings',
    (_, code) => {
      const shapes = kinds.map((kind) => triggerShape(kind, record))
      expect(unknownName(code.replaceAll('`', '').split('.').slice(1), shapes)).toBeUndefined()
    },
  )
})
