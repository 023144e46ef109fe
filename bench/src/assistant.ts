import { AskEvent, type ChatMessage } from '@caseloom/contract/assistant'
import { z } from 'zod'
import { type Expected, QUESTIONS } from './assistant-questions.ts'
import type { Caseloom } from './caseloom.ts'
import { round, summarise } from './statistics.ts'
import type { Figure } from './workloads.ts'

const Apps = z.object({ items: z.array(z.looseObject({ id: z.string(), key: z.string() })) })
const Made = z.looseObject({ id: z.string(), revision: z.number() })
const TOP = 3

const input = (key: string, title: string) => ({
  inputs: { type: 'object', properties: { [key]: { type: 'string', title } }, required: [key] },
})
const COMPONENTS = [
  { playbook: 'isolate_host', title: 'Isolate a host', ...input('host', 'Host name') },
  { playbook: 'block_address', title: 'Block an IP address', ...input('ip', 'IP address') },
  { playbook: 'reset_password', title: 'Reset a password', ...input('email', 'E-mail address') },
]
const ALERTS = [
  { title: 'Impossible travel of Jane Roe', severity: 'high', status: 'new' },
  { title: 'Beaconing from ws-042', severity: 'critical', status: 'triage' },
]

/** How often the built-in answerer leads to the right page, record or component with its first three. */
export async function assistant(address: string, caseloom: Caseloom): Promise<Figure> {
  const ids = await prepare(caseloom)
  const misses: string[] = []
  const times: number[] = []
  const start = performance.now()
  for (const [question, expected] of QUESTIONS) {
    const begun = performance.now()
    const message = await ask(address, caseloom, question)
    times.push(performance.now() - begun)
    if (!isHit(message, expected, ids))
      misses.push(`${question} → ${message.sources.map((one) => one.to).join(' ') || 'nothing'}`)
  }
  const hits = QUESTIONS.length - misses.length
  return {
    workload: `Assistant, ${QUESTIONS.length} questions, built-in answerer`,
    reached: `${round((100 * hits) / QUESTIONS.length)} % right in the top ${TOP}, ${summarise(times, performance.now() - start).p50} ms p50`,
    goal: '≥ 90 %',
    peers: 'none measured',
    details: { hits, of: QUESTIONS.length, misses },
  }
}

async function prepare(caseloom: Caseloom): Promise<ReadonlyMap<string, string>> {
  const base = `/api/tenant/${caseloom.tenantId}`
  const { items } = Apps.parse(await caseloom.call('GET', `${base}/apps`))
  const apps = new Map(items.map((app): [string, string] => [app.key, app.id]))
  for (const fields of ALERTS)
    await caseloom.call('POST', `${base}/apps/${apps.get('alert')}/records`, { fields })
  const ids = new Map([...apps].map(([key, id]): [string, string] => [`:${key}`, id]))
  for (const component of COMPONENTS) {
    const document = {
      ...component,
      component: { heroAi: true },
      steps: [{ key: 'keep', action: 'data.transform', with: { value: '{% inputs %}' } }],
    }
    const playbooks = `${base}/orchestration/api/playbooks`
    const { id, revision } = Made.parse(await caseloom.call('POST', playbooks, { document }))
    await caseloom.call('POST', `${playbooks}/${id}/publish`, { revision })
    ids.set(component.playbook, id)
  }
  return ids
}

async function ask(address: string, caseloom: Caseloom, question: string): Promise<ChatMessage> {
  const reply = await fetch(`${address}/api/tenant/${caseloom.tenantId}/assistant/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address, cookie: caseloom.cookie },
    body: JSON.stringify({ question }),
  })
  const text = await reply.text()
  const last = /event: done\ndata: (.+)\n/.exec(text)?.[1]
  if (last === undefined) throw new Error(`"${question}" was not answered: ${text}`)
  const event = AskEvent.parse({ ...z.looseObject({}).parse(JSON.parse(last)), event: 'done' })
  if (event.event !== 'done') throw new Error('The last event is another one')
  return event.message
}

function isHit(message: ChatMessage, expected: Expected, ids: ReadonlyMap<string, string>): boolean {
  const { sources, components } = message
  if (expected === 'nowhere') return sources.length === 0 && components.length === 0
  if ('component' in expected) {
    const best = components.slice(0, TOP).find((one) => one.playbookId === ids.get(expected.component))
    return best !== undefined && Object.keys(best.inputValues).length > 0
  }
  const wanted = expected.to.replace(/:\w+/, (key) => ids.get(key) ?? key)
  return sources.slice(0, TOP).some(({ to }) => to.includes(wanted))
}
