// Links between records as values of reference fields: what changes, how it is stored, and how a view shows
// it.
import { z } from 'zod'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import { mayInApp, mayReadField, withheldFrom } from '../model/app-permissions.rules.ts'
import { WITHHELD } from '../model/withheld.rules.ts'
import type { AppTable, FieldChange } from '../model/record-shape.ts'
import type { ReferenceField } from './reference-fields.rules.ts'

/** A record that is linked or about to be linked. */
export const OtherRecord = z.object({
  id: z.string(),
  seq: z.string(),
  title: z.string().nullable(),
  acl: z.array(z.string()).nullable(),
  /** False for a deleted one, whose links wait for its coming back. */
  alive: z.boolean(),
})
export type OtherRecord = z.infer<typeof OtherRecord>

/** The checked links of one field and record. */
export interface KnownLinks {
  members: ReadonlySet<string>
  /** True when there are more than those known. */
  more: boolean
}

/** What a write wants, by record ids: all of them, or some more and some fewer. */
export interface WantedLinks {
  set?: readonly string[]
  add?: readonly string[]
  remove?: readonly string[]
}

/** A change of one field's links that has been decided. */
export interface LinkPlan {
  field: ReferenceField
  source: string
  added: readonly string[]
  removed: readonly string[]
  /** True when nothing is linked afterwards. */
  emptied: boolean
}

const NONE: KnownLinks = { members: new Set(), more: false }

/** The links of a batch's records as its commands change them, one after another, before anything is written. */
export class LinkChanges {
  readonly #others: ReadonlyMap<string, AppTable>
  readonly #records: ReadonlyMap<string, OtherRecord>
  readonly #known: Map<string, KnownLinks>

  constructor(looked: {
    /** Other apps by id. */
    others: ReadonlyMap<string, AppTable>
    records: ReadonlyMap<string, OtherRecord>
    /** By `linkPlace`; what is missing is a new record without links. */
    known: ReadonlyMap<string, KnownLinks>
  }) {
    this.#others = looked.others
    this.#records = looked.records
    this.#known = new Map(looked.known)
  }

  /**
   * What a wish comes to. A list replaces all that the actor may see: what one cannot see one cannot take away,
   * unless the field holds one record only and gets another.
   */
  plan(field: ReferenceField, source: string, wanted: WantedLinks, actor: Actor): LinkPlan {
    const { members, more } = this.#known.get(linkPlace(field, source)) ?? NONE
    const { multiple } = field.definition
    const replaces = wanted.set !== undefined || (!multiple && (wanted.add ?? []).length > 0)
    const set = wanted.set ?? wanted.add ?? []
    const gone = (id: string) => (!multiple && set.length > 0) || this.sees(field, id, actor)
    const removed = replaces
      ? [...members].filter((id) => !set.includes(id) && gone(id))
      : (wanted.remove ?? []).filter((id) => members.has(id) && this.sees(field, id, actor))
    const taken = new Set(removed)
    const asked = (replaces ? set : (wanted.add ?? [])).filter((id) => !taken.has(id))
    const added = asked.filter((id) => !members.has(id))
    return {
      field,
      source,
      added,
      removed,
      emptied: !more && members.size + added.length - removed.length <= 0,
    }
  }

  /** Lets later commands of the batch see the change. */
  keep({ field, source, added, removed }: LinkPlan): void {
    const place = linkPlace(field, source)
    const { members, more } = this.#known.get(place) ?? NONE
    const gone = new Set(removed)
    this.#known.set(place, { members: new Set([...members, ...added].filter((id) => !gone.has(id))), more })
  }

  /** True when the actor may see the linked record. */
  sees(field: ReferenceField, id: string, actor: Actor): boolean {
    const other = this.#others.get(field.definition.app)
    const record = this.#records.get(id)
    if (other === undefined || record === undefined || !record.alive) return false
    return mayPass(actor, record.acl) && mayInApp(actor, 'record:read', other)
  }

  /** The first of the present links that the actor may see. */
  shown(field: ReferenceField, source: string, actor: Actor): LinkedRecord[] {
    const { members } = this.#known.get(linkPlace(field, source)) ?? NONE
    return this.linked(field, [...members], actor)
  }

  /** Ids as people read them; those that the actor may not see are left out. */
  linked(field: ReferenceField, ids: readonly string[], actor: Actor): LinkedRecord[] {
    const other = this.#others.get(field.definition.app)
    return ids.slice(0, 100).flatMap((id) => {
      const record = this.#records.get(id)
      return other === undefined || record === undefined || !this.sees(field, id, actor)
        ? []
        : [linkedRecord(other, actor, record)]
    })
  }
}

export function linkPlace(field: ReferenceField, source: string): string {
  return `${field.definition.id}/${source}`
}

/** A record of another app as this actor reads it; its title only when the field that holds it is theirs to read. */
export function linkedRecord(
  other: AppTable,
  actor: Actor,
  { id, seq, title }: Pick<OtherRecord, 'id' | 'seq' | 'title'>,
): LinkedRecord {
  const titled = other.byKey.get(other.titleField)
  const readable = titled !== undefined && mayReadField(actor, titled)
  const withheld = withheldFrom(other, actor)
  return {
    ...(withheld.length === 0 ? {} : { [WITHHELD]: withheld }),
    // Ids of stored records and apps were made by the id generator.
    id: id as LinkedRecord['id'],
    appId: other.id as LinkedRecord['appId'],
    trackingId: `${other.acronym}-${seq}`,
    title: readable ? (title ?? '') : '',
  }
}

/** A change of links as a history entry; each side is named by the field that links from it. */
export function linkEntry({ field, added, removed }: LinkPlan): FieldChange {
  return {
    field: field.key,
    from: { add: [...removed], remove: [...added] },
    to: { add: [...added], remove: [...removed] },
  }
}

/** The links that a history entry added and removed. */
export function readLinkEntry({ to }: Pick<FieldChange, 'to'>): { added: string[]; removed: string[] } {
  const bag = to !== null && typeof to === 'object' && !Array.isArray(to) ? to : {}
  return { added: texts(bag['add']), removed: texts(bag['remove']) }
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
