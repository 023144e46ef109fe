import type { TenantScope } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import { saidWords } from './comment-words.ts'
import { nextRecords, claimReindex, writeReindex } from './reindex.store.ts'
import { searchRow } from './search-row.ts'

/** Records whose words are written by one transaction. */
const BATCH = 500

/**
 * Reindexes all records after the readers of fields changed, in committed batches, resuming where any process stopped.
 * Returns the number of records done; 0 if another process is working on the app.
 */
interface ReindexDeps {
  apps: AppsDoor
  log?: Pick<Log, 'warn'>
}

async function refillSearch(deps: ReindexDeps, scope: TenantScope, appId: string): Promise<number> {
  let done = 0
  for (;;) {
    const step = await scope.tx(async (tx) => {
      const app = await deps.apps.compiled(tx, appId, true)
      const after = app === null ? null : await claimReindex(tx, app)
      if (app === null || after === null) return null
      const records = await nextRecords(tx, app, after, BATCH)
      const classes = [...app.readClasses.keys()]
      const rows = records.flatMap((record) => classes.map((name) => searchRow(app, record, name, true)))
      const next = records.length < BATCH ? null : (records.at(-1)?.id ?? null)
      const said = await saidWords(
        tx,
        app,
        records.map((record) => record.id),
      )
      await writeReindex(tx, app, { rows, records, said, after, next })
      return { count: records.length, more: next !== null }
    })
    if (step === null) return done
    done += step.count
    if (!step.more) return done
  }
}

/** Starts the refill of an app in the background, once at a time; whatever stops it, the next search starts it again. */
export class SearchReindex {
  readonly #deps: ReindexDeps
  readonly #running = new Set<string>()

  constructor(deps: ReindexDeps) {
    this.#deps = deps
  }

  start(scope: TenantScope, appId: string): void {
    if (this.#running.has(appId)) return
    this.#running.add(appId)
    refillSearch(this.#deps, scope, appId)
      // Finished batches are committed; the next search starts the rest.
      .catch((err: unknown) => this.#deps.log?.warn({ err, appId }, 'failed to reindex an app; retrying'))
      .finally(() => this.#running.delete(appId))
  }
}
