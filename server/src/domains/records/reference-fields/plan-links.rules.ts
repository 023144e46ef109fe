import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { AppShape, FieldChange, Values } from '../model/record-shape.ts'
import { type LinkChanges, linkEntry, type LinkPlan, type WantedLinks } from './link-changes.rules.ts'
import { type ReferenceField, referenceFields } from './reference-fields.rules.ts'
import { type Conflict, requiredIssue } from '../model/issues.rules.ts'

interface Linked {
  field: ReferenceField
  wanted: WantedLinks
}

/** Values of the record itself, and what is wanted of its links. */
export function splitLinks(app: AppShape, values: Values): { plain: Values; linked: Linked[] } {
  const fields = referenceFields(app).filter((field) => Object.hasOwn(values, field.key))
  if (fields.length === 0) return { plain: values, linked: [] }
  const keys = new Set(fields.map((field) => field.key))
  return {
    plain: Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key))),
    linked: fields.map((field) => ({ field, wanted: wantedLinks(values[field.key] ?? null) })),
  }
}

/** The canonical value of a reference field as lists of names. */
export function wantedLinks(value: JsonValue): WantedLinks {
  // What the field's reader made: lists of texts under these keys.
  return value === null ? { set: [] } : (value as unknown as WantedLinks)
}

/** What a write does to the links of a record, and which required reference it leaves empty. */
export function planLinks(
  { app, book, request }: { app: AppShape; book: LinkChanges; request: { actor: Actor } },
  record: { id: string; isNew: boolean },
  values: Values,
): { plain: Values; plans: LinkPlan[]; links: FieldChange[]; issues: Issue[] } {
  const { plain, linked } = splitLinks(app, values)
  const all = linked.map(({ field, wanted }) => book.plan(field, record.id, wanted, request.actor))
  const plans = all.filter((plan) => plan.added.length + plan.removed.length > 0)
  const touched = new Map(all.map((plan) => [plan.field.key, plan]))
  const issues = referenceFields(app).flatMap(({ key, definition }) => {
    const plan = touched.get(key)
    const empty =
      plan === undefined ? record.isNew : plan.emptied && (record.isNew || plan.removed.length > 0)
    return definition.required && empty ? [requiredIssue(key)] : []
  })
  return { plain, plans, links: plans.map(linkEntry), issues }
}

interface Versus {
  id: string
  actor: Actor
  linked: readonly Linked[]
  /** Keys of the fields changed since then. */
  since: ReadonlySet<string>
}

/** Lists that would replace what others linked meanwhile; adding and taking away never conflict. */
export function linkConflicts(book: LinkChanges, { id, actor, linked, since }: Versus): Conflict[] {
  return linked.flatMap(({ field, wanted }) => {
    if (wanted.set === undefined || !since.has(field.key)) return []
    const { added, removed } = book.plan(field, id, wanted, actor)
    if (added.length + removed.length === 0) return []
    const [mine, theirs] = [book.linked(field, wanted.set, actor), book.shown(field, id, actor)]
    // Linked records are made of JSON values only.
    return [{ field: field.key, mine: mine as unknown as JsonValue, theirs: theirs as unknown as JsonValue }]
  })
}
