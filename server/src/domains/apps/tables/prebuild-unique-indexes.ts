import { z } from 'zod'
import { setTimeout as pause } from 'node:timers/promises'
import { quoted } from '../../../platform/database/names.ts'
import { sqlStateOf } from '../../../platform/database/transient-errors.ts'
import type { RunOutside, TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { AppDefinition, StoredApp } from '../definition/app-definition.ts'
import { LARGE_BYTES, recordsTable, SharedValues } from './app-table.store.ts'
import { markOutdated } from '../catalog/apps.store.ts'
import { defineApps } from './define-apps.ts'
import type { WantedIndex } from './table-plan.rules.ts'
import { desiredSchema } from './desired-schema.ts'

const BytesRow = z.object({ bytes: z.string().nullable() })

/** Together half a minute. */
const ATTEMPTS = 120
const PAUSE_MS = 250

/** Unique indexes that were made before the definition that wants them. */
export interface PrebuiltIndexes {
  /** True when indexes were created: the app stays marked until its indexes have been checked again. */
  made: boolean
  /** Takes them away again: the definition was not published after all. */
  undo(): Promise<void>
}

export const NOTHING_AHEAD: PrebuiltIndexes = { made: false, undo: async () => undefined }

/**
 * Creates the indexes of a large app's fields that are about to become unique, while others read and write; small apps
 * are left to the definition's own transaction. Anyone who writes a duplicate value meanwhile is asked to try again.
 * @throws SharedValues when records already share a value; nothing of the index remains
 */
export async function prebuildUniqueIndexes(
  scope: TenantScope,
  app: StoredApp,
  after: AppDefinition,
): Promise<PrebuiltIndexes> {
  const wanted = newUniques(app, after)
  if (wanted.length === 0) return NOTHING_AHEAD
  const table = recordsTable(scope, app.id)
  if (!(await scope.read((tx) => isLarge(tx, table)))) return NOTHING_AHEAD
  const drop = async (run: RunOutside) => {
    for (const { name } of wanted) await run(dropSql(scope, name))
  }
  const lock = `indexes ${app.id}`
  await alone(scope, lock, async (run) => {
    // Should this process end now, the next start compares the tables with the definition.
    await defineApps(scope, (tx) => markOutdated(tx, app.id))
    for (const { name, on } of wanted) {
      try {
        // An index whose build was interrupted exists but isn’t used.
        await run(dropSql(scope, name))
        await run(`create unique index concurrently ${quoted(name)} on ${table} ${on}`)
      } catch (error) {
        await drop(run)
        throw sqlStateOf(error) === '23505' ? new SharedValues(name) : error
      }
    }
  })
  return { made: true, undo: () => alone(scope, lock, drop) }
}

/** Unique indexes that a new definition of an app wants and the old one did not, on columns that are there already. */
function newUniques(app: StoredApp, after: AppDefinition): WantedIndex[] {
  const { definition } = app
  const known = new Set(definition.fields.map((field) => field.id))
  // A new field has no column yet, and no values that could be shared.
  const next = { ...after, fields: after.fields.filter((field) => known.has(field.id)) }
  const old = new Set(desiredSchema(app.id, definition).indexes.map((index) => index.name))
  return desiredSchema(app.id, next).indexes.filter((index) => index.unique && !old.has(index.name))
}

/** Waits for who makes other indexes of the app: concurrent builds would wait for each other. */
async function alone(
  scope: TenantScope,
  lock: string,
  work: (run: RunOutside) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const done = await scope.outside(lock, async (run) => {
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

function dropSql({ schema }: TenantScope, name: string): string {
  return `drop index concurrently if exists ${quoted(schema)}.${quoted(name)}`
}

async function isLarge(tx: TenantTx, table: string): Promise<boolean> {
  const rows = await tx.rows(BytesRow, 'select pg_relation_size(to_regclass($1))::text as bytes', [table])
  return Number(rows[0]?.bytes ?? 0) >= LARGE_BYTES
}
