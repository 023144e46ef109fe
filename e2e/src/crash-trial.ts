import type { DeliveryView, RunSummary } from '@caseloom/contract/automation/automation'
import { JsonObject } from '@caseloom/contract/kernel/json'
import type { CallStub, StubCall } from '@caseloom/testkit/call-stub'
import { deliver, type GithubDelivery, inParallel } from '@caseloom/testkit/github-deliveries'
import type { Part, Product } from '@caseloom/testkit/product'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Hook, Operator } from './operator.ts'

const CONCURRENCY = 20
const ANSWERED_WITHIN_MS = 120_000
const ENDED_WITHIN_MS = 240_000
/** Parts of one process each, that must outlive the death of any other. */
const NEIGHBORS: readonly Part[] = ['web', 'worker', 'engine']
const INTAKE = 'github-security-alert'
const Answer = z.looseObject({ runId: z.string().optional(), outcome: z.string().optional() })
const Payload = z.looseObject({
  alert: z.looseObject({ id: z.number().optional(), number: z.number().optional() }),
  repository: z.looseObject({ full_name: z.string() }),
})

/** What becomes of one trial; everything that a reader wants to know of it in figures. */
export interface Figures {
  trial: string
  deliveries: number
  /** Answered 202 with a run. */
  accepted: number
  /** Sent again after no answer, and known already: the answer had been lost, not the delivery. */
  knownAlready: number
  /** Attempts without an answer that counts: connection errors and 5xx. */
  unanswered: number
  records: number
  runs: number
  calls: number
  /** Calls that came again under their key. */
  repeats: number
  perSecond: number
  /** From the kill to the next delivery that was accepted, and to the end of the last run. */
  secondsToAccept: number | null
  secondsToEnd: number | null
}

export interface Trial {
  product: Product
  operator: Operator
  stub: CallStub
  deliveries: readonly GithubDelivery[]
  /** Killed with SIGKILL when half of the deliveries are accepted and a call is on its way. */
  victim: Part | null
}

/**
 * Sends signed deliveries to the GitHub intake with two outside calls around its record, kills what is to be killed,
 * waits for the end of every run, and proves that nothing accepted was lost and nothing recorded was repeated.
 */
export async function runTrial(trial: Trial): Promise<Figures> {
  const { product, operator, stub, deliveries, victim } = trial
  const name = victim === null ? 'no kill' : `kill -9 of the ${victim}`
  const hook = await operator.publish(withCalls(await operator.document(INTAKE), stub.url, victim ?? 'none'))
  stub.calls.length = 0
  const before = new Set(await operator.alertIdentities())
  const sent = await send(trial, hook)
  const runs = await allEnded(operator, hook, deliveries.length)
  const ended = performance.now()
  for (const [part, pids] of sent.neighbors) expect(product.pids(part), `the ${part} runs on`).toEqual(pids)
  proveRuns(deliveries, runs, sent.runIds, await operator.deliveries(hook.triggerId))
  const identities = await operator.alertIdentities()
  const own = identities.filter((identity) => !before.has(identity))
  expect(own.toSorted()).toEqual([...new Set(deliveries.map(identityOf))].toSorted())
  const repeats = proveCalls(stub.calls, deliveries)
  const since = (at: number) => (sent.killedAt === null ? null : Math.round((at - sent.killedAt) / 10) / 100)
  return {
    trial: name,
    deliveries: deliveries.length,
    accepted: sent.accepted,
    knownAlready: sent.knownAlready,
    unanswered: sent.unanswered,
    records: own.length,
    runs: runs.length,
    calls: stub.calls.length,
    repeats,
    perSecond: Math.round(deliveries.length / ((ended - sent.startedAt) / 1000)),
    secondsToAccept: sent.acceptedAgainAt === null ? null : since(sent.acceptedAgainAt),
    secondsToEnd: since(ended),
  }
}

/** The intake as it is installed, with a call before the record is written and one after. */
function withCalls(intake: JsonObject, stub: string, suffix: string): JsonObject {
  const steps = z.array(JsonObject).parse(intake['steps'])
  const call = (key: string, after: string): JsonObject => ({
    key,
    action: 'http.request',
    after,
    with: {
      method: 'POST',
      url: `${stub}/${key}`,
      body: { subject: '{% trigger.headers.`x-github-delivery` %}' },
    },
    retry: { attempts: 3, backoff: 'fixed', from: '1s' },
  })
  return {
    ...intake,
    playbook: `${INTAKE}-${suffix}`,
    title: `GitHub intake with calls, ${suffix}`,
    steps: [
      ...steps.map((step) => (step['key'] === 'create' ? { ...step, after: 'lookup' } : step)),
      call('lookup', 'normalise'),
      call('tell', 'create'),
    ],
  }
}

interface Sent {
  /** The run that each delivery was answered with, by delivery id. */
  runIds: Map<string, string>
  accepted: number
  knownAlready: number
  unanswered: number
  startedAt: number
  killedAt: number | null
  acceptedAgainAt: number | null
  /** Processes of the parts that were not killed. */
  neighbors: Map<Part, number[]>
}

async function send(trial: Trial, hook: Hook): Promise<Sent> {
  const { deliveries, victim } = trial
  const sent: Sent = {
    runIds: new Map(),
    accepted: 0,
    knownAlready: 0,
    unanswered: 0,
    startedAt: performance.now(),
    killedAt: null,
    acceptedAgainAt: null,
    neighbors: new Map(),
  }
  let killed: Promise<void> | null = null
  await inParallel(deliveries, CONCURRENCY, async (delivery) => {
    const beganAt = performance.now()
    const { status, runId, outcome } = await untilAnswered(hook, delivery, sent)
    if (status === 202) sent.accepted += 1
    else if (outcome === 'duplicate') sent.knownAlready += 1
    if (runId !== undefined) sent.runIds.set(delivery.id, runId)
    if (sent.killedAt !== null && beganAt > sent.killedAt) sent.acceptedAgainAt ??= performance.now()
    if (victim !== null && sent.runIds.size >= deliveries.length / 2) killed ??= kill(trial, victim, sent)
  })
  // oxlint-disable-next-line typescript/await-thenable -- set by the callbacks above, which the checker does not follow
  await killed
  return sent
}

async function kill({ product, stub }: Trial, victim: Part, sent: Sent): Promise<void> {
  await stub.nextCall()
  const before = product.pids(victim)
  if (victim !== 'launcher')
    for (const part of NEIGHBORS) if (part !== victim) sent.neighbors.set(part, product.pids(part))
  sent.killedAt = performance.now()
  product.kill(victim)
  if (victim === 'launcher') await product.restart()
  const others = () => product.pids(victim).filter((pid) => !before.includes(pid))
  await expect
    .poll(others, { timeout: ANSWERED_WITHIN_MS, message: `the ${victim} runs again` })
    .not.toEqual([])
  expect(product.pids(victim).filter((pid) => before.includes(pid))).toEqual([])
}

/** As a sender that redelivers: the same delivery id again until there is an answer that is not our fault. */
async function untilAnswered(hook: Hook, delivery: GithubDelivery, sent: Sent) {
  for (const until = Date.now() + ANSWERED_WITHIN_MS; Date.now() < until; ) {
    const answer = await deliver(hook.address, delivery, hook.secret)
      .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
      .catch(() => null)
    if (answer !== null && answer.status < 500) {
      if (answer.status !== 202 && answer.status !== 200)
        throw new Error(`A delivery was answered with ${answer.status}: ${answer.text}`)
      return { status: answer.status, ...Answer.parse(JSON.parse(answer.text)) }
    }
    sent.unanswered += 1
    // The sender's own pause between redeliveries.
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`The delivery ${delivery.id} got no answer within ${ANSWERED_WITHIN_MS / 1000} s`)
}

async function allEnded(operator: Operator, hook: Hook, wanted: number): Promise<RunSummary[]> {
  let runs: RunSummary[] = []
  const open = async () => {
    runs = await operator.runs(hook.playbookId)
    return countBy(runs, (run) => run.state)
  }
  await expect
    .poll(open, { timeout: ENDED_WITHIN_MS, interval: 300, message: 'states of the runs' })
    .toEqual({ succeeded: wanted })
  return runs
}

/** One run per delivery: the one that was promised. */
function proveRuns(
  deliveries: readonly GithubDelivery[],
  runs: readonly RunSummary[],
  promised: ReadonlyMap<string, string>,
  log: readonly DeliveryView[],
): void {
  const ids = deliveries.map((delivery) => delivery.id).toSorted()
  expect([...promised.keys()].toSorted()).toEqual(ids)
  expect(new Set(promised.values()).size).toBe(ids.length)
  expect(runs.map((run) => run.id).toSorted()).toEqual([...promised.values()].toSorted())
  const accepted = log.filter((line) => line.outcome === 'accepted')
  expect(accepted.map((line) => line.dedupKey ?? '').toSorted()).toEqual(ids)
  for (const line of accepted) expect(line.runId).toBe(promised.get(line.dedupKey ?? ''))
}

/** Answers how many calls came again; fails when one came under another key, or after its answer was recorded. */
function proveCalls(calls: readonly StubCall[], deliveries: readonly GithubDelivery[]): number {
  const keys = new Map<string, Set<string>>()
  const reported = new Set<string>()
  const tooLate: StubCall[] = []
  for (const call of calls) {
    const name = `${call.subject} ${call.step}`
    keys.set(name, (keys.get(name) ?? new Set()).add(call.key))
    if (call.step === 'tell') reported.add(call.subject)
    // The second call starts when the first one's answer is recorded; after that, the first must never repeat.
    else if (reported.has(call.subject)) tooLate.push(call)
  }
  expect(tooLate, 'calls that were repeated after their answer was recorded').toEqual([])
  const wanted = deliveries.flatMap(({ id }) => [`${id} lookup`, `${id} tell`])
  expect([...keys.keys()].toSorted()).toEqual(wanted.toSorted())
  expect(
    [...keys].filter(([, own]) => own.size > 1 || own.has('')),
    'calls under other keys',
  ).toEqual([])
  expect(new Set([...keys.values()].flatMap((own) => [...own])).size).toBe(wanted.length)
  return calls.length - wanted.length
}

/** Who an alert is: as GitHub numbers it, in its repository, of its event. */
function identityOf(delivery: GithubDelivery): string {
  const { alert, repository } = Payload.parse(JSON.parse(delivery.body))
  return `${delivery.event}:${repository.full_name}:${alert.id ?? alert.number}`
}

function countBy<Item>(items: readonly Item[], name: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[name(item)] = (counts[name(item)] ?? 0) + 1
  return counts
}

/** The figures as a table that fits a terminal. */
export function figuresTable(all: readonly Figures[]): string {
  const columns = Object.keys(all[0] ?? {}) as (keyof Figures)[] // Object.keys loses the literal keys
  const rows = [columns, ...all.map((figures) => columns.map((column) => String(figures[column] ?? '–')))]
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n')
}
