// Expressions and whole runs of the interpreter, evaluated in bounded threads.
import { randomUUID } from 'node:crypto'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { StoredSpec } from '../registry/stored-spec.ts'
import type { PlaybookTest } from '@caseloom/playbook/document-tests'
import type { RunEvent } from '@caseloom/playbook/run-types'
import type {
  Advanced,
  Computed,
  Evaluated,
  Judgement,
  Learnt,
  RecomputedValue,
  Replayed,
  RunBasis,
  Task,
  TaskResult,
  Tested,
  Validated,
} from './messages.ts'
import {
  createThreadPool,
  type Job,
  OverLimit,
  type Thread,
  THREAD_DEFAULTS,
  type ThreadPool,
  type ThreadPoolOptions,
} from './thread-pool.ts'

/** Outputs of runs up to this many characters are returned from the thread and stored. */
const OUTPUT_LIMIT = 32 * 1024 * 1024

/** One run whose state lives in a thread; its events are stored here, so that it can move to another thread. */
export interface HostedRun {
  advance(events: RunEvent[]): Promise<Advanced>
  release(): void
}

/**
 * Evaluates users' expressions outside the main thread. Every method may throw OverLimit when the call itself exceeds
 * a limit; other calls in the same thread continue in a fresh one.
 */
export interface Expressions {
  judge(input: {
    document: JsonObject
    basis: RunBasis
    triggerKey: string
    compute: boolean
    outputLimit: number
  }): Promise<Judgement>
  /** `actions`: of connectors; those of the published version when absent. */
  open(document: JsonObject, basis: RunBasis, actions?: readonly StoredSpec[]): HostedRun
  recompute(input: {
    document: JsonObject
    basis: RunBasis
    past: RunEvent[]
    path: string
    side: 'input' | 'output'
  }): Promise<RecomputedValue>
  /** `actions`: of connectors that the document may use besides those of the language. */
  validate(document: JsonValue, actions?: readonly StoredSpec[]): Promise<Validated>
  /** Goes through a recorded run again with a draft; nothing is done outside. */
  replay(input: {
    document: JsonObject
    draft: { document: JsonObject; actions: readonly StoredSpec[] }
    basis: RunBasis
    triggerKey: string
    past: RunEvent[]
    computed: Computed[]
  }): Promise<Replayed>
  /** Runs a saved test of a document; `id` names the document for further tests of it. */
  test(input: {
    document: { id: string; document: JsonObject; actions: readonly StoredSpec[] }
    test: PlaybookTest
    computed: Computed[]
  }): Promise<Tested>
  /** One template in several scopes; a fault of one is its answer. */
  evaluate(template: JsonValue, scopes: JsonObject[]): Promise<Evaluated[]>
  close(): Promise<void>
}

/** Starts no thread before the first expression comes. */
export function createExpressions(
  options: Partial<ThreadPoolOptions> = {},
  actionsOf: (versionId: string) => readonly StoredSpec[] = () => [],
): Expressions {
  const pool = createThreadPool({ ...THREAD_DEFAULTS, ...options })
  const hosting: Hosting = { pool, byThread: new Map(), byKey: new Map() }
  let nextRun = 0

  const send = <K extends Task['kind']>(
    task: Task & { kind: K },
    ...learnt: { id: string; document: JsonObject; actions?: readonly StoredSpec[] }[]
  ): Promise<TaskResult<K>> =>
    new Promise((resolve, reject) => {
      const documents = new Map(
        learnt.map(({ id, document, actions = actionsOf(id) }): [string, Learnt] => [
          id,
          { document, actions },
        ]),
      )
      // The thread answers each kind of task with its kind of result.
      const settle = (result: unknown) => resolve(result as TaskResult<K>)
      pool.pick().send({ task, documents, resolve: settle, reject, suspect: false })
    })

  pool.onLost((thread, jobs) => {
    const moved = hosting.byThread.get(thread) ?? new Set()
    hosting.byThread.delete(thread)
    for (const run of moved) run.lost(thread)
    for (const job of jobs) {
      const run = job.task.kind === 'advance' ? hosting.byKey.get(job.task.run) : undefined
      if (run === undefined) pool.pick().send(job)
      else run.send(job)
    }
  })

  return {
    judge: ({ document, ...task }) =>
      send({ kind: 'judge', ...task }, { id: task.basis.versionId, document }),
    open(document, basis, actions = actionsOf(basis.versionId)) {
      nextRun += 1
      return new RunInThread(hosting, `${nextRun}`, { document, actions }, basis)
    },
    recompute: ({ document, ...task }) =>
      send({ kind: 'recompute', ...task }, { id: task.basis.versionId, document }),
    validate: (document, actions = []) =>
      send({ kind: 'validate', document, actions }).catch((error: unknown): Validated => {
        if (!(error instanceof OverLimit)) throw error
        const issues = [{ path: [], code: 'limit', message: 'Checking the document takes too long' }]
        return { issues, warnings: [] }
      }),
    replay({ document, draft, ...task }) {
      const draftId = randomUUID()
      return send(
        { kind: 'replay', ...task, draftId },
        { id: task.basis.versionId, document },
        { id: draftId, ...draft },
      )
    },
    test: ({ document, ...task }) => send({ kind: 'test', documentId: document.id, ...task }, document),
    evaluate: (template, scopes) => send({ kind: 'evaluate', template, scopes, now: Date.now() }),
    close: () => pool.close(),
  }
}

interface Hosting {
  pool: ThreadPool
  byThread: Map<Thread, Set<RunInThread>>
  byKey: Map<string, RunInThread>
}

class RunInThread implements HostedRun {
  readonly #hosting: Hosting
  readonly #key: string
  readonly #documents: ReadonlyMap<string, Learnt>
  readonly #basis: RunBasis
  /** Events that the run has taken in: with them a fresh thread comes to the same point. */
  readonly #past: RunEvent[] = []
  #thread: Thread | null = null

  constructor(hosting: Hosting, key: string, learnt: Learnt, basis: RunBasis) {
    this.#hosting = hosting
    this.#key = key
    this.#documents = new Map([[basis.versionId, learnt]])
    this.#basis = basis
    hosting.byKey.set(key, this)
  }

  async advance(events: RunEvent[]): Promise<Advanced> {
    const answer = await new Promise<Advanced>((resolve, reject) => {
      const task = { kind: 'advance' as const, run: this.#key, events, outputLimit: OUTPUT_LIMIT }
      // The thread answers `advance` with an Advanced.
      const settle = (result: unknown) => resolve(result as Advanced)
      this.send({ task, documents: this.#documents, resolve: settle, reject, suspect: false })
    })
    for (const event of events) this.#past.push(event)
    // The thread drops a run that has ended on its own.
    if (answer.end !== undefined) this.#leave()
    return answer
  }

  /** Sends an advance to the thread that has the run, or to another one with the run's state. */
  send(job: Job): void {
    const { task } = job
    if (task.kind !== 'advance') return
    const { open: _before, ...rest } = task
    if (this.#thread !== null) return this.#thread.send({ ...job, task: rest })
    const open = { basis: this.#basis, past: [...this.#past] }
    this.#settle().send({ ...job, task: { ...rest, open } })
  }

  /** The thread has died or is not to be waited for: whatever it still has of the run is let go. */
  lost(thread: Thread): void {
    thread.post({ release: this.#key })
    this.#thread = null
  }

  release(): void {
    this.#thread?.post({ release: this.#key })
    this.#leave()
  }

  #leave(): void {
    this.#hosting.byKey.delete(this.#key)
    if (this.#thread === null) return
    this.#hosting.byThread.get(this.#thread)?.delete(this)
    this.#thread = null
  }

  #settle(): Thread {
    const { pool, byThread } = this.#hosting
    const thread = pool.pick()
    this.#thread = thread
    byThread.set(thread, (byThread.get(thread) ?? new Set()).add(this))
    return thread
  }
}
