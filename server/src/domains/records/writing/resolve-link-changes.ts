import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { Batch } from './batch.ts'
import type { ReadCommand, WriteRequest } from './commands.ts'
import type { AppTable, Values } from '../model/record-shape.ts'
import {
  type KnownLinks,
  LinkChanges,
  linkPlace,
  type OtherRecord,
  type WantedLinks,
} from '../reference-fields/link-changes.rules.ts'
import { findOthers, firstLinks, type Link, presentLinks } from '../reference-fields/links.store.ts'
import { otherApps } from '../reference-fields/other-apps.ts'
import { wantedLinks } from '../reference-fields/plan-links.rules.ts'
import { type ReferenceField, referenceFields } from '../reference-fields/reference-fields.rules.ts'
import { invalid } from '../model/issues.rules.ts'

type Read = ReadCommand | AppError
type Part = 'values' | 'set' | 'create'

/** What commands want of reference fields, with all that has to be known to decide it. */
export interface ResolvedLinkChanges {
  /** A record that is missing, or that its actor may not see, fails its command. */
  commands: readonly Read[]
  book: LinkChanges
}

interface Mention {
  field: ReferenceField
  part: Part
  wanted: WantedLinks
}

const NOTHING = { others: new Map(), records: new Map(), known: new Map() }
/** Replacing a list reads all its links; no one replaces more than this by hand. */
const ALL = 1_000_000

/** Reads the records and links that commands name, in a few statements for the whole batch. */
export async function resolveLinkChanges(
  deps: { apps: AppsDoor },
  tx: TenantTx,
  app: AppTable,
  given: { requests: readonly WriteRequest[]; commands: readonly Read[]; batch: Batch },
): Promise<ResolvedLinkChanges> {
  const fields = referenceFields(app)
  const mentions = given.commands.map((command) =>
    command instanceof AppError ? [] : fields.flatMap((field) => mentionsOf(command, field)),
  )
  const all = mentions.flat()
  if (all.length === 0) return { commands: given.commands, book: new LinkChanges(NOTHING) }
  const others = await otherApps(
    deps,
    tx,
    all.map((mention) => mention.field.definition.app),
  )
  const named = await namedRecords(tx, others, all)
  const { known, ids } = await knownLinks(tx, app, { ...given, mentions, named })
  const records = new Map([...named.byId, ...(await linkedRecords(tx, others, ids, named.byId))])
  const book = new LinkChanges({ others, records, known })
  const commands = given.commands.map((command, at) => {
    const request = given.requests[at]
    if (command instanceof AppError || request === undefined) return command
    return resolved({ command, book, named, actor: request.actor }, mentions[at] ?? [])
  })
  return { commands, book }
}

function mentionsOf(command: ReadCommand, field: ReferenceField): Mention[] {
  const parts: [Part, Values][] =
    command.kind === 'upsert'
      ? [
          ['set', command.set],
          ['create', command.create],
        ]
      : [['values', command.values]]
  return parts.flatMap(([part, values]) =>
    Object.hasOwn(values, field.key) ? [{ field, part, wanted: wantedLinks(values[field.key] ?? null) }] : [],
  )
}

function namesOf({ set = [], add = [], remove = [] }: WantedLinks): readonly string[] {
  return [...set, ...add, ...remove]
}

interface Named {
  byId: Map<string, OtherRecord>
  /** Ids by app and name: a name is an id or a tracking id. */
  idOf(appId: string, name: string): string | null
}

async function namedRecords(
  tx: TenantTx,
  others: ReadonlyMap<string, AppTable>,
  mentions: readonly Mention[],
): Promise<Named> {
  const byId = new Map<string, OtherRecord>()
  const ids = new Map<string, string>()
  for (const [appId, ofApp] of Map.groupBy(mentions, ({ field }) => field.definition.app)) {
    const other = others.get(appId)
    const names = [...new Set(ofApp.flatMap(({ wanted }) => namesOf(wanted)))]
    if (other === undefined || names.length === 0) continue
    const prefix = `${other.acronym}-`
    const wanted = {
      ids: names.filter((name) => name.length === 36),
      seqs: names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
    }
    for (const record of await findOthers(tx, other, wanted)) {
      byId.set(record.id, record)
      ids.set(`${appId} ${record.id}`, record.id).set(`${appId} ${prefix}${record.seq}`, record.id)
    }
  }
  return { byId, idOf: (appId, name) => ids.get(`${appId} ${name}`) ?? null }
}

interface Looking {
  commands: readonly Read[]
  batch: Batch
  mentions: readonly (readonly Mention[])[]
  named: Named
}

/** The present links that the wishes touch: all of a list that is replaced, else those that are named. */
async function knownLinks(
  tx: TenantTx,
  app: AppTable,
  { commands, batch, mentions, named }: Looking,
): Promise<{ known: Map<string, KnownLinks>; ids: Map<string, string> }> {
  const exact: Link[] = []
  const whole = new Map<string, { field: ReferenceField; source: string; most: number }>()
  for (const [at, command] of commands.entries()) {
    const source = command instanceof AppError ? null : sourceOf(command, batch)
    if (source === null) continue
    for (const { field, wanted } of mentions[at] ?? []) {
      const targets = namesOf(wanted).flatMap((name) => named.idOf(field.definition.app, name) ?? [])
      exact.push(...targets.map((target) => ({ field: field.definition.id, source, target })))
      const place = linkPlace(field, source)
      const all = wanted.set !== undefined || !field.definition.multiple
      const most = all ? ALL : Math.max(1 + targets.length, whole.get(place)?.most ?? 0)
      whole.set(place, { field, source, most: Math.max(most, whole.get(place)?.most ?? 0) })
    }
  }
  const places = [...whole.values()].map(({ field, source, most }) => ({
    field: field.definition.id,
    source,
    most,
  }))
  const first = await firstLinks(tx, app.linkTable, places)
  const present = await presentLinks(tx, app.linkTable, exact)
  const placeOf = (link: Link) => `${link.field}/${link.source}`
  const members = Map.groupBy([...first, ...present], placeOf)
  const loaded = Map.groupBy(first, placeOf)
  const known = new Map(
    [...whole].map(([place, { most }]): [string, KnownLinks] => {
      const links = members.get(place) ?? []
      return [
        place,
        {
          members: new Set(links.map((link) => link.target)),
          more: (loaded.get(place)?.length ?? 0) >= most,
        },
      ]
    }),
  )
  const apps = new Map(
    referenceFields(app).map((field) => [field.definition.id as string, field.definition.app]),
  )
  const ids = new Map(first.map((link) => [link.target, apps.get(link.field) ?? '']))
  return { known, ids }
}

function sourceOf(command: ReadCommand, batch: Batch): string | null {
  if (command.kind === 'create') return null
  return command.kind === 'update'
    ? (batch.standing(command.id)?.id ?? command.id)
    : (batch.match(command.match)?.id ?? null)
}

/** The records of existing links, to separate those that the actor may see from the others. */
async function linkedRecords(
  tx: TenantTx,
  others: ReadonlyMap<string, AppTable>,
  ids: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, OtherRecord>,
): Promise<[string, OtherRecord][]> {
  const found: [string, OtherRecord][] = []
  const missing = [...ids].filter(([id]) => !known.has(id))
  for (const [appId, pairs] of Map.groupBy(missing, ([, app]) => app)) {
    const other = others.get(appId)
    if (other === undefined) continue
    const records = await findOthers(tx, other, { ids: pairs.map(([id]) => id), seqs: [] })
    found.push(...records.map((record): [string, OtherRecord] => [record.id, record]))
  }
  return found
}

interface Resolving {
  command: ReadCommand
  book: LinkChanges
  named: Named
  actor: WriteRequest['actor']
}

/** The command with ids for names; what cannot be linked is named at its place. */
function resolved({ command, book, named, actor }: Resolving, mentions: readonly Mention[]): Read {
  const issues: Issue[] = []
  const values: Record<Part, Record<string, JsonValue>> = { values: {}, set: {}, create: {} }
  for (const { field, part, wanted } of mentions) {
    const path = ['body', part === 'values' ? 'fields' : part, field.key]
    const idOf = (name: string) => {
      const id = named.idOf(field.definition.app, name)
      return id !== null && book.sees(field, id, actor) ? id : null
    }
    const links: JsonObject = {}
    for (const [kind, names] of Object.entries(wanted) as [keyof WantedLinks, readonly string[]][]) {
      const ids = names.map(idOf)
      // What one does not see, one cannot take away either; that is no fault.
      if (kind !== 'remove') issues.push(...unknownRecords(ids, kind === 'add' ? [...path, 'add'] : path))
      links[kind] = [...new Set(ids.filter((id) => id !== null))]
    }
    values[part][field.key] = links
  }
  if (issues.length > 0) return invalid(issues.slice(0, 100))
  if (command.kind === 'upsert')
    return {
      ...command,
      set: { ...command.set, ...values.set },
      create: { ...command.create, ...values.create },
    }
  return { ...command, values: { ...command.values, ...values.values } }
}

function unknownRecords(ids: readonly (string | null)[], path: (string | number)[]): Issue[] {
  return ids.flatMap((id, at) =>
    id === null ? [{ path: [...path, at], code: 'unknown_record', message: 'No such record' }] : [],
  )
}
