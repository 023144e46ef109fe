import { InstallStatus } from '@caseloom/contract/identity/installer'
import { SessionView } from '@caseloom/contract/identity/identity'
import { PlaybookView, RunSummary } from '@caseloom/contract/automation/automation'
import { pageOf } from '@caseloom/contract/kernel/paging'
import { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Product } from '@caseloom/testkit/product'
import { send } from './load.ts'

const PASSWORD = 'correct horse battery staple 42'
const EMAIL = 'bench@example.test'
const Runs = pageOf(RunSummary)

/** The product seen through its interface, signed in as the installing user. */
export interface Caseloom {
  tenantId: string
  /** Where the product answers. */
  address: string
  /** The session cookie, for clients that are not asked through `call`. */
  cookie: string
  /** Creates and publishes a playbook; gives its hook address. */
  publish(document: JsonObject): Promise<{ id: string; hook: string }>
  /** Number of runs of a playbook by state, all pages. */
  runs(playbookId: string): Promise<Record<string, number>>
  call(method: string, path: string, body?: unknown): Promise<unknown>
  /** The same person in a new tenant of the same account. */
  another(name: string): Promise<Caseloom>
}

type Fresh = Pick<Product, 'address' | 'installCode'>

/** Installs a fresh product when it is needed, and signs in. */
export async function signIn({ address, installCode }: Fresh): Promise<Caseloom> {
  await install(address, installCode)
  const login = await fetch(`${address}/iam/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  if (!login.ok) throw new Error(`Login answered ${login.status}: ${await login.text()}`)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const session = SessionView.parse(await login.json())
  const [tenant] = session.tenants
  if (tenant === undefined) throw new Error('The session has no tenant')
  const call = (method: string, path: string, body?: unknown) =>
    request(address, cookie, { method, path, body })
  return inTenant({ tenantId: tenant.id, accountId: tenant.accountId, address, cookie, call })
}

type Place = Pick<Caseloom, 'tenantId' | 'address' | 'cookie' | 'call'> & { accountId: string }

function inTenant(place: Place): Caseloom {
  const { tenantId, accountId, address, cookie, call } = place
  const base = `/api/tenant/${tenantId}/orchestration/api`
  return {
    tenantId,
    address,
    cookie,
    call,
    async another(name) {
      const flag = { accountId: null, enabled: true }
      await call('PUT', '/tenant/installation/feature-flags/MultiTenant', flag)
      const path = `/tenant/account/${accountId}/managed-tenants`
      const { id } = ManagedTenant.parse(await call('POST', path, { name, starterContent: false }))
      return inTenant({ ...place, tenantId: id })
    },
    async publish(document) {
      const created = PlaybookView.parse(await call('POST', `${base}/playbooks`, { document }))
      const path = `${base}/playbooks/${created.id}/publish`
      const published = PlaybookView.parse(await call('POST', path, { revision: created.revision }))
      const hook = published.hooks[0]?.address
      if (hook === undefined) throw new Error('The playbook has no hook')
      return { id: created.id, hook }
    },
    async runs(playbookId) {
      const states: Record<string, number> = {}
      let cursor: string | null = null
      do {
        const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page = Runs.parse(await call('GET', `${base}/runs?limit=200&playbookId=${playbookId}${next}`))
        for (const run of page.items) states[run.state] = (states[run.state] ?? 0) + 1
        cursor = page.next
      } while (cursor !== null)
      return states
    },
  }
}

async function install(address: string, installCode: Fresh['installCode']): Promise<void> {
  const read = async () => InstallStatus.parse(await (await fetch(`${address}/tenant/install/status`)).json())
  if (!(await read()).needed) return
  const who = { accountName: 'Bench', tenantName: 'Bench', name: 'Bench', email: EMAIL, password: PASSWORD }
  const body = { ...who, code: await installCode() }
  const reply = await fetch(`${address}/tenant/install`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify(body),
  })
  if (reply.status !== 202) throw new Error(`The installer answered ${reply.status}: ${await reply.text()}`)
  for (let status = await read(); status.status !== 'complete'; status = await read()) {
    if (status.status === 'failed')
      throw new Error(`The installation failed: ${JSON.stringify(status.steps)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function request(
  address: string,
  cookie: string,
  { method, path, body }: { method: string; path: string; body: unknown },
): Promise<unknown> {
  const answer = await send(`${address}${path}`, {
    method,
    headers: { cookie, origin: address, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (answer.status > 299)
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`)
  const parsed: unknown = answer.text === '' ? null : JSON.parse(answer.text)
  return parsed
}
