import { AskEvent, type ChatMessage } from '@caseloom/contract/assistant/assistant'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { type Expected, FURTHER_QUESTIONS, QUESTIONS } from './assistant-questions.ts'
import type { Caseloom } from './caseloom.ts'
import { round, summarize } from './statistics.ts'
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
  { playbook: 'reset_password', title: 'Reset a password', ...input('email', 'Email address') },
]
const ALERTS = [
  { title: 'Impossible travel of Jane Roe', severity: 'high', status: 'new' },
  { title: 'Beaconing from ws-042', severity: 'critical', status: 'triage' },
]

/** How often the built-in answerer leads to the right page, record, component or draft with its first three. */
export async function assistant(address: string, caseloom: Caseloom): Promise<Figure> {
  const ids = await prepare(caseloom)
  const times: number[] = []
  const start = performance.now()
  const askAll = async (questions: readonly [string, Expected][]): Promise<Score> => {
    const score: Score = { hits: 0, of: 0, refused: 0, strange: 0, misses: [] }
    for (const [question, expected] of questions) {
      const { message, ms } = await ask(address, caseloom, question)
      times.push(ms)
      const isRight = isHit(message, expected, ids)
      if (expected === 'nowhere') {
        score.strange += 1
        score.refused += isRight ? 1 : 0
      } else {
        score.of += 1
        score.hits += isRight ? 1 : 0
      }
      const led = [...message.sources, ...message.drafts].map((one) => one.to).join(' ')
      if (!isRight) score.misses.push(`${question} → ${led || 'nothing'}`)
    }
    return score
  }
  const old = await askAll(QUESTIONS)
  const further = await askAll(FURTHER_QUESTIONS)
  const rate = (hits: number, of: number) => `${round((100 * hits) / of)} %`
  const [hits, of] = [old.hits + further.hits, old.of + further.of]
  const [refused, strange] = [old.refused + further.refused, old.strange + further.strange]
  return {
    workload: `Assistant, ${of} questions, built-in answerer`,
    reached: `${rate(hits, of)} right in the top ${TOP} (first set ${rate(old.hits, old.of)}, second ${rate(further.hits, further.of)}); ${rate(refused, strange)} of ${strange} strange questions refused; ${summarize(times, performance.now() - start).p50} ms p50`,
    goal: '≥ 90 %',
    peers: 'none measured',
    details: { hits, of, refused, strange, misses: [...old.misses, ...further.misses] },
  }
}

interface Score {
  hits: number
  of: number
  /** Questions that are not the product's, and how many of them were turned down. */
  refused: number
  strange: number
  misses: string[]
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

interface Asked {
  message: ChatMessage
  ms: number
}

async function ask(address: string, caseloom: Caseloom, question: string): Promise<Asked> {
  const begun = performance.now()
  const reply = await fetch(`${address}/api/tenant/${caseloom.tenantId}/assistant/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address, cookie: caseloom.cookie },
    body: JSON.stringify({ question }),
  })
  if (reply.status === 429) {
    // People don't ask this fast; the waiting isn't counted.
    await setTimeout(1000 * Number(reply.headers.get('retry-after') ?? 60))
    return ask(address, caseloom, question)
  }
  const text = await reply.text()
  const last = /event: done\ndata: (.+)\n/.exec(text)?.[1]
  if (last === undefined) throw new Error(`"${question}" was not answered: ${text}`)
  const event = AskEvent.parse({ ...z.looseObject({}).parse(JSON.parse(last)), event: 'done' })
  if (event.event !== 'done') throw new Error('The last event is another one')
  return { message: event.message, ms: performance.now() - begun }
}

function isHit(message: ChatMessage, expected: Expected, ids: ReadonlyMap<string, string>): boolean {
  const { sources, components, drafts } = message
  if (expected === 'nowhere') return sources.length === 0 && components.length === 0 && drafts.length === 0
  if ('component' in expected) {
    const best = components.slice(0, TOP).find((one) => one.playbookId === ids.get(expected.component))
    return best !== undefined && Object.keys(best.inputValues).length > 0
  }
  if ('draft' in expected) {
    const place = (expected.to ?? '').replace(/:\w+/, (key) => ids.get(key) ?? key)
    return drafts.slice(0, TOP).some(({ kind, to }) => kind === expected.draft && to.includes(place))
  }
  const wanted = expected.to.replace(/:\w+/, (key) => ids.get(key) ?? key)
  return sources.slice(0, TOP).some(({ to }) => to.includes(wanted))
}
