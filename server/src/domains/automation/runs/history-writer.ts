import type { Logger } from 'pino'
import { patiently } from '../../../platform/database/patience.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { createBatcher, type MicroBatcher } from '../../../platform/batching/micro-batcher.ts'
import { createTenantSemaphore } from '../../../platform/threads/tenant-semaphore.ts'
import { answerCallers } from '../waits/answer-callers.ts'
import { type RunNews, writeNews } from './history.store.ts'
import { createRunListNotifier, type RunListNotifier } from './run-list-notifier.ts'
import { createRunPageNotifier, type RunPageNotifier, runProgressed } from './run-page-notifier.ts'
import type { Waits } from '../waits/waits.ts'
import type { Closing } from '../waits/waits.store.ts'

/** Writes what happens in the runs of this process; one transaction of a tenant at a time takes all that it has pending. */
export interface HistoryWriter {
  /** Resolves when the news is durable. Turns of one run are written in the order in which they are reported. */
  report(news: RunNews): Promise<void>
  drained(): Promise<void>
}

export interface HistoryWriterDeps {
  tenant(tenantId: string): Promise<TenantScope | null>
  log: Logger
  waits: Pick<Waits, 'answer' | 'close' | 'heard'>
}

const MAX_PER_BATCH = 500
/** A step that takes longer than this is shown as running. */
const LIVE_WITHIN_MS = 40
/** Tenants whose history is written at the same time; half of the process's connections. */
const MAX_WRITING = 6
const NEVER = new AbortController().signal

export function createHistoryWriter(deps: HistoryWriterDeps): HistoryWriter {
  const announcers = { pages: createRunPageNotifier(deps), lists: createRunListNotifier(deps) }
  const turns = createTenantSemaphore(MAX_WRITING)
  const lanes = new Map<string, Lane>()
  const laneOf = (tenantId: string): Lane => {
    const known = lanes.get(tenantId)
    if (known !== undefined) return known
    // All that is not written yet waits for the one batch at work.
    const pending = new Set<RunNews>()
    const tellers = { ...announcers, pending, turn: () => turns.take('history', NEVER) }
    const batch = createBatcher<RunNews, Error | null>({
      limit: MAX_PER_BATCH,
      patienceMs: LIVE_WITHIN_MS,
      work: async (news) => {
        const failed = await writeSafely(deps, tenantId, news, tellers)
        return news.map((item) => failed.get(item) ?? null)
      },
    })
    const made = { pending, batch }
    lanes.set(tenantId, made)
    return made
  }
  return {
    async report(news) {
      const { pending, batch } = laneOf(news.tenantId)
      // A turn may wait for the end of its run, or of any other, to be written with it; an end never waits.
      pending.add(news)
      const error = await batch.add(news, news.end === null).finally(() => {
        pending.delete(news)
        if (pending.size === 0) lanes.delete(news.tenantId)
      })
      if (error !== null) throw error
    },
    async drained() {
      await Promise.all([...lanes.values()].map(({ batch }) => batch.drained()))
    },
  }
}

/** What one tenant's runs wait for: what keeps it from being written delays no other tenant. */
interface Lane {
  pending: Set<RunNews>
  batch: MicroBatcher<RunNews, Error | null>
}

interface Tellers {
  pending: ReadonlySet<RunNews>
  pages: RunPageNotifier
  lists: RunListNotifier
  /** One attempt to write; the pause before the next is no one's turn. */
  turn(): Promise<() => void>
}

/** Waits while the database is unavailable; news that the database rejects is set aside, so that it blocks no other. */
async function writeSafely(
  deps: HistoryWriterDeps,
  tenantId: string,
  news: readonly RunNews[],
  tellers: Tellers,
): Promise<Map<RunNews, Error>> {
  const attempt = async (): Promise<void> => {
    const release = await tellers.turn()
    try {
      const scope =
        (await deps.tenant(tenantId)) ?? news.find((item) => item.scope !== undefined)?.scope ?? null
      // A tenant that is gone has no history to keep.
      if (scope !== null) await scope.tx((tx) => write(deps, tx, news, tellers))
    } finally {
      release()
    }
  }
  try {
    // Without a limit: what was done outside is known only here until it is written.
    await patiently(attempt, {
      what: 'history',
      runs: () => [...tellers.pending].map(({ runId }) => runId),
      limitMs: Number.POSITIVE_INFINITY,
    })
    return new Map()
  } catch (error) {
    deps.log.error({ err: error, runs: news.length }, 'run history rejected')
    const [only] = news
    if (news.length === 1 && only !== undefined) {
      return new Map([[only, error instanceof Error ? error : new Error('The run history was rejected')]])
    }
    const apart = new Map<RunNews, Error>()
    for (const item of news) {
      for (const [one, reason] of await writeSafely(deps, tenantId, [item], tellers)) apart.set(one, reason)
    }
    return apart
  }
}

async function write(
  { waits }: HistoryWriterDeps,
  tx: TenantTx,
  news: readonly RunNews[],
  { pages, lists }: Tellers,
): Promise<void> {
  const ended = await writeNews(tx, news)
  const called = ended.filter((run) => run.isCalled).map((run) => run.runId)
  const tooBig = new Set(news.flatMap(({ runId, end }) => (end?.isTooBig === true ? [runId] : [])))
  if (called.length > 0) await answerCallers(waits, tx, called, tooBig)
  const heard = news.flatMap(({ runId, heard = [] }) => heard.map((commandId) => ({ runId, commandId })))
  if (heard.length > 0) await waits.heard(tx, heard)
  const closings = news.flatMap(closingsOf)
  if (closings.length > 0) await waits.close(tx, closings)
  for (const { runId, state, playbookId } of ended) {
    tx.announce({ topic: 'internal', name: 'run.ended', payload: { runId, state, playbookId } })
    tx.announce(runProgressed(runId))
  }
  const over = new Set(news.filter((item) => item.end !== null).map((item) => item.runId))
  const open = new Set(news.map((item) => item.runId).filter((runId) => !over.has(runId)))
  pages.announce(tx, open, over)
  lists.announce(tx)
}

function closingsOf({ runId, closes = [], end, quiet, state }: RunNews): Closing[] {
  const single = closes.map((one) => ({ runId, ...one }))
  return end === null || quiet === true
    ? single
    : [...single, { runId, commandId: null, reason: `run.${state}` }]
}
