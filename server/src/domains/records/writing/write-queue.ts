import type { TenantScope } from '../../../platform/database/types.ts'
import type { WriteRequest } from './commands.ts'
import type { AppTable } from '../model/record-shape.ts'
import { type Answer, type Answers, writeRecords } from './write-records.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** Requests written by one transaction, and their size in characters; more would hold it open for long. */
const MAX_TOGETHER = 64
const MAX_CHARACTERS = 2_000_000

interface Waiting {
  scope: TenantScope
  request: WriteRequest
  done(answer: { app: AppTable; answer: Answer }): void
  failed(error: unknown): void
}

/**
 * Combines writes that arrive while another is in progress into one transaction per app. New records of an app wait for
 * each other anyway (they share the row of tracking numbers), and one commit for many is far cheaper. A lone request
 * starts immediately.
 */
export class WriteQueue {
  readonly #deps: RecordsDeps
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(deps: RecordsDeps) {
    this.#deps = deps
  }

  /** @throws resource.not_found when there is no such app; a fault of the request is its answer */
  submit(
    scope: TenantScope,
    appIdOrKey: string,
    request: WriteRequest,
  ): Promise<{ app: AppTable; answer: Answer }> {
    const id = this.#deps.apps.known(scope.tenantId, appIdOrKey)?.id ?? appIdOrKey
    const place = `${scope.tenantId}/${id}`
    const { promise, resolve, reject } = Promise.withResolvers<{ app: AppTable; answer: Answer }>()
    const one: Waiting = { scope, request, done: resolve, failed: reject }
    const queue = this.#waiting.get(place)
    if (queue === undefined) {
      this.#waiting.set(place, [one])
      void this.#drain(place, id)
    } else queue.push(one)
    return promise
  }

  async #drain(place: string, appId: string): Promise<void> {
    const queue = this.#waiting.get(place) ?? []
    while (queue.length > 0) await this.#write(appId, takeBatch(queue))
    this.#waiting.delete(place)
  }

  async #write(appId: string, batch: readonly Waiting[]): Promise<void> {
    const [first] = batch
    if (first === undefined) return
    try {
      const requests = batch.map((one) => one.request)
      settle(batch, await writeRecords(this.#deps, first.scope, { appIdOrKey: appId, requests }))
    } catch (error) {
      if (batch.length === 1) first.failed(error)
      // What stopped the batch may be the fault of one: each for itself.
      else for (const one of batch) await this.#write(appId, [one])
    }
  }
}

function settle(batch: readonly Waiting[], { app, answers }: Answers): void {
  for (const [at, one] of batch.entries()) {
    const answer = answers[at]
    if (answer === undefined) one.failed(new Error('A request has an answer'))
    else one.done({ app, answer })
  }
}

/** The first requests of the queue, without two of one operation: the second must see the first done. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const keys = new Set<string>()
  let count = 0
  let left = MAX_CHARACTERS
  for (const { request } of queue) {
    const key = request.operationKey
    left -= roughSize(request.command)
    if (count === MAX_TOGETHER || (count > 0 && left < 0) || (key !== undefined && keys.has(key))) break
    if (key !== undefined) keys.add(key)
    count += 1
  }
  return queue.splice(0, count)
}

/** Deeper values are refused when they are read, so they need not be weighed. */
const DEEPEST = 70

/** About how many characters a command has. */
export function roughSize(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length
  if (value === null || typeof value !== 'object' || depth > DEEPEST) return 8
  let size = 8
  for (const item of Object.values(value)) size += roughSize(item, depth + 1)
  return size
}
