import { may, type Actor } from '@caseloom/contract/kernel/permissions'
import { AppId } from '@caseloom/contract/kernel/ids'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import {
  type Lookup,
  type ObservableName,
  type ObservableVerdict,
  type ObservableView,
  type recordObservables as recordObservablesRoute,
  SIGHTING_DAYS,
} from '@caseloom/contract/records/observable-lookups'
import { overallVerdict } from '@caseloom/contract/values/verdict'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { appsHolding, type HoldingPage, holdings } from '../case/case.read.ts'
import { type ReadableApp, readableApps } from '../case/case-looks.ts'
import { observablesIn, valueDigest } from '../case-fields/case-rows.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { formerLookups, lookupsOf, lookupView } from './lookup.store.ts'
import { sightingsOf } from './sightings.read.ts'
import { sumSightings } from './sightings.rules.ts'
import { findable } from './store-lookups.ts'

export interface RowsCommand extends RecordPlace {
  /** Key of an observables field. */
  field: string
  limit: number
  cursor?: string | undefined
}

/**
 * The observables of a field, page by page, with what is known of each.
 * @throws resource.not_found for a record or a field that the actor can't read
 */
export async function recordObservables(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { field: key, limit, cursor, ...place }: RowsCommand,
): Promise<RouteReply<typeof recordObservablesRoute>> {
  allow(actor, 'record:read')
  const after = readCursor(cursor, [CURSOR_PARTS.id])?.[0]
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const field = app.byKey.get(key)
    if (field === undefined || !mayReadField(actor, field) || !fieldTraits(field.definition).observables)
      throw fail('resource.not_found')
    const all = observablesIn(record.values[field.key])
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
    const page = all.slice(from, from + limit)
    const digests = page.map(({ value }) => valueDigest(value))
    const known = groupBy(await lookupsOf(tx, digests))
    const apps = await holdingApps(deps, tx, actor, digests)
    const { principals } = actor
    const days = SIGHTING_DAYS.list
    const seen = groupBy(await sightingsOf(tx, [...apps.values()], { digests, principals, days }))
    const last = page.at(-1)
    return {
      items: page.map((one) => {
        const name = keyOf({ kind: one.kind, digest: valueDigest(one.value) })
        const lookups = (known.get(name) ?? []).map(lookupView)
        const overall = overallVerdict(lookups, tx.now.getTime())
        return { ...one, overall, lookups, sightings: sumSightings(seen.get(name) ?? [], days) }
      }),
      next: from + limit < all.length && last !== undefined ? cursorOf([last.id]) : null,
    }
  })
}

const keyOf = ({ kind, digest }: { kind: string; digest: string }) => `${kind} ${digest}`
const groupBy = <Row extends { kind: string; digest: string }>(rows: readonly Row[]) =>
  Map.groupBy(rows, keyOf)

async function holdingApps(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  digests: readonly string[],
): Promise<Map<string, ReadableApp>> {
  const ids = digests.length === 0 ? [] : await appsHolding(tx, digests)
  return readableApps(deps, tx, actor, { ids, kind: 'observables' })
}

/** Those of the values that occur in a record and field that the actor can read. */
export async function seenAmong<Named extends { kind: string; digest: string }>(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  named: readonly Named[],
): Promise<Named[]> {
  const digests = [...new Set(named.map(({ digest }) => digest))]
  const apps = await holdingApps(deps, tx, actor, digests)
  const { principals } = actor
  const seen = groupBy(await sightingsOf(tx, [...apps.values()], { digests, principals, days: 0 }))
  return named.filter((one) => seen.has(keyOf(one)))
}

export interface SeenObservable extends ObservableName {
  digest: string
  held: HoldingPage
  apps: Map<string, ReadableApp>
}

/**
 * An observable that occurs in a record and field that the actor can read.
 * @throws resource.not_found for any other
 */
export async function seenObservable(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  name: ObservableName,
): Promise<SeenObservable> {
  allow(actor, 'record:read')
  const found = findable(name)
  if (found === null) throw fail('resource.not_found')
  const { kind, digest } = found
  const apps = await holdingApps(deps, tx, actor, [digest])
  const { principals } = actor
  const asked = { digests: [digest], kind, principals, after: null, limit: 1 }
  const held = await holdings(tx, [...apps.values()], asked)
  if (held.records === 0) throw fail('resource.not_found')
  return { ...found, held, apps }
}

/** An observable with all that is known of it. Throws as seenObservable does. */
export async function getObservable(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  name: ObservableName,
): Promise<ObservableView> {
  return scope.read(async (tx) => {
    const seen = await seenObservable(deps, tx, actor, name)
    const { kind, digest, held, apps } = seen
    const { principals } = actor
    const days = SIGHTING_DAYS.page
    const rows = await sightingsOf(tx, [...apps.values()], { digests: [digest], principals, days })
    const byApp = Map.groupBy(
      rows.filter((row) => row.kind === kind),
      (row) => row.app_id,
    )
    const sightings = [...byApp].flatMap(([id, own]) => {
      const name = apps.get(id)?.app.name
      return name === undefined ? [] : [{ app: { id: AppId.parse(id), name }, ...sumSightings(own, days) }]
    })
    return {
      ...(await verdictOn(tx, seen)),
      history: (await formerLookups(tx, seen)).map(lookupView),
      records: held.records,
      firstSeen: (held.first ?? tx.now).toISOString(),
      lastSeen: (held.last ?? tx.now).toISOString(),
      sightings: sightings.toSorted((a, b) => b.records - a.records || a.app.name.localeCompare(b.app.name)),
      can: { setVerdict: may(actor, 'record:update') },
    }
  })
}

/** The results on a value and what follows from them. The caller has checked that they may be read. */
export async function verdictOn(
  tx: TenantTx,
  { kind, value, digest }: ObservableName & { digest: string },
): Promise<ObservableVerdict> {
  const rows = await lookupsOf(tx, [digest])
  const lookups: Lookup[] = rows.filter((row) => row.kind === kind).map(lookupView)
  return { kind, value, overall: overallVerdict(lookups, tx.now.getTime()), lookups }
}
