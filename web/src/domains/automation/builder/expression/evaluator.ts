import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Answer, Question } from './evaluate.ts'
import { READY } from './worker-ready.ts'

const PATIENCE_MS = 2_000
/** Loading the worker isn't part of an evaluation, and takes longer on a busy machine. */
const START_MS = 20_000

interface Waiting {
  settle: (answer: Answer) => void
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Evaluates in a worker, which is terminated on timeout. */
class Evaluator {
  #worker: Worker | null = null
  #isReady = false
  #starting: ReturnType<typeof setTimeout> | undefined
  #next = 0
  readonly #waiting = new Map<number, Waiting>()

  ask(value: JsonValue, scope: Question['scope']): Promise<Answer> {
    const id = this.#next++
    return new Promise((settle) => {
      this.#waiting.set(id, { settle, timer: this.#isReady ? this.#limit() : undefined })
      this.#started().postMessage({ id, value, scope, now: Date.now() } satisfies Question)
    })
  }

  #limit(ms = PATIENCE_MS) {
    return setTimeout(() => this.#giveUp('This takes too long to preview'), ms)
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker
    const worker = new Worker(new URL('./evaluate.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Answer | typeof READY>) =>
      data === READY ? this.#ready() : this.#settle(data),
    )
    worker.addEventListener('error', () => this.#giveUp('Couldn’t evaluate the expression'))
    this.#worker = worker
    this.#starting = this.#limit(START_MS)
    return worker
  }

  #ready(): void {
    this.#isReady = true
    clearTimeout(this.#starting)
    for (const waiting of this.#waiting.values()) waiting.timer ??= this.#limit()
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    if (waiting === undefined) return
    this.#waiting.delete(answer.id)
    clearTimeout(waiting.timer)
    waiting.settle(answer)
  }

  #giveUp(message: string): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#isReady = false
    clearTimeout(this.#starting)
    for (const id of Array.from(this.#waiting.keys())) this.#settle({ id, ok: false, message })
  }
}

let shared: Evaluator | null = null

export function evaluateInBrowser(value: JsonValue, scope: Question['scope']): Promise<Answer> {
  shared ??= new Evaluator()
  return shared.ask(value, scope)
}
