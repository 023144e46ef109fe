import { parsedRows } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import type { JobContext } from '../job-state/job-context.ts'

const SizeRow = z.object({ rows: z.number() })

/** So many new records change how much of an app is known to be visible to all, which counting by index needs. */
const TIDIED_FROM = 2_000
/** Reanalyze a table when it has grown by this share, like autovacuum: analyzing samples the whole table. */
const ANALYZED_SHARE = 0.1

/**
 * Leaves the tables of a large import as autovacuum would a minute or more later: until then the planner takes the app
 * for as small as it was, and lists of what was just imported take several times as long. Never fails.
 */
export async function tidyTables({ deps, scope, job }: JobContext): Promise<void> {
  const { spec, counts } = job
  if (spec.kind !== 'import' || spec.dryRun || counts.created < TIDIED_FROM) return
  try {
    const app = await scope.read((tx) => deps.apps.compiled(tx, job.appId, true))
    if (app === null) return
    await scope.outside(`tidy ${job.appId}`, async (run) => {
      for (const table of [app.table, app.searchTable]) {
        const [known] = parsedRows(
          SizeRow,
          await run('select reltuples as rows from pg_class where oid = $1::regclass', [table]),
        )
        const grew = counts.created > (known?.rows ?? 0) * ANALYZED_SHARE
        // Truncating would keep readers waiting for a moment.
        await run(`vacuum (analyze ${grew}, truncate false, skip_locked) ${table}`)
      }
    })
  } catch (err) {
    deps.log.warn({ err, job: job.id }, 'failed to vacuum after an import; left to autovacuum')
  }
}
