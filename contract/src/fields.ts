import { z } from 'zod'
import { FieldId, RoleId } from './ids.ts'
import { JsonValue } from './json.ts'

/** Keys of fields, apps and playbooks: used in documents, filters and addresses; fixed once used. */
export const Key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}$/, 'Lower case letters, digits and _, starting with a letter, at most 32')
export const Label = z.string().trim().min(1).max(100)

/** Colour names are the hues of the theme; `severity` and `state` options are drawn with their glyphs. */
export const SelectionOption = z.strictObject({
  key: Key,
  label: Label,
  colour: z.enum(['gray', 'blue', 'green', 'amber', 'orange', 'red', 'purple']).optional(),
  glyph: z.string().max(30).optional(),
})
export type SelectionOption = z.infer<typeof SelectionOption>

const common = {
  key: Key,
  label: Label,
  help: z.string().max(500).optional(),
  required: z.boolean().default(false),
  readOnly: z.boolean().default(false),
  default: JsonValue.optional(),
  /** Roles that may read or write the field; absent means everyone who may read or update the record. */
  readers: z.array(RoleId).max(50).optional(),
  writers: z.array(RoleId).max(50).optional(),
}
const existing = { id: FieldId.optional().meta({ description: 'Absent for a new field' }) }

const text = {
  type: z.literal('text'),
  multiline: z.boolean().default(false),
  maxLength: z.number().int().min(1).max(1_000_000).default(10_000),
  unique: z.boolean().default(false),
}
const number = {
  type: z.literal('number'),
  min: z.number().optional(),
  max: z.number().optional(),
  decimals: z.number().int().min(0).max(12).optional(),
  prefix: z.string().max(10).optional(),
  suffix: z.string().max(10).optional(),
  unique: z.boolean().default(false),
}
const dateTime = { type: z.literal('datetime') }
const selection = {
  type: z.literal('selection'),
  options: z.array(SelectionOption).min(1).max(1000),
  multiple: z.boolean().default(false),
  /** How a value is drawn: words, or the severity or state glyphs. */
  display: z.enum(['plain', 'severity', 'state']).default('plain'),
}
const user = { type: z.literal('user'), multiple: z.boolean().default(false) }
const json = { type: z.literal('json') }
const url = { type: z.literal('url'), unique: z.boolean().default(false) }

export const FieldInput = z.discriminatedUnion('type', [
  z.strictObject({ ...existing, ...common, ...text }),
  z.strictObject({ ...existing, ...common, ...number }),
  z.strictObject({ ...existing, ...common, ...dateTime }),
  z.strictObject({ ...existing, ...common, ...selection }),
  z.strictObject({ ...existing, ...common, ...user }),
  z.strictObject({ ...existing, ...common, ...json }),
  z.strictObject({ ...existing, ...common, ...url }),
])
export type FieldInput = z.infer<typeof FieldInput>

/** A field as stored: every field has an id, which names its column. */
export type Field = FieldInput & { id: FieldId }
export type FieldType = Field['type']
export const Field = FieldInput.and(z.object({ id: FieldId }))

/** Facts every record has; they may be filtered and sorted by like fields. */
export const SYSTEM_FIELDS = ['tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by'] as const
export type SystemField = (typeof SYSTEM_FIELDS)[number]
