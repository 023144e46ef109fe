import { setTimeout as pause } from 'node:timers/promises'
import { quoted } from '../../platform/database/names.ts'
import { sqlStateOf } from '../../platform/database/transient-errors.ts'
import type { RunOutside, TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import type { AppDefinition, StoredApp } from './app-definition.ts'
import { LARGE_BYTES, recordsTable, SharedValues } from './app-table.store.ts'
import { markOutdated } from './apps.store.ts'
import { tableNames } from './compiled-app.ts'
import type { WantedIndex } from './table-plan.rules.ts'
import { desiredSchema } from './desired-schema.ts'

/** Together half a minute. */
const ATTEMPTS = 120
const PAUSE_MS = 250

/** Unique indexes that were made before the definition that wants them. */
export interface PrebuiltIndexes {
  /** True when some were made: the app is marked until someone looked at its indexes again. */
  made: boolean
  /** Takes them away again: the definition was not published after all. */
  undo(): Promise<void>
}

/** Unique indexes that a new definition of an app wants and the old one did not. */
export function newUniques(app: StoredApp, after: AppDefinition): WantedIndex[] {
  const old = new Set(desiredSchema(app.id, app.definition).indexes.map((index) => index.name))
  return desiredSchema(app.id, after).indexes.filter((index) => index.unique && !old.has(index.name))
}

export const NOTHING_AHEAD: PrebuiltIndexes = { made: false, undo: async () => undefined }

/**
 * Makes the indexes of fields of a large app that are about to become unique, while others read and write; small apps
 * are left to the definition's own transaction. Anyone who writes a value twice meanwhile is told to try again.
 * @throws SharedValues when records share a value already; nothing is left of the index
 */
export async function prebuildUniqueIndexes(
  scope: TenantScope,
  appId: string,
  wanted: readonly WantedIndex[],
): Promise<PrebuiltIndexes> {
  if (wanted.length === 0) return NOTHING_AHEAD
  const names: string[] = []
  const drop = async (run: RunOutside) => {
    for (const name of names) await run(`drop index concurrently if exists ${nameIn(scope, name)}`)
  }
  if (!(await isLarge(scope, appId))) return NOTHING_AHEAD
  await alone(scope, appId, async (run) => {
    // Should this process end now, the next start compares the tables with the definition.
    await scope.define('apps', (tx) => markOutdated(tx, appId))
    for (const index of wanted) {
      names.push(index.name)
      try {
        await make(run, scope, { appId, index })
      } catch (error) {
        await drop(run)
        throw sqlStateOf(error) === '23505' ? new SharedValues(index.name) : error
      }
    }
  })
  return {
    made: names.length > 0,
    undo: () => alone(scope, appId, drop),
  }
}

/** Waits for who makes other indexes of the app: concurrent builds would wait for each other. */
async function alone(
  scope: TenantScope,
  appId: string,
  work: (run: RunOutside) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const done = await scope.outside(`indexes ${appId}`, async (run) => {
      await work(run)
      return true
    })
    if (done === true) return
    await pause(PAUSE_MS)
  }
  throw fail('dependency.unavailable', {
    detail: 'Indexes of this app are being built. Try again in a moment.',
    retryAfter: 30,
  })
}

function nameIn({ schema }: TenantScope, name: string): string {
  return `${quoted(schema)}.${quoted(name)}`
}

async function make(
  run: RunOutside,
  scope: TenantScope,
  { appId, index }: { appId: string; index: WantedIndex },
): Promise<void> {
  // An index whose build was interrupted exists but isn’t used.
  await run(`drop index concurrently if exists ${nameIn(scope, index.name)}`)
  await run(
    `create unique index concurrently ${quoted(index.name)} on ${recordsTable(scope, appId)} ${index.on}`,
  )
}

function isLarge({ schema, read }: Pick<TenantScope, 'schema' | 'read'>, appId: string): Promise<boolean> {
  return read(async (tx) => {
    const rows = await tx.query<{ bytes: string }>(
      `select pg_relation_size(c.oid)::text as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = $1 and c.relname = $2`,
      [schema, tableNames(appId).records],
    )
    return Number(rows[0]?.bytes ?? 0) >= LARGE_BYTES
  })
}
