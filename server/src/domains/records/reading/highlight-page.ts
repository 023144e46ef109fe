import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordPage } from '@caseloom/contract/records/records'
import type { AppTable } from '../model/record-shape.ts'
import { isSearchable } from '../indexing/search-text.rules.ts'
import { hitsOf, marksOf } from './highlight.rules.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'

/** Fields whose texts a list shows hits of; raw payloads are too long to be read for every row. */
function highlighted(app: AppTable, actor: Actor) {
  return app.fields.filter(
    (field) => isSearchable(field) && !kindTraits(field.kind).raw && mayReadField(actor, field),
  )
}

/** The columns to read so that hits can be shown beside the wanted ones; undefined is all. */
export function columnsWithHits(
  app: AppTable,
  actor: Actor,
  columns: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (columns === undefined) return undefined
  return new Set([...columns, ...highlighted(app, actor).map((field) => field.key)])
}

/** The items with the places of the words in them, and again with the wanted columns alone. */
export function withHits(
  app: AppTable,
  actor: Actor,
  { text, columns }: { text: string; columns: readonly string[] | undefined },
  items: RecordPage['items'],
): RecordPage['items'] {
  const fields = highlighted(app, actor)
  const marks = marksOf(text)
  const wanted = columns === undefined ? null : new Set(columns)
  return items.map((item) => {
    const hits = hitsOf({ fields, titleField: '', values: item.fields, marks })
    const chosen = Object.entries(item.fields).filter(([key]) => wanted === null || wanted.has(key))
    return { ...item, fields: Object.fromEntries(chosen), hits }
  })
}
