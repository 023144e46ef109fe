import { ObservableKind } from '@caseloom/contract/values/case-fields'
import { canonicalObservable } from '@caseloom/contract/values/observable-value'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type {
  findObservables as route,
  similarRecords as similarRoute,
} from '@caseloom/contract/records/observables'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { appsHolding, type Holding, holdings, likeRecords, rareDigests } from './case.read.ts'
import { formsOf } from '@caseloom/contract/filters/field-types/case-lists'
import { type ReadableApp, readableApps, titleColumn } from './case-looks.ts'
import { observablesIn, valueDigest } from '../case-fields/case-rows.ts'
import { namedRecord } from './named-record.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'
import { recordsById } from '../reading/records-by-ids.read.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'

export type FoundObservables = RouteReply<typeof route>

export interface ObservableSearch {
  text: string
  /** Any kind that the text can be when absent. */
  kind?: ObservableKind | undefined
  limit: number
  cursor?: string | undefined
}

/** Which records hold a value, as far as the actor may see them and the field. */
export async function findObservables(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { text, kind, limit, cursor }: ObservableSearch,
): Promise<FoundObservables> {
  allow(actor, 'record:read')
  const forms = kind === undefined ? formsOf(text) : [canonicalObservable(kind, text)]
  const digests = forms.flatMap((form) => (form === null ? [] : [valueDigest(form)]))
  return scope.read(async (tx) => {
    const ids = digests.length === 0 ? [] : await appsHolding(tx, digests)
    const apps = await readableApps(deps, tx, actor, { ids, kind: 'observables' })
    const { principals } = actor
    const found = await holdings(tx, [...apps.values()], {
      digests,
      kind,
      principals,
      after: readCursor(cursor, HOLDING)?.join(' ') ?? null,
      limit: limit + 1,
    })
    const page = found.rows.slice(0, limit)
    const last = page.at(-1)
    const items: RouteReply<typeof route>['items'] = []
    for (const [appId, rows] of Map.groupBy(page, (row) => row.app_id)) {
      const look = apps.get(appId)
      if (look === undefined) continue
      const columns = new Set([look.app.titleField])
      const records = await recordsById(tx, look.app, { ids: rows.map((row) => row.record_id), columns })
      for (const row of rows) items.push(...itemOf(actor, look, row, records.get(row.record_id)))
    }
    const order = new Map(page.map((row, at) => [keyOf(row), at]))
    return {
      items: items.sort((a, b) => (order.get(itemKey(a)) ?? 0) - (order.get(itemKey(b)) ?? 0)),
      next: found.rows.length > limit && last !== undefined ? cursorOf(placeOf(last)) : null,
      records: found.records,
      firstSeen: found.first?.toISOString() ?? null,
      lastSeen: found.last?.toISOString() ?? null,
    }
  })
}

type Item = RouteReply<typeof route>['items'][number]

function itemOf(
  actor: Actor,
  look: ReadableApp,
  row: Holding,
  record: Parameters<typeof namedRecord>[2] | undefined,
): Item[] {
  const field = look.fields.get(row.field_id)
  if (field === undefined || record === undefined) return []
  const { key, label } = field.definition
  return [
    {
      record: namedRecord(actor, look.app, record),
      field: { key, label },
      kind: ObservableKind.parse(row.kind),
      value: row.value,
      at: row.at.toISOString(),
    },
  ]
}

function keyOf(row: Holding): string {
  return `${row.record_id} ${row.kind} ${row.value}`
}

function itemKey(item: Item): string {
  return `${item.record.id} ${item.kind} ${item.value}`
}

/** What pages are ordered by, as `holdings` compares it. */
function placeOf(row: Holding): string[] {
  return [row.record_id, row.field_id, valueDigest(row.value), row.kind]
}
const HOLDING = [CURSOR_PARTS.id, CURSOR_PARTS.id, CURSOR_PARTS.id, CURSOR_PARTS.text]

const MAX_SHARED_SHOWN = 20

/** Records that share observables with one, as far as the actor may see them. */
export async function similarRecords(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { limit, ...place }: RecordPlace & { limit: number },
): Promise<RouteReply<typeof similarRoute>> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const own = app.fields
      .filter((field) => kindTraits(field.kind).observables && mayReadField(actor, field))
      .flatMap((field) => observablesIn(record.values[field.key]))
    const all = new Set(own.map((one) => valueDigest(one.value)))
    const digests = all.size === 0 ? [] : await rareDigests(tx, [...all])
    const ids = digests.length === 0 ? [] : await appsHolding(tx, digests)
    const apps = await readableApps(deps, tx, actor, { ids, kind: 'observables' })
    const titles = new Map([...apps].map(([id, look]) => [id, titleColumn(actor, look.app)]))
    const { principals } = actor
    const asked = { recordId: record.id, digests, principals, titles, limit }
    const found = await likeRecords(tx, [...apps.values()], asked)
    return {
      items: found.flatMap((one) => {
        const look = apps.get(one.app_id)
        if (look === undefined) return []
        const trackingId = `${look.app.acronym}-${one.seq}`
        const named = {
          // Ids of stored records and apps were made by the id generator.
          id: one.id as Item['record']['id'],
          appId: look.app.id as Item['record']['appId'],
          appName: look.app.name,
          trackingId,
          title: one.title ?? trackingId,
        }
        const shared = one.values.slice(0, MAX_SHARED_SHOWN)
        return [
          {
            record: named,
            shared: shared.map(({ kind, value }) => ({ kind: ObservableKind.parse(kind), value })),
            count: one.shared,
            score: Math.round((100 * one.shared) / all.size),
          },
        ]
      }),
    }
  })
}
