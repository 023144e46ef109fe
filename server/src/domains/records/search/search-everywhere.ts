// Searching all apps together, and the facets of what was found.
import type { AppView } from '@caseloom/contract/apps/apps'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import { foldText } from '@caseloom/contract/values/normalize-text'
import { type Actor, may, mayPass } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { FoundRecord, searchEverywhere as searchRoute } from '@caseloom/contract/records/search'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { accessTo, mayInApp, mayReadField } from '../model/app-permissions.rules.ts'
import { readSearchCursor, writeSearchCursor } from '../reading/search-cursor.ts'
import type { AppTable } from '../model/record-shape.ts'
import { recordViewer } from '../model/record-view.ts'
import { isSearchable, queryTerms } from '../indexing/search-text.rules.ts'
import {
  APP_COUNT_CAP,
  type AppLook,
  type Everywhere,
  findEverywhere,
  type FoundEverywhere,
  type Place,
} from './everywhere.read.ts'
import { payloadTexts } from './found-records.read.ts'
import { hitsOf, type Mark, marksOf } from '../reading/highlight.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { recordsById } from '../reading/records-by-ids.read.ts'

export interface EverywhereCommand {
  text: string
  appId?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
export type EverywhereReply = RouteReply<typeof searchRoute>

/**
 * Finds records of every app that the actor may read: the exact tracking id first, then words in titles, then the
 * newest. Throws request.invalid for a cursor of another search, resource.not_found for an app one may not read.
 */
export async function searchEverywhere(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: EverywhereCommand,
): Promise<EverywhereReply> {
  allow(actor, 'record:read')
  const views = may(actor, 'app:read') ? await deps.apps.listApps(scope, actor) : []
  return scope.read(async (tx) => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const apps = await readableApps(deps, tx, { actor, views, fresh: attempt > 0 })
      if (command.appId !== undefined && !apps.some((app) => app.id === command.appId))
        throw fail('resource.not_found')
      const asked = checked(apps, { actor, views }, command)
      if (asked === null) return { items: [], next: null, apps: [] }
      const found = await findEverywhere(tx, asked)
      if (asked.looks.every(({ app }) => found.revisions.get(app.id) === app.revision))
        return reply(tx, { actor, views, asked, command }, found)
    }
    throw fail('dependency.unavailable', { detail: 'The apps are being changed. Try again.', retryAfter: 1 })
  })
}

async function readableApps(
  { apps }: RecordsDeps,
  tx: TenantTx,
  { actor, views, fresh }: { actor: Actor; views: readonly AppView[]; fresh: boolean },
): Promise<AppTable[]> {
  const readable: AppTable[] = []
  for (const { id } of views) {
    const known = await apps.compiled(tx, id, fresh)
    // The views are of this moment: what they name was shared since.
    const isOld = known !== null && !mayInApp(actor, 'record:read', known)
    const app = isOld ? await apps.compiled(tx, id, true) : known
    if (app !== null && mayInApp(actor, 'record:read', app)) readable.push(app)
  }
  return readable
}

/** What is asked of the database; null when the text can find nothing. */
function checked(
  apps: readonly AppTable[],
  { actor, views }: { actor: Actor; views: readonly AppView[] },
  command: EverywhereCommand,
): Everywhere | null {
  const text = command.text.trim()
  const terms = queryTerms(text)
  const titles = new Map(views.map((view) => [String(view.id), view.titleField]))
  const looks = apps.map((app) => lookOf(app, actor, { text, titleField: titles.get(app.id) ?? '' }))
  if (looks.length === 0 || (terms.length === 0 && looks.every((look) => look.number === null))) return null
  return {
    // Without words only apps with such a number can have a hit; each part needs something to look for.
    looks: terms.length > 0 ? looks : looks.filter((look) => look.number !== null),
    terms,
    titleWords: foldText(text).split(/\s+/).slice(0, 20),
    principals: actor.principals,
    only: command.appId ?? null,
    after: afterOf(command),
    limit: (command.limit ?? 20) + 1,
  }
}

function lookOf(
  app: AppTable,
  actor: Actor,
  { text, titleField }: { text: string; titleField: string },
): AppLook {
  const title = app.byKey.get(titleField)
  const [, acronym, number = null] = /^(?:([A-Za-z]{2,6})-)?([1-9]\d{0,14})$/.exec(text) ?? []
  const isOfThis = acronym === undefined || acronym.toUpperCase() === app.acronym
  return {
    app,
    classes: [...app.readClasses].flatMap(([name, readers]) => (mayPass(actor, readers) ? [name] : [])),
    titleColumn: title !== undefined && mayReadField(actor, title) ? title.sortColumn : null,
    number: isOfThis ? number : null,
  }
}

function orderName({ text, appId }: EverywhereCommand): string {
  return `everywhere ${appId ?? ''} ${text.trim()}`
}

function afterOf(command: EverywhereCommand): Everywhere['after'] {
  if (command.cursor === undefined) return null
  const cursor = readSearchCursor(command.cursor, orderName(command), 1)
  const rank = Number(cursor?.values[0])
  if (cursor === null || !Number.isInteger(rank))
    throw fail('request.invalid', {
      issues: [
        { path: ['body', 'cursor'], code: 'invalid_cursor', message: 'The cursor belongs to another search' },
      ],
    })
  return { rank, id: cursor.id }
}

interface Asked {
  actor: Actor
  views: readonly AppView[]
  asked: Everywhere
  command: EverywhereCommand
}

async function reply(
  tx: TenantTx,
  { actor, views, asked, command }: Asked,
  found: FoundEverywhere,
): Promise<EverywhereReply> {
  const places = found.places.slice(0, asked.limit - 1)
  const last = places.at(-1)
  const more = found.places.length > places.length && last !== undefined
  const marks = marksOf(command.text)
  const items = new Map<string, FoundRecord>()
  for (const { app } of asked.looks) {
    const mine = places.filter((place) => place.appId === app.id)
    const view = views.find((one) => one.id === app.id)
    if (mine.length === 0 || view === undefined) continue
    for (const item of await foundIn(tx, { app, view, actor, marks, places: mine }))
      items.set(item.record.id, item)
  }
  return {
    items: places.flatMap((place) => items.get(place.id) ?? []),
    next: more
      ? writeSearchCursor({ order: orderName(command), values: [String(last.rank)], id: last.id })
      : null,
    apps: views.flatMap(({ id, name, icon }) => {
      const count = found.counts.get(id) ?? 0
      if (count === 0) return []
      return [{ id, name, icon, count: Math.min(count, APP_COUNT_CAP), capped: count > APP_COUNT_CAP }]
    }),
  }
}

interface FoundIn {
  app: AppTable
  view: AppView
  actor: Actor
  marks: readonly Mark[]
  places: readonly Place[]
}

async function foundIn(tx: TenantTx, { app, view, actor, marks, places }: FoundIn): Promise<FoundRecord[]> {
  const ids = places.map((place) => place.id)
  const readable = app.fields.filter((field) => mayReadField(actor, field))
  const payloads = readable.filter((field) => kindTraits(field.kind).raw)
  const searched = readable.filter((field) => isSearchable(field) && !kindTraits(field.kind).raw)
  const columns = new Set([view.titleField, ...view.listColumns, ...searched.map((field) => field.key)])
  const records = await recordsById(tx, app, { ids, columns })
  const viewOf = recordViewer(accessTo(app, actor))
  const found = [...records.values()].map((stored): FoundRecord => {
    const record = viewOf(stored)
    const title = record.fields[view.titleField]
    const look = { fields: searched, titleField: view.titleField, values: record.fields, marks }
    return {
      record,
      title: typeof title === 'string' && title !== '' ? title : record.trackingId,
      hits: hitsOf(look),
    }
  })
  const bare = found.filter((one) => one.hits.length === 0).map((one) => one.record.id)
  if (bare.length === 0 || payloads.length === 0) return found
  const texts = await payloadTexts(tx, app, { ids: bare, fields: payloads })
  return found.map((one) => {
    const values = texts.get(one.record.id)
    return values === undefined
      ? one
      : { ...one, hits: hitsOf({ fields: payloads, titleField: '', values, marks }) }
  })
}
