import { z } from 'zod'
import { Key, Label } from '../field-types/common-settings.ts'
import { UserId } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'

export const MAX_TEMPLATES = 50

/** A task that a template adds; `due` counts in seconds from the creation of the record. */
export const TemplateTask = z.strictObject({
  title: z.string().trim().min(1).max(500),
  /** `me` is who creates the record. */
  assignee: z.union([z.literal('me'), UserId]).optional(),
  due: z
    .number()
    .int()
    .min(0)
    .max(10 * 366 * 24 * 3600)
    .optional(),
  required: z.boolean().optional(),
  note: z.string().max(10_000).optional(),
})
export type TemplateTask = z.infer<typeof TemplateTask>

/** What a new record starts with: values of fields, tags and people among them, and the tasks of its tasks fields. */
export const RecordTemplate = z.strictObject({
  key: Key,
  name: Label,
  description: z.string().max(500).optional(),
  /** Values by field; `me`, `now`, and `today` as in defaults. */
  fields: z.record(Key, JsonValue).default({}),
  tasks: z.record(Key, z.array(TemplateTask).max(100)).default({}),
})
export type RecordTemplate = z.infer<typeof RecordTemplate>

/** The same with what a reader of the app may know: values and tasks of fields that they can read. */
export function readableTemplate(
  template: RecordTemplate,
  isShown: (key: string) => boolean,
): RecordTemplate {
  return { ...template, fields: shown(template.fields, isShown), tasks: shown(template.tasks, isShown) }
}

function shown<Value>(bag: Record<string, Value>, isShown: (key: string) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(bag).filter(([key]) => isShown(key)))
}
