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
  /** When to choose it; shown beside the option in the edit control. */
  description: z.string().trim().max(300).optional(),
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

/** What a text must be. Values are kept in one canonical form, so that equal ones are found whatever was typed. */
export const TEXT_FORMATS = ['plain', 'email', 'ip', 'telephone', 'hash'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

const text = {
  type: z.literal('text'),
  /** Absent means plain; fixed once the field exists. */
  format: z.enum(TEXT_FORMATS).optional(),
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
/** A day of the calendar, in no zone: `2026-11-21`. */
const date = { type: z.literal('date') }
/** A local time of day, in no zone: `14:05:00`; the seconds may be left out. */
const time = { type: z.literal('time') }
/** A span of time in whole seconds; ISO 8601 (`PT7H2M`) is understood as well. */
const duration = { type: z.literal('duration') }
/** Texts or numbers in their order, each once. */
const list = {
  type: z.literal('list'),
  /** Fixed once the field exists. */
  of: z.enum(['text', 'number']).default('text'),
  minItems: z.number().int().min(1).max(1000).optional(),
  maxItems: z.number().int().min(1).max(1000).optional(),
}
const selection = {
  type: z.literal('selection'),
  options: z.array(SelectionOption).min(1).max(1000),
  multiple: z.boolean().default(false),
  /** How a value is drawn: words, or the severity or state glyphs. */
  display: z.enum(['plain', 'severity', 'state']).default('plain'),
  /** How it is edited: a menu when absent, radio buttons for one value, check boxes for several. */
  control: z.enum(['menu', 'radio', 'checkbox']).optional(),
}
const user = { type: z.literal('user'), multiple: z.boolean().default(false) }
/** Groups of the account, by id. */
const group = { type: z.literal('group'), multiple: z.boolean().default(false) }
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
  z.strictObject({ ...existing, ...common, ...date }),
  z.strictObject({ ...existing, ...common, ...time }),
  z.strictObject({ ...existing, ...common, ...duration }),
  z.strictObject({ ...existing, ...common, ...list }),
  z.strictObject({ ...existing, ...common, ...group }),
])
export type FieldInput = z.infer<typeof FieldInput>

/** A field as stored: every field has an id, which names its column. */
export type Field = FieldInput & { id: FieldId }
export type FieldType = Field['type']
export const Field = FieldInput.and(z.object({ id: FieldId }))

/** Facts every record has; they may be filtered and sorted by like fields. */
export const SYSTEM_FIELDS = ['tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by'] as const
export type SystemField = (typeof SYSTEM_FIELDS)[number]
