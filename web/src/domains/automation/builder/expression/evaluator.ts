import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Answer, Question } from './evaluate.ts'

const PATIENCE_MS = 2_000

interface Waiting {
  settle: (answer: Answer) => void
  timer: ReturnType<typeof setTimeout>
}

/** Evaluates in a worker, which is terminated on timeout. */
class Evaluator {
  #worker: Worker | null = null
  #next = 0
  readonly #waiting = new Map<number, Waiting>()

  ask(value: JsonValue, scope: Question['scope']): Promise<Answer> {
    const id = this.#next++
    return new Promise((settle) => {
      const timer = setTimeout(() => this.#giveUp('This takes too long to preview'), PATIENCE_MS)
      this.#waiting.set(id, { settle, timer })
      this.#started().postMessage({ id, value, scope, now: Date.now() } satisfies Question)
    })
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker
    const worker = new Worker(new URL('./evaluate.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', (event: MessageEvent<Answer>) => this.#settle(event.data))
    worker.addEventListener('error', () => this.#giveUp('Couldn’t evaluate the expression'))
    this.#worker = worker
    return worker
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
    for (const id of Array.from(this.#waiting.keys())) this.#settle({ id, ok: false, message })
  }
}

let shared: Evaluator | null = null

export function evaluateInBrowser(value: JsonValue, scope: Question['scope']): Promise<Answer> {
  shared ??= new Evaluator()
  return shared.ask(value, scope)
}
