import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Worker } from 'node:worker_threads'
import { SCRIPT_LIMITS, type ScriptAnswer, type ScriptTask } from './script-messages.ts'

export interface ScriptRequest {
  code: string
  input: JsonValue
  /** Of the script itself; waiting for a thread does not count. */
  timeoutMs: number
  /** Scripts of one tenant wait for each other before those of another one do. */
  tenantId: string
  signal: AbortSignal
}

/** Runs each script in its own thread, which is terminated if the script doesn't finish in time. */
export interface ScriptThreads {
  run(request: ScriptRequest): Promise<ScriptAnswer>
  close(): Promise<void>
}

interface Job {
  task: ScriptTask
  tenantId: string
  resolve(answer: ScriptAnswer): void
}

/** Beyond its own limit a script gets this long before its thread is ended: native loops see no limit. */
const GRACE_MS = 1_000
/** The first script of a thread also waits for the thread itself to start. */
const START_MS = 10_000
/** An idle thread is given up: the next script starts another. */
const REST_MS = 30_000
/** After so many scripts the memory of a thread is given back. */
const SCRIPTS_PER_THREAD = 200

/** Builds the threads; none starts before there is a script for it. */
export function createScriptThreads({ size = 2 }: { size?: number } = {}): ScriptThreads {
  const threads = new Set<ScriptThread>()
  const waiting: Job[] = []
  let closed = false
  const next = (): void => {
    while (!closed && waiting.length > 0) {
      const thread = [...threads].find((candidate) => candidate.isFree) ?? start()
      if (thread === null) return
      const job = takeFair()
      if (job === undefined) return
      void thread.run(job).finally(next)
    }
  }
  const start = (): ScriptThread | null => {
    if (threads.size >= size) return null
    const thread = new ScriptThread(() => threads.delete(thread))
    threads.add(thread)
    return thread
  }
  /** The tenant with the fewest running scripts comes first, then the one that has waited longest. */
  const takeFair = (): Job | undefined => {
    const running = (tenantId: string) => [...threads].filter((thread) => thread.tenantId === tenantId).length
    const least = Math.min(...waiting.map((job) => running(job.tenantId)))
    const at = waiting.findIndex((job) => running(job.tenantId) === least)
    return waiting.splice(at, 1)[0]
  }
  return {
    run({ code, input, timeoutMs, tenantId, signal }) {
      const { promise, resolve } = Promise.withResolvers<ScriptAnswer>()
      const task = {
        code,
        input: JSON.stringify(input),
        timeoutMs: Math.min(timeoutMs, SCRIPT_LIMITS.timeoutMs),
      }
      const job = { task, tenantId, resolve }
      if (closed || signal.aborted) return Promise.resolve(stopped())
      waiting.push(job)
      const drop = () => {
        const at = waiting.indexOf(job)
        if (at >= 0) waiting.splice(at, 1)
        if (at >= 0) resolve(stopped())
      }
      signal.addEventListener('abort', drop, { once: true })
      next()
      return promise.finally(() => signal.removeEventListener('abort', drop))
    },
    async close() {
      closed = true
      for (const job of waiting.splice(0)) job.resolve(stopped())
      await Promise.all([...threads].map((thread) => thread.stop()))
    },
  }
}

function stopped(): ScriptAnswer {
  return { ok: false, code: 'script.timeout', message: 'The script didn’t start in time', log: '' }
}

class ScriptThread {
  readonly #worker: Worker
  readonly #gone: () => void
  #job: { tenantId: string; settle(answer: ScriptAnswer): void } | null = null
  #rest: NodeJS.Timeout | undefined
  #isOnline = false
  #done = 0

  constructor(gone: () => void) {
    this.#gone = gone
    this.#worker = new Worker(new URL('./script-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 },
      // Nothing of the process's secrets belongs into a thread that runs users' code.
      env: {},
      stdin: false,
    })
    this.#worker.unref()
    this.#worker.on('online', () => {
      this.#isOnline = true
    })
    this.#worker.on('message', (answer: ScriptAnswer) => this.#job?.settle(answer))
    // An error is followed by the exit, which settles.
    this.#worker.on('error', () => undefined)
    this.#worker.on('exit', () => {
      this.#end()
      const message = 'The script exceeded its memory limit'
      this.#job?.settle({ ok: false, code: 'script.memory', message, log: '' })
    })
  }

  get isFree(): boolean {
    return this.#job === null
  }

  get tenantId(): string | null {
    return this.#job?.tenantId ?? null
  }

  async run({ task, tenantId, resolve }: Job): Promise<void> {
    clearTimeout(this.#rest)
    const { promise, resolve: settle } = Promise.withResolvers<ScriptAnswer>()
    this.#job = { tenantId, settle }
    this.#worker.ref()
    const limit = task.timeoutMs + GRACE_MS + (this.#isOnline ? 0 : START_MS)
    const killer = setTimeout(() => {
      const message = `The script took longer than ${task.timeoutMs / 1000} s`
      settle({ ok: false, code: 'script.timeout', message, log: '' })
      this.#end()
      void this.#worker.terminate()
    }, limit)
    this.#worker.postMessage(task)
    const answer = await promise
    clearTimeout(killer)
    this.#job = null
    this.#done += 1
    if (this.#done >= SCRIPTS_PER_THREAD) void this.stop()
    else {
      this.#worker.unref()
      this.#rest = setTimeout(() => void this.stop(), REST_MS)
      this.#rest.unref()
    }
    resolve(answer)
  }

  async stop(): Promise<void> {
    this.#end()
    await this.#worker.terminate()
  }

  #end(): void {
    clearTimeout(this.#rest)
    this.#gone()
  }
}
