import { Worker } from 'node:worker_threads'
import type { Learnt, Task, ThreadAnswer, ThreadMessage } from './messages.ts'

export interface ThreadPoolOptions {
  /** Threads at most; each starts when it is first needed. */
  size: number
  /** One task may keep its thread busy for this long (counted in ticks of a tenth of it). */
  timeLimitMs: number
  /** Heap of one thread in megabytes. */
  memoryMb: number
  /** Time without work after which the last thread ends, too; five minutes by default. */
  restMs?: number
}

export const THREAD_DEFAULTS: ThreadPoolOptions = { size: 2, timeLimitMs: 5_000, memoryMb: 384 }

/** The expressions of a task took more time or memory than a thread may give. */
export class OverLimit extends Error {
  readonly limit: 'time' | 'memory'
  constructor(limit: 'time' | 'memory') {
    super(
      limit === 'time'
        ? 'The expressions took too long and were stopped'
        : 'The expressions used too much memory and were stopped',
    )
    this.name = 'OverLimit'
    this.limit = limit
  }
}

/** The process is ending: whatever was asked is to be asked again elsewhere or later. */
export class PoolClosed extends Error {
  constructor() {
    super('The server is stopping')
    this.name = 'PoolClosed'
  }
}

export interface Job {
  readonly task: Task
  readonly documents: ReadonlyMap<string, Learnt>
  resolve(result: unknown): void
  reject(reason: Error): void
  /** The thread died under this job once before: next time it is to blame. */
  suspect: boolean
}

/** One thread with the jobs it has been given, in order. */
export interface Thread {
  send(job: Job): void
  post(message: ThreadMessage): void
  readonly load: number
}

export interface ThreadPool {
  /** A thread for new work: an idle one, a new one, or the least busy. */
  pick(): Thread
  /** Calls back when a thread has died or is long at one task, with the unfinished jobs that are not to blame. */
  onLost(listener: (thread: Thread, jobs: Job[]) => void): void
  close(): Promise<void>
}

const TICKS = 10
/** Extra threads while others are busy with a long task, so that a few bad expressions don't delay the rest. */
const SPARE_THREADS = 2
/** A body of this size leaves a heap behind that is worth giving back. */
const HEAVY_BYTES = 1024 * 1024
const HEAVY_REST_MS = 3_000
/** Threads beyond the first stay only as long as they are needed now and then. */
const SPARE_REST_MS = 60_000
/** A thread takes about 50 MiB, and a fifth of a second to start. */
const LAST_REST_MS = 5 * 60_000
const DOCUMENTS_PER_THREAD = 200

/** Threads that are replaced when a task in them goes out of bounds; the task at work is the one to blame. */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const threads: GuardedThread[] = []
  const listeners: ((thread: Thread, jobs: Job[]) => void)[] = []
  let closed = false
  const tickMs = options.timeLimitMs / TICKS
  const mayGrow = () =>
    threads.filter((thread) => !thread.long).length < options.size &&
    threads.length < options.size + SPARE_THREADS
  const timer = setInterval(() => {
    for (const thread of threads) thread.tick()
    for (const thread of threads) {
      if (!thread.long || thread.load < 2 || !(mayGrow() || threads.some((other) => !other.long))) continue
      const jobs = thread.unload()
      for (const listener of listeners) listener(thread, jobs)
    }
    const last = options.restMs ?? LAST_REST_MS
    const idle = threads.filter((thread, at) =>
      thread.mayGo(tickMs, at > 0 ? Math.min(SPARE_REST_MS, last) : last),
    )
    // Runs that live in it are opened again elsewhere when they are next needed.
    for (const thread of idle) void thread.stop()
  }, tickMs)
  timer.unref()
  const lost = (thread: GuardedThread, jobs: Job[]): void => {
    threads.splice(threads.indexOf(thread), 1)
    if (!closed) for (const listener of listeners) listener(thread, jobs)
    else for (const job of jobs) job.reject(new PoolClosed())
  }
  return {
    pick() {
      if (closed) throw new PoolClosed()
      const free = threads.find((thread) => thread.load === 0 && !thread.long)
      if (free !== undefined) return free
      if (mayGrow()) {
        const fresh = new GuardedThread(options, lost)
        threads.push(fresh)
        return fresh
      }
      const prompt = threads.filter((thread) => !thread.long)
      const choice = prompt.length > 0 ? prompt : threads
      return choice.reduce((least, thread) => (thread.load < least.load ? thread : least))
    },
    onLost: (listener) => void listeners.push(listener),
    async close() {
      closed = true
      clearInterval(timer)
      await Promise.all(threads.map((thread) => thread.stop()))
    },
  }
}

class GuardedThread implements Thread {
  readonly #worker: Worker
  readonly #jobs = new Map<number, Job>()
  readonly #documents = new Set<string>()
  /** The thread writes here which job it is at: readable although the thread is busy. */
  readonly #current = new Int32Array(new SharedArrayBuffer(4))
  readonly #lost: (thread: GuardedThread, jobs: Job[]) => void
  #seq = 0
  #watched = 0
  #ticks = 0
  #verdict: 'time' | 'memory' | null = null
  #gone = false
  #heavy = false
  #aside = false
  #restedMs = 0

  constructor(options: ThreadPoolOptions, lost: (thread: GuardedThread, jobs: Job[]) => void) {
    this.#lost = lost
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: this.#current.buffer,
      resourceLimits: {
        maxOldGenerationSizeMb: options.memoryMb,
        maxYoungGenerationSizeMb: 32,
        stackSizeMb: 4,
      },
      // Nothing of the process's secrets belongs into a thread that runs users' expressions.
      env: {},
    })
    this.#worker.unref()
    this.#worker.on('message', (answer: ThreadAnswer) => this.#settle(answer))
    this.#worker.on('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#verdict ??= 'memory'
    })
    this.#worker.on('exit', () => this.#end())
  }

  get load(): number {
    return this.#jobs.size
  }

  /** On the same task since before the last check, or set aside: no task should queue behind it. */
  get long(): boolean {
    return this.#aside || (this.#ticks > 0 && Atomics.load(this.#current, 0) === this.#watched)
  }

  /** Sets the thread aside: it ends with the job at work, and the jobs behind it are given up to others. */
  unload(): Job[] {
    this.#aside = true
    const current = Atomics.load(this.#current, 0)
    const waiting = [...this.#jobs].filter(([seq]) => seq !== current)
    for (const [seq] of waiting) this.#jobs.delete(seq)
    return waiting.map(([, job]) => job)
  }

  send(job: Job): void {
    if (this.#gone) {
      setImmediate(() => this.#lost(this, [job]))
      return
    }
    // Sequence numbers stay within 31 bits, because the shared cell holds one.
    this.#seq = (this.#seq % 0x7ffffffe) + 1
    this.#jobs.set(this.#seq, job)
    this.#worker.ref()
    this.#restedMs = 0
    this.#heavy ||= bodyOf(job.task) > HEAVY_BYTES
    const missing = [...job.documents].filter(([id]) => !this.#documents.has(id))
    // All that a job needs becomes the newest first: remembering one must not drop another.
    for (const [id] of job.documents) this.#documents.delete(id)
    for (const [id] of job.documents) this.#remember(id)
    this.#post({
      seq: this.#seq,
      task: job.task,
      ...(missing.length === 0 ? {} : { documents: Object.fromEntries(missing) }),
    })
  }

  post(message: ThreadMessage): void {
    if (!this.#gone) this.#post(message)
  }

  tick(): void {
    const current = Atomics.load(this.#current, 0)
    if (current === 0 || current !== this.#watched) {
      this.#watched = current
      this.#ticks = 0
      return
    }
    this.#ticks += 1
    if (this.#ticks < TICKS || this.#verdict !== null) return
    this.#verdict = 'time'
    void this.#worker.terminate()
  }

  /** True once the thread has rested long enough to be given up for its memory. */
  mayGo(tickMs: number, restMs: number): boolean {
    if (this.#jobs.size > 0 || this.#gone) return false
    if (this.#aside) return true
    this.#restedMs += tickMs
    return this.#restedMs >= (this.#heavy ? Math.min(HEAVY_REST_MS, restMs) : restMs)
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #remember(id: string): void {
    this.#documents.add(id)
    if (this.#documents.size <= DOCUMENTS_PER_THREAD) return
    const [oldest] = this.#documents
    if (oldest === undefined || oldest === id) return
    this.#documents.delete(oldest)
    this.#post({ forget: oldest })
  }

  #post(message: ThreadMessage): void {
    this.#worker.postMessage(message)
  }

  #settle(answer: ThreadAnswer): void {
    const job = this.#jobs.get(answer.seq)
    if (job === undefined) return
    this.#jobs.delete(answer.seq)
    if (this.#jobs.size === 0) this.#worker.unref()
    if (answer.ok) job.resolve(answer.result)
    else job.reject(new Error(answer.message))
  }

  #end(): void {
    if (this.#gone) return
    this.#gone = true
    const seq = Atomics.load(this.#current, 0)
    const guilty = this.#jobs.get(seq)
    // Memory may have been filled by others before: only a second time is it this job's fault.
    if (guilty !== undefined && this.#verdict !== null) {
      if (this.#verdict === 'time' || guilty.suspect) {
        this.#jobs.delete(seq)
        guilty.reject(new OverLimit(this.#verdict))
      } else guilty.suspect = true
    }
    this.#lost(this, [...this.#jobs.values()])
  }
}

function bodyOf(task: Task): number {
  switch (task.kind) {
    case 'judge':
    case 'recompute':
    case 'replay':
      return task.basis.received.body.byteLength
    case 'advance':
      return task.open?.basis.received.body.byteLength ?? 0
    case 'validate':
    case 'evaluate':
    case 'test':
      return 0
    default:
      return task satisfies never
  }
}
