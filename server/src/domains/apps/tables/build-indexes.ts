import { parsedRows } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import { quoted } from '../../../platform/database/names.ts'
import type { RunOutside, TenantScope } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import { recordsTable } from './app-table.store.ts'
import { findApp, markUpToDate } from '../catalog/apps.store.ts'
import { defineApps } from './define-apps.ts'
import { desiredSchema } from './desired-schema.ts'

const IndexRow = z.object({ name: z.string(), valid: z.boolean() })

/**
 * Makes the indexes that a large app still lacks while others read and write, and clears away those whose making
 * ended half-way. Until then lists work without them. Answers how many it made; another process at it means none.
 */
async function buildIndexes(scope: TenantScope, appId: string): Promise<number> {
  const made = await scope.outside(`indexes ${appId}`, async (run) => {
    const table = recordsTable(scope, appId)
    let count = 0
    for (;;) {
      const app = await scope.read((tx) => findApp(tx, appId))
      if (app === null) return count
      count += await makeMissing(
        run,
        { schema: scope.schema, table },
        desiredSchema(appId, app.definition).indexes,
      )
      // Published meanwhile: the newer definition may want others.
      const { revision } = app
      const current = await defineApps(scope, async (tx) => {
        const now = await findApp(tx, appId)
        if (now !== null && now.revision !== revision) return false
        await markUpToDate(tx, appId)
        return true
      })
      if (current) return count
    }
  })
  return made ?? 0
}

async function makeMissing(
  run: RunOutside,
  { schema, table }: { schema: string; table: string },
  wanted: ReturnType<typeof desiredSchema>['indexes'],
): Promise<number> {
  const rows = await run(
    `select i.relname as name, x.indisvalid as valid
       from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = to_regclass($1)`,
    [table],
  )
  const found = parsedRows(IndexRow, rows)
  let count = 0
  for (const { name, on, unique } of wanted) {
    const one = found.find((index) => index.name === name)
    if (unique || one?.valid === true) continue
    if (one !== undefined) await run(`drop index concurrently if exists ${quoted(schema)}.${quoted(name)}`)
    await run(`create index concurrently ${quoted(name)} on ${table} ${on}`)
    count += 1
  }
  return count
}

/** Makes missing indexes in the background, once at a time for an app; what stops it is taken up at the next start. */
export class IndexBuilds {
  readonly #running = new Map<string, Promise<number>>()
  readonly #log: Pick<Log, 'warn'> | undefined

  constructor(log?: Pick<Log, 'warn'>) {
    this.#log = log
  }

  start(scope: TenantScope, appId: string): Promise<number> {
    const running = this.#running.get(appId)
    // A change that arrives during a build is processed when the build is done.
    const next = (running ?? Promise.resolve(0))
      .then(() => buildIndexes(scope, appId))
      // The app stays marked as lacking indexes.
      .catch((err: unknown) => {
        this.#log?.warn({ err, appId }, 'failed to build the indexes of an app; retrying at the next start')
        return 0
      })
    this.#running.set(appId, next)
    void next.then(() => {
      if (this.#running.get(appId) === next) this.#running.delete(appId)
    })
    return next
  }
}
