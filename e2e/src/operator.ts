import { AppView } from '@caseloom/contract/apps/apps'
import { DeliveryView, PlaybookView, RunSummary } from '@caseloom/contract/automation/automation'
import { SessionView } from '@caseloom/contract/identity/identity'
import { InstallStatus } from '@caseloom/contract/identity/installer'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { pageOf } from '@caseloom/contract/kernel/paging'
import { RecordPage } from '@caseloom/contract/records/records'
import type { Product } from '@caseloom/testkit/product'
import { z } from 'zod'

const PERSON = { name: 'Maren Holt', email: 'maren@example.test', password: 'kettle orbit mango 7' }
const PATIENCE_MS = 60_000
const Runs = pageOf(RunSummary)
const Deliveries = pageOf(DeliveryView)
const Playbooks = z.object({ items: z.array(z.looseObject({ id: z.string(), key: z.string() })) })

export interface Hook {
  playbookId: string
  triggerId: string
  address: string
  secret: string
}

/** The person who installed the product, working through its interface alone. */
export interface Operator {
  tenantId: string
  accountId: string
  email: string
  /** The token of the session, for what is no request. */
  session: string
  /** Asks a route of the tenant; its path begins after the tenant. Throws unless it answers with success. */
  call: Call
  /** The published document of the playbook with this key. */
  document(key: string): Promise<JsonObject>
  /** Creates and publishes a playbook with one webhook. */
  publish(document: JsonObject): Promise<Hook>
  /** The secret of a trigger as it can be read now. */
  secretOf(triggerId: string): Promise<string>
  /** All runs of a playbook. */
  runs(playbookId: string): Promise<RunSummary[]>
  /** The whole delivery log of a trigger. */
  deliveries(triggerId: string): Promise<DeliveryView[]>
  /** Identities of all alerts that came from outside, one per record. */
  alertIdentities(): Promise<string[]>
}

/** Installs a fresh product and signs in. */
export async function anOperator(product: Pick<Product, 'address' | 'installCode'>): Promise<Operator> {
  const { address } = product
  await install(address, await product.installCode())
  const login = await fetch(`${address}/iam/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: PERSON.email, password: PERSON.password }),
  })
  if (!login.ok) throw new Error(`Sign-in failed with ${login.status}: ${await login.text()}`)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const [tenant] = SessionView.parse(await login.json()).tenants
  if (tenant === undefined) throw new Error('The session has no tenant')
  const { id: tenantId, accountId } = tenant
  const base = `${address}/api/tenant/${tenantId}`
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const reply = await patientFetch(`${base}${path}`, {
      method,
      headers: { cookie, origin: address, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
  const session = cookie.slice(cookie.indexOf('=') + 1)
  return { ...operations(call), tenantId, accountId, email: PERSON.email, session, call }
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>

function operations(call: Call): Omit<Operator, 'tenantId' | 'accountId' | 'email' | 'session' | 'call'> {
  const playbooks = '/orchestration/api/playbooks'
  const secretOf = async (triggerId: string) => {
    const answer = await call('GET', `/orchestration/api/triggers/${triggerId}/secret`)
    return z.object({ secret: z.string() }).parse(answer).secret
  }
  return {
    secretOf,
    async document(key) {
      const { items } = Playbooks.parse(await call('GET', playbooks))
      const id = items.find((item) => item.key === key)?.id
      const { published } = PlaybookView.parse(await call('GET', `${playbooks}/${id}`))
      if (published === null) throw new Error(`The playbook ${key} is not published`)
      return published
    },
    async publish(document) {
      const { id, revision } = PlaybookView.parse(await call('POST', playbooks, { document }))
      const { hooks } = PlaybookView.parse(await call('POST', `${playbooks}/${id}/publish`, { revision }))
      const [hook] = hooks
      if (hook === undefined) throw new Error('The playbook has no webhook')
      const secret = await secretOf(hook.id)
      return { playbookId: id, triggerId: hook.id, address: hook.address, secret }
    },
    runs: (playbookId) =>
      allPages(async (cursor) =>
        Runs.parse(
          await call('GET', `/orchestration/api/runs?limit=200&playbookId=${playbookId}${after(cursor)}`),
        ),
      ),
    deliveries: (triggerId) =>
      allPages(async (cursor) =>
        Deliveries.parse(
          await call('GET', `/orchestration/api/triggers/${triggerId}/deliveries?limit=200${after(cursor)}`),
        ),
      ),
    async alertIdentities() {
      const apps = z.object({ items: z.array(AppView.pick({ id: true, key: true })) })
      const app = apps.parse(await call('GET', '/apps')).items.find((item) => item.key === 'alert')
      const search = { filter: { field: 'source_ref', op: 'notEmpty' }, columns: ['source_ref'], limit: 200 }
      const records = await allPages(async (cursor) => {
        const page = cursor === null ? search : { ...search, cursor }
        return RecordPage.parse(await call('POST', `/apps/${app?.id}/records/search`, page))
      })
      return records.map((record) => String(record.fields['source_ref']))
    },
  }
}

async function allPages<Item>(
  read: (cursor: string | null) => Promise<{ items: Item[]; next: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const page: { items: Item[]; next: string | null } = await read(cursor)
    items.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return items
}

const after = (cursor: string | null) => (cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`)

/** Asks again while the product is away; everything that is asked this way after a kill only reads. */
async function patientFetch(url: string, init: RequestInit): Promise<Response> {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    const reply = await fetch(url, init).catch((error: unknown) => {
      if (Date.now() > until) throw error
      return null
    })
    if (reply !== null && (reply.status !== 503 || Date.now() > until)) return reply
    await pause()
  }
}

async function install(address: string, code: string): Promise<void> {
  const reply = await fetch(`${address}/tenant/install`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ accountName: 'Nordwerk', tenantName: 'Security operations', code, ...PERSON }),
  })
  if (reply.status !== 202) throw new Error(`The installer answered ${reply.status}: ${await reply.text()}`)
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause()) {
    const status = InstallStatus.parse(await (await fetch(`${address}/tenant/install/status`)).json())
    if (status.status === 'complete') return
    if (status.status === 'failed') throw new Error(`The installation failed: ${JSON.stringify(status)}`)
  }
  throw new Error('The installation did not end')
}

/** The delay between two polls of a product that sends no notifications. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100))
}
