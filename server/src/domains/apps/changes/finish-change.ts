import { z } from 'zod'
import { type Actor, ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import type { ActorRef } from '@caseloom/contract/records/records'
import { quoted } from '../../../platform/database/names.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { AppDefinition, StoredApp, StoredField } from '../definition/app-definition.ts'
import { recordsTable, SharedValues } from '../tables/app-table.store.ts'
import { askForRefill, findApp } from '../catalog/apps.store.ts'
import type { IndexBuilds } from '../tables/build-indexes.ts'
import { columnNames } from '../definition/compiled-app.ts'
import { defineApps } from '../tables/define-apps.ts'
import { publishRevision } from './publish-revision.ts'
import {
  type PrebuiltIndexes,
  prebuildUniqueIndexes,
  NOTHING_AHEAD,
} from '../tables/prebuild-unique-indexes.ts'
import {
  requestBackfill,
  endBackfill,
  findBackfill,
  type Refusal,
  type Backfill,
} from '../tables/backfill.store.ts'

const CountRow = z.object({ count: z.number() })

const SeqRow = z.object({ seq: z.string() })

/** Tracking ids that a refused change names. */
const MAX_NAMED = 50

interface Deps {
  catalog: AppCatalog
  builds: IndexBuilds
}

/**
 * Ends a change of types whose values are all ready: the new fields take the place of the old ones, or, where values
 * have no form in the new type and may not be emptied, all stays as it was and the faults are noted.
 */
export async function finishChange(deps: Deps, scope: TenantScope, appId: string): Promise<void> {
  const run = (unshared: Refusal[] | null) => defineApps(scope, (tx) => finish(tx, appId, unshared))
  let lacking = false
  try {
    const ahead = await uniquesAhead(scope, appId)
    lacking = (await run(null)) || ahead.made
  } catch (error) {
    if (!(error instanceof SharedValues)) throw error
    await run([{ field: error.index, reason: 'shared', count: null, records: [] }])
    lacking = true
  }
  deps.catalog.forget(scope.tenantId, appId)
  if (lacking) void deps.builds.start(scope, appId)
}

/** Where the new fields are not taken after all, giving up drops what was made ahead for them. */
async function uniquesAhead(scope: TenantScope, appId: string): Promise<PrebuiltIndexes> {
  const app = await scope.read((tx) => findApp(tx, appId))
  const changing = app?.definition.changing ?? []
  if (app === null || changing.length === 0) return NOTHING_AHEAD
  return prebuildUniqueIndexes(scope, app, withChanged(app.definition, changing))
}

function withChanged(definition: AppDefinition, changing: readonly StoredField[]): AppDefinition {
  const { changing: _changing, ...rest } = definition
  return { ...rest, fields: rest.fields.map((field) => changing.find(({ id }) => id === field.id) ?? field) }
}

/** True when indexes of a large table are still to be made. */
async function finish(tx: TenantTx, appId: string, unshared: Refusal[] | null): Promise<boolean> {
  const app = await findApp(tx, appId, true)
  const rework = await findBackfill(tx, appId)
  const changing = app?.definition.changing
  if (app === null || rework === null || rework.convert === null || changing === undefined) return false
  const refused = unshared?.map((one) => named(one, changing)) ?? (await faultsOf(tx, app, changing, rework))
  return refused.length > 0 ? giveUp(tx, app, changing, { rework, refused }) : take(tx, app, changing, rework)
}

/** The index that could not be made names the field. */
function named(one: Refusal, changing: readonly StoredField[]): Refusal {
  const field = changing.find(({ id }) => one.field.includes(id.replaceAll('-', '')))
  return { ...one, field: field?.key ?? one.field }
}

async function faultsOf(
  tx: TenantTx,
  app: StoredApp,
  changing: readonly StoredField[],
  { convert }: Backfill,
): Promise<Refusal[]> {
  const refused: Refusal[] = []
  for (const next of changing) {
    const old = app.definition.fields.find((field) => field.id === next.id)
    if (old === undefined || convert?.[next.key] !== 'refuse') continue
    const lost = `from ${recordsTable(tx, app.id)} where deleted_at is null
      and ${quoted(columnNames(old).value)} is not null and ${quoted(columnNames(next).value)} is null`
    const counted = await tx.rows(CountRow, `select count(*)::int as count ${lost}`)
    const count = counted[0]?.count ?? 0
    if (count === 0) continue
    const rows = await tx.rows(SeqRow, `select seq ${lost} order by seq limit ${MAX_NAMED}`)
    const records = rows.map(({ seq }) => `${app.acronym}-${seq}`)
    refused.push({ field: next.key, reason: 'no_form', count, records })
  }
  return refused
}

async function giveUp(
  tx: TenantTx,
  app: StoredApp,
  changing: readonly StoredField[],
  { rework, refused }: { rework: Backfill; refused: Refusal[] },
): Promise<boolean> {
  const { changing: _changing, ...definition } = app.definition
  const lacking = await publish(tx, app, { definition, actor: rework.actor })
  for (const field of changing) {
    const { value, sort } = columnNames(field)
    for (const column of sort === null ? [value] : [value, sort])
      await tx.query(`alter table ${recordsTable(tx, app.id)} drop column if exists ${quoted(column)}`)
  }
  await endBackfill(tx, app.id, refused)
  return lacking
}

async function take(
  tx: TenantTx,
  app: StoredApp,
  changing: readonly StoredField[],
  rework: Backfill,
): Promise<boolean> {
  const definition = withChanged(app.definition, changing)
  const { fields } = definition
  const lacking = await publish(tx, app, { definition, actor: rework.actor })
  await endBackfill(tx, app.id, null)
  // Words come from other values now, and formulas read them.
  await askForRefill(tx, app.id)
  if (fields.some((field) => 'expression' in field && field.hidden !== true))
    await requestBackfill(tx, app.id, { convert: null, actor: rework.actor })
  return lacking
}

async function publish(
  tx: TenantTx,
  before: StoredApp,
  { definition, actor: by }: { definition: AppDefinition; actor: ActorRef },
): Promise<boolean> {
  const { lacking } = await publishRevision(tx, { before, definition, actor: whoAsked(tx, by), by })
  return lacking
}

/** The person who requested the change, as the audit log names them; they may have lost their permissions since. */
function whoAsked({ accountId, tenantId }: TenantTx, { kind, id, name }: ActorRef): Actor {
  return { ...ANONYMOUS, kind, id, name, accountId, tenantId }
}
