// Caseloom as a subject of a workload that runs the same work on several products: a table of 25 fields is made, filled
// one by one and by file, listed, searched, grouped, read and changed, all through REST with a session.
// BASE (default http://127.0.0.1:4000) is a started product, installed by this file or fresh (CODE is its install code); STATE_FILE keeps ids.
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'

const BASE = process.env.BASE ?? 'http://127.0.0.1:4000'
const STATE = process.env.STATE_FILE ?? './caseloom-state.json'
const PERSON = { email: 'bench@example.test', password: 'correct horse battery staple 42' }
const FIRST_DAY = 1_767_225_600_000
const DAYS = 300
/** Rows of one import. */
const CHUNK = 10_000
const RENAMED = { created_at: 'opened_at', updated_at: 'touched_at' }
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

const options = (...keys) => ({ type: 'selection', options: keys.map((key) => ({ key, label: key })) })
const TYPES = {
  alert_key: { type: 'text', unique: true },
  title: { type: 'text', required: true },
  description: { type: 'text', multiline: true },
  severity: options('low', 'medium', 'high', 'critical'),
  status: options('new', 'open', 'in_progress', 'closed'),
  source: options('edr', 'siem', 'mail', 'cloud', 'idp', 'waf'),
  is_false_positive: options('true', 'false'),
  dst_port: { type: 'number' },
  risk_score: { type: 'number', decimals: 1 },
  confidence: { type: 'number' },
  event_count: { type: 'number' },
  opened_at: { type: 'datetime' },
  touched_at: { type: 'datetime' },
  notes: { type: 'text', multiline: true },
}
const TEXTS = 'technique assignee hostname src_ip dst_ip sha256 username domain url tenant_ref rule_id'.split(
  ' ',
)
const FIELDS = [...Object.keys(TYPES), ...TEXTS]

function send(path, { method = 'GET', cookie, body, type = 'application/json' } = {}) {
  const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  const headers = {
    origin: BASE,
    ...(cookie === undefined ? {} : { cookie }),
    ...(bytes === undefined ? {} : { 'content-type': type, 'content-length': bytes.length }),
  }
  return new Promise((resolve, reject) => {
    const request = http.request(`${BASE}${path}`, { method, agent, headers }, (reply) => {
      const chunks = []
      reply.on('error', reject)
      reply.on('data', (chunk) => chunks.push(chunk))
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (reply.statusCode > 299) reject(new Error(`${method} answered ${reply.statusCode}: ${text}`))
        else resolve({ headers: reply.headers, json: text === '' ? null : JSON.parse(text) })
      })
    })
    request.on('error', reject)
    request.end(bytes)
  })
}

async function signIn() {
  if ((await send('/tenant/install/status')).json.needed) {
    const body = {
      accountName: 'Bench',
      tenantName: 'Bench',
      name: 'Bench',
      code: process.env.CODE,
      ...PERSON,
    }
    await send('/tenant/install', { method: 'POST', body })
    for (;;) {
      const { status } = (await send('/tenant/install/status')).json
      if (status === 'complete') break
      if (status === 'failed') throw new Error('The installation failed')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const { headers, json } = await send('/iam/login', { method: 'POST', body: PERSON })
  const [cookie] = headers['set-cookie'][0].split(';')
  return { cookie, tenant: `/api/tenant/${json.tenants[0].id}` }
}

export async function createTable() {
  const { cookie, tenant } = await signIn()
  const unique = Date.now().toString(36).slice(-5)
  const fields = FIELDS.map((key) => ({ key, label: key, ...(TYPES[key] ?? { type: 'text' }) }))
  const app = { name: 'Alerts', key: `alerts_${unique}`, titleField: 'title', listColumns: [], layout: [] }
  const letters = [...unique].map((one) => String.fromCharCode(65 + (one.charCodeAt(0) % 26))).join('')
  const body = { ...app, acronym: letters, fields }
  const { id } = (await send(`${tenant}/apps`, { method: 'POST', cookie, body })).json
  writeFileSync(STATE, JSON.stringify({ app: id }))
}

/** The values of one of the workload's alerts. */
function valuesOf(alert) {
  const entries = Object.entries(alert).map(([key, value]) => [
    RENAMED[key] ?? key,
    typeof value === 'boolean' ? String(value) : value,
  ])
  return Object.fromEntries(entries)
}

async function importAll({ cookie, tenant, records }, alerts) {
  const file = Buffer.from(JSON.stringify(alerts.map(valuesOf)))
  const upload = { method: 'POST', cookie, body: file, type: 'application/octet-stream' }
  const fileId = (await send(`${tenant}/files?name=alerts.json`, upload)).json.id
  const columns = FIELDS.map((key) => ({ column: key, field: key }))
  const order = { method: 'POST', cookie, body: { fileId, format: 'json', columns } }
  let job = (await send(`${records}/import`, order)).json
  while (job.state === 'queued' || job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50))
    job = (await send(`${tenant}/jobs/${job.id}`, { cookie })).json
  }
  if (job.counts.created !== alerts.length) throw new Error(`The import ended as ${JSON.stringify(job)}`)
}

export async function open() {
  const { cookie, tenant } = await signIn()
  const records = `${tenant}/apps/${JSON.parse(readFileSync(STATE, 'utf8')).app}/records`
  const post = async (path, body) => (await send(`${records}${path}`, { method: 'POST', cookie, body })).json
  const some = (page) => {
    if (page.items.length === 0) throw new Error('An empty answer')
    return page
  }
  const is = (field, value) => ({ field, op: 'eq', value })
  const filter = { all: [is('severity', 'high'), is('status', 'open')] }
  const sort = [{ field: 'opened_at', direction: 'desc' }]
  let cursor
  // A change says which version it saw.
  const versions = new Map()
  return {
    chunk: CHUNK,
    insertOne: (alert) => post('', { fields: valuesOf(alert) }),
    insertMany: (alerts) => importAll({ cookie, tenant, records }, alerts),
    count: async () => (await post('/search', { limit: 1, count: 'exact' })).total.value,
    sampleIds: async (n) => {
      const { items } = await post('/search', { limit: n })
      for (const { id, version } of items) versions.set(id, version)
      return items.map(({ id }) => id)
    },
    list: async ({ total }) =>
      some(await post('/search', { filter, sort, limit: 50, ...(total ? { count: 'capped' } : {}) })),
    // Pages go by key: the place is where nine tenths of the dates lie behind.
    deep: async () => {
      const value = new Date(FIRST_DAY + (DAYS / 10) * 86_400_000).toISOString()
      const before = { field: 'opened_at', op: 'lte', value }
      cursor ??= (await post('/search', { filter: before, sort, limit: 1 })).next
      return some(await post('/search', { sort, limit: 50, cursor }))
    },
    search: (text) => post('/search', { text, limit: 50 }),
    group: () => post('/facets', { fields: ['severity'] }),
    get: (id) => send(`${records}/${id}`, { cookie }),
    update: async (id, fields) => {
      const body = { version: versions.get(id), fields }
      const { json } = await send(`${records}/${id}`, { method: 'PATCH', cookie, body })
      versions.set(id, json.version)
      return json
    },
  }
}
