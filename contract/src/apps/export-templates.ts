import { z } from 'zod'
import { Key, Label } from '../field-types/common-settings.ts'
import { SYSTEM_FIELDS } from '../field-types/fields.ts'
import { ExportOrder } from '../records/jobs.ts'

export const MAX_EXPORTS = 50
/** Columns that the rows of one export are sorted by. */
export const MAX_EXPORT_SORTS = 3

const { format, header, include } = ExportOrder.shape

/** A named choice of what an export of the app's records holds, offered with exports from its lists. */
export const ExportTemplate = z.strictObject({
  key: Key,
  name: Label,
  format,
  header,
  include,
  /** Field keys and system fields in their order; all that the person can read when empty. */
  columns: z.array(z.string().max(100)).max(500).default([]),
  /** As the list when empty. */
  sort: z
    .array(z.strictObject({ field: z.string().max(100), direction: z.enum(['asc', 'desc']) }))
    .max(MAX_EXPORT_SORTS)
    .default([]),
})
export type ExportTemplate = z.infer<typeof ExportTemplate>

/** The same for a reader of the app: without fields that they can't read; null where these were all of its columns. */
export function readableExport(
  template: ExportTemplate,
  isShown: (key: string) => boolean,
): ExportTemplate | null {
  const columns = template.columns.filter(isShown)
  if (template.columns.length > 0 && columns.length === 0) return null
  return { ...template, columns, sort: template.sort.filter(({ field }) => isShown(field)) }
}

/** A part of an app that has export templates, without what they say about these fields. */
export function exportsWithout(
  exports: readonly ExportTemplate[] | undefined,
  isGone: (key: string) => boolean,
): { exports?: ExportTemplate[] } {
  const left = (exports ?? []).flatMap((one) => readableExport(one, (key) => !isGone(key)) ?? [])
  return exports === undefined ? {} : { exports: left }
}

/** Fields that a template names and that neither the app nor the system has. */
export function unknownColumns(
  { columns, sort }: ExportTemplate,
  isField: (key: string) => boolean,
): string[] {
  const system: ReadonlySet<string> = new Set(SYSTEM_FIELDS)
  return [...columns, ...sort.map(({ field }) => field)].filter((key) => !isField(key) && !system.has(key))
}
