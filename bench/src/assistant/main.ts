import { AskEvent, type ChatMessage } from '@caseloom/contract/assistant/assistant'
import { SessionView, TenantUser, tenantUsers } from '@caseloom/contract/identity/identity'
import { type Product, startProduct } from '@caseloom/testkit/product'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { judge, type Verdict } from './judge.ts'
import { expectationsOf, type Question, readQuestions } from './question-set.ts'

const OWN = fileURLToPath(new URL('questions-tune.json', import.meta.url))
const People = z.object({ items: z.array(TenantUser) })
const Playbooks = z.object({ items: z.array(z.looseObject({ id: z.string(), key: z.string() })) })

/** Asks a set of questions in a fresh demo and prints how many are right, missed and wrong, by kind. */
async function main(): Promise<void> {
  const [file = OWN] = process.argv.slice(2)
  const questions = readQuestions(file)
  const product = await startProduct({ CASELOOM_DEMO: '1', LOG_LEVEL: 'error' })
  try {
    const alice = await signIn(product)
    const names = await namesOf(alice)
    const judged: { question: Question; verdict: Verdict; message: ChatMessage }[] = []
    for (const question of questions) {
      await alice.call('DELETE', '/api/tenant/:tenantId/assistant/conversation')
      for (const one of chainOf(question, questions).slice(0, -1)) await ask(alice, one.q)
      const message = await ask(alice, question.q)
      const verdict = judge(message, expectationsOf(question), { now: Date.now(), names })
      judged.push({ question, verdict, message })
      if (verdict !== 'right') process.stdout.write(`${lineOf(question, verdict, message)}\n`)
    }
    process.stdout.write(`${tableOf(judged)}\n`)
  } finally {
    await product.dispose()
  }
}

function chainOf(question: Question, all: readonly Question[]): Question[] {
  const before = all.find(({ id }) => id === question.after)
  return before === undefined ? [question] : [...chainOf(before, all), question]
}

interface Asker {
  address: string
  tenantId: string
  cookie: string
  call(method: string, path: string, body?: unknown): Promise<Response>
}

async function signIn(product: Product): Promise<Asker> {
  const password = await passwordOf(product)
  const { address } = product
  const login = await fetch(`${address}/iam/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: 'alice@example.com', password }),
  })
  if (!login.ok) throw new Error(`Sign-in answered ${login.status}: ${await login.text()}`)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const [tenant] = SessionView.parse(await login.json()).tenants
  if (tenant === undefined) throw new Error('The session has no tenant')
  return {
    address,
    tenantId: tenant.id,
    cookie,
    call: (method, path, body) =>
      fetch(`${address}${path.replace(':tenantId', tenant.id)}`, {
        method,
        headers: { 'content-type': 'application/json', origin: address, cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
}

async function passwordOf(product: Product): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const password = /Password: (\S+)/.exec(product.printed())?.[1]
    if (password !== undefined) return password
    await setTimeout(100)
  }
  throw new Error('The demo printed no password')
}

/** Ids as the set writes them: people by their first name, playbooks by their key. */
async function namesOf(asker: Asker): Promise<Map<string, string>> {
  const people = People.parse(await (await asker.call('GET', tenantUsers.path)).json())
  const playbooks = Playbooks.parse(
    await (await asker.call('GET', '/api/tenant/:tenantId/orchestration/api/playbooks')).json(),
  )
  return new Map([
    ...people.items.map(({ id, name }): [string, string] => [id, name.split(' ')[0]?.toLowerCase() ?? name]),
    ...playbooks.items.map(({ id, key }): [string, string] => [id, key]),
  ])
}

async function ask(asker: Asker, question: string): Promise<ChatMessage> {
  const reply = await asker.call('POST', '/api/tenant/:tenantId/assistant/ask', { question })
  if (reply.status === 429) {
    await setTimeout(1000 * Number(reply.headers.get('retry-after') ?? 60))
    return ask(asker, question)
  }
  const text = await reply.text()
  const last = /event: done\ndata: (.+)\n/.exec(text)?.[1]
  if (last === undefined) throw new Error(`"${question}" was not answered: ${text}`)
  const event = AskEvent.parse({ ...z.looseObject({}).parse(JSON.parse(last)), event: 'done' })
  if (event.event !== 'done') throw new Error('The last event is another one')
  return event.message
}

function lineOf(
  { id, q, kind }: Question,
  verdict: Verdict,
  { content, understood, sources }: ChatMessage,
): string {
  const said = understood?.chips.map(({ text }) => text).join('; ') ?? ''
  const unknown = understood?.unknown.join(' ') ?? ''
  return `${verdict.toUpperCase().padEnd(6)} ${kind} ${id} ${q}\n         ${understood?.subject.key ?? ''} [${said}] unknown: ${unknown} → ${sources[0]?.to.replace(/^\/account\/[^/]+\/tenant\/[^/]+/, '').slice(0, 160) ?? 'nothing'} | ${content.replaceAll('\n', ' ').slice(0, 140)}`
}

function tableOf(judged: readonly { question: Question; verdict: Verdict }[]): string {
  const count = (of: readonly { verdict: Verdict }[], verdict: Verdict) =>
    of.filter((one) => one.verdict === verdict).length
  const rows = [...Map.groupBy(judged, ({ question }) => question.kind)].map(
    ([kind, own]) =>
      `${kind.padEnd(10)} ${String(own.length).padStart(5)} ${String(count(own, 'right')).padStart(6)} ${String(count(own, 'missed')).padStart(7)} ${String(count(own, 'wrong')).padStart(6)}`,
  )
  const answerable = judged.filter(
    ({ question }) => !expectationsOf(question).every(({ decline }) => decline === true),
  )
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`
  return [
    'kind         all  right  missed  wrong',
    ...rows,
    `right: ${percent(count(answerable, 'right'), answerable.length)} of ${answerable.length} answerable questions`,
    `wrong: ${percent(count(judged, 'wrong'), judged.length)} of all ${judged.length} answers`,
  ].join('\n')
}

await main()
