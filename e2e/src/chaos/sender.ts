import { z } from 'zod'
import { type Case, expectedOf } from './cases.ts'
import type { ChaosStub } from './stub.ts'

const Answer = z.looseObject({ runId: z.string().optional(), outcome: z.string().optional() })
const LANES = 6
/** Most deliveries whose work is not done yet; more are held back so that there are some left for every kill. */
const AHEAD = 150
const ANSWERED_WITHIN_MS = 180_000

/** Sends the deliveries of a trial as a sender that redelivers until there is an answer. */
export class Sender {
  readonly #hook: string
  readonly #cases: readonly Case[]
  readonly #stub: ChaosStub
  readonly #waiting: Case[]
  readonly #probes = new Set<{ from: number; settle(at: number | null): void }>()
  readonly #underWay = new Map<string, readonly string[]>()
  #stopped = false
  /** The run that each delivery was answered with, by case. */
  readonly promised = new Map<string, string>()
  /** Answers that no delivery should get, by text. */
  readonly refusals = new Map<string, number>()
  /** While the tenant is suspended, nothing is found: the sender redelivers as for any other failure. */
  isSuspended = false
  unanswered = 0
  knownAlready = 0

  constructor(hook: string, cases: readonly Case[], stub: ChaosStub) {
    this.#hook = hook
    this.#cases = cases
    this.#stub = stub
    this.#waiting = [...cases]
  }

  async sendAll(): Promise<void> {
    const lane = async () => {
      for (;;) {
        await this.#untilRoom()
        const one = this.#waiting.shift()
        if (one === undefined || this.#stopped) return
        this.#underWay.set(one.id, expectedOf(one).calls)
        await this.#send(one)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    for (const probe of this.#probes) probe.settle(null)
  }

  stop(): void {
    this.#stopped = true
  }

  /** When the next delivery is accepted whose sending begins after this instant; null when there is none left. */
  probeAfter(from: number): Promise<number | null> {
    if (this.#waiting.length === 0) return Promise.resolve(null)
    return new Promise((resolve) => {
      const probe = {
        from,
        settle: (at: number | null) => {
          this.#probes.delete(probe)
          resolve(at)
        },
      }
      this.#probes.add(probe)
    })
  }

  /** Sends everything again that was answered before; answers the runs that the product had forgotten. */
  async sendAgain(): Promise<string[]> {
    const forgotten: string[] = []
    for (const one of this.#cases.filter(({ id }) => this.promised.has(id))) {
      const before = this.promised.get(one.id) ?? ''
      const now = await this.#send(one)
      if (now !== before) forgotten.push(before)
    }
    return forgotten
  }

  async #untilRoom(): Promise<void> {
    while (!this.#stopped && this.#probes.size === 0) {
      for (const [id, calls] of this.#underWay) if (this.#stub.hasAll(calls)) this.#underWay.delete(id)
      if (this.#underWay.size < Math.min(AHEAD, 5 + this.#cases.length / 6)) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async #send(one: Case): Promise<string> {
    const { id, n, kind, flaky, items, verdict, wait } = one
    const body = JSON.stringify({ id, n, kind, flaky, items, verdict, wait })
    for (const until = Date.now() + ANSWERED_WITHIN_MS; Date.now() < until; ) {
      const beganAt = Date.now()
      const answer = await post(this.#hook, body)
      if (answer !== null && (answer.status === 202 || answer.status === 200)) {
        const { runId, outcome } = Answer.parse(JSON.parse(answer.text))
        if (outcome === 'duplicate') this.knownAlready += 1
        if (runId === undefined)
          throw new Error(`The delivery ${id} was answered without a run: ${answer.text}`)
        this.promised.set(id, runId)
        for (const probe of this.#probes) if (beganAt > probe.from) probe.settle(Date.now())
        return runId
      }
      if (answer === null || answer.status >= 500 || this.isSuspended) this.unanswered += 1
      else this.refusals.set(answer.text, (this.refusals.get(answer.text) ?? 0) + 1)
      // The sender's own pause between redeliveries.
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error(`The delivery ${id} got no answer within ${ANSWERED_WITHIN_MS / 1000} s`)
  }
}

async function post(url: string, body: string): Promise<{ status: number; text: string } | null> {
  const headers = { 'content-type': 'application/json' }
  try {
    const reply = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) })
    return { status: reply.status, text: await reply.text() }
  } catch {
    return null
  }
}
