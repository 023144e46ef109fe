import { z } from 'zod'
import { clockField, observablesField, tasksField } from './case-fields.ts'
import { formula, MAX_OPTIONS, Stamp, system, technique } from './computed-fields.ts'
import { Filter } from './filter.ts'
import { AppId, FieldId, GroupId, RoleId, UserId } from './ids.ts'
import { JsonValue } from './json.ts'

/** Keys of fields, apps and playbooks: used in documents, filters and addresses; fixed once used. */
export const Key = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,31}$/,
    'Use up to 32 lowercase letters, digits, and underscores, starting with a letter',
  )
export const Label = z.string().trim().min(1).max(100)

/** Color names are the hues of the theme; `severity` and `state` options are drawn with their glyphs. */
export const SelectionOption = z.strictObject({
  key: Key,
  label: Label,
  colour: z.enum(['gray', 'blue', 'green', 'amber', 'orange', 'red', 'purple']).optional(),
  /** When to choose it; shown beside the option in the edit control. */
  description: z.string().trim().max(300).optional(),
  /** No longer offered; records that have it keep it. */
  retired: z.literal(true).optional(),
})
export type SelectionOption = z.infer<typeof SelectionOption>

const common = {
  key: Key,
  label: Label,
  help: z.string().max(500).optional(),
  required: z.boolean().default(false),
  /** Required also while the record satisfies it: a disposition when an alert is closed. */
  requiredWhen: Filter.optional(),
  readOnly: z.boolean().default(false),
  default: JsonValue.optional(),
  /** Roles that may read or write the field; absent means everyone who may read or update the record. */
  readers: z.array(RoleId).max(50).optional(),
  writers: z.array(RoleId).max(50).optional(),
}
/** The largest file that may be uploaded, unless a field says less. */
export const MAX_FILE_BYTES = 200 * 1024 * 1024
/** A media type such as `image/png`, or a whole kind of them such as `image/*`. */
const MediaRange = z
  .string()
  .regex(/^[a-z]+\/(?:\*|[a-z0-9][a-z0-9.+-]{0,99})$/, 'Use a media type such as image/png or image/*')

const existing = { id: FieldId.optional().meta({ description: 'Absent for a new field' }) }

/** What a text must be. Values are kept in one canonical form, so that equal ones are found whatever was typed. */
export const TEXT_FORMATS = ['plain', 'email', 'ip', 'telephone', 'hash', 'rich'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

const text = {
  type: z.literal('text'),
  /** Absent means plain; fixed once the field exists. `rich` is sanitised HTML, compared and found by its plain text. */
  format: z.enum(TEXT_FORMATS).optional(),
  multiline: z.boolean().default(false),
  maxLength: z.number().int().min(1).max(1_000_000).default(10_000),
  minLength: z.number().int().min(1).max(1_000_000).optional(),
  /** What both lengths count; characters when absent. */
  lengthUnit: z.enum(['characters', 'words']).optional(),
  /** Shown before and after the value; no part of it. */
  prefix: z.string().max(10).optional(),
  suffix: z.string().max(10).optional(),
  placeholder: z.string().max(100).optional(),
  unique: z.boolean().default(false),
}
const number = {
  type: z.literal('number'),
  min: z.number().optional(),
  max: z.number().optional(),
  decimals: z.number().int().min(0).max(12).optional(),
  /** Values are the minimum (or 0) plus a multiple of it. */
  step: z.number().positive().optional(),
  /** How it is shown: 12,500 · 45 % · 1.5 MB; as it is when absent. Values are kept as they are: 45 is 45 %. */
  format: z.enum(['plain', 'thousands', 'percent', 'bytes']).optional(),
  prefix: z.string().max(10).optional(),
  suffix: z.string().max(10).optional(),
  unique: z.boolean().default(false),
}
/** Whether a new value may only be in the past (now included) or only in the future. */
const limit = { limit: z.enum(['past', 'future']).optional() }
/** The default may be `now`. */
const dateTime = {
  type: z.literal('datetime'),
  ...limit,
  /** Set by the product alone; people and playbooks only read it. */
  stamp: Stamp.optional(),
}
/** A day of the calendar, in no zone: `2026-11-21`. The default may be `today`. */
const date = { type: z.literal('date'), ...limit }
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
  /** Characters of each text. */
  minItemLength: z.number().int().min(1).max(500).optional(),
  maxItemLength: z.number().int().min(1).max(500).optional(),
  /** Each number is a multiple of it. */
  step: z.number().positive().optional(),
}
const selection = {
  type: z.literal('selection'),
  options: z.array(SelectionOption).min(1).max(MAX_OPTIONS),
  multiple: z.boolean().default(false),
  /** How a value is drawn: words, or the severity or state glyphs. */
  display: z.enum(['plain', 'severity', 'state']).default('plain'),
  /** How it is edited: a menu when absent, radio buttons for one value, check boxes for several. */
  control: z.enum(['menu', 'radio', 'checkbox']).optional(),
}
/** IDs of the users and groups that can be selected; everyone if absent. A user field accepts groups as their members. */
const members = {
  members: z
    .array(z.union([UserId, GroupId]))
    .min(1)
    .max(500)
    .optional(),
}
/** The default may be `me`, who creates the record. */
const user = { type: z.literal('user'), multiple: z.boolean().default(false), ...members }
/** Groups of the account, by id. */
const group = { type: z.literal('group'), multiple: z.boolean().default(false), ...members }
const json = { type: z.literal('json') }
const url = { type: z.literal('url'), unique: z.boolean().default(false) }
/** Files: written by the ids of uploads, shown as a list of FileView. */
const attachment = {
  type: z.literal('attachment'),
  multiple: z.boolean().default(true),
  /** Largest file in bytes; the installation's limit when absent. */
  maxBytes: z.number().int().min(1).max(MAX_FILE_BYTES).optional(),
  /** Accepted media types by content, such as `application/pdf` or `image/*`; all when absent. */
  mediaTypes: z.array(MediaRange).min(1).max(50).optional(),
}
/** A thread of its own, shown where the field is; it has comments instead of a value. */
const comments = { type: z.literal('comments'), rich: z.boolean().default(true) }
/** Records of an app, this one included; kept apart from the record, so that many cost no more than few. */
const reference = {
  type: z.literal('reference'),
  /** Whose records it points to; fixed once the field exists. */
  app: AppId,
  multiple: z.boolean().default(false),
  /** Fields of the other app that are shown beside the linked records. */
  columns: z.array(Key).max(10).default([]),
  /** Offers to create a record of the other app where one is chosen. */
  canAdd: z.boolean().default(false),
  /** What records of the other app call those that point to them. */
  backReference: z.strictObject({ label: Label }).optional(),
}

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
  z.strictObject({ ...existing, ...common, ...reference }),
  z.strictObject({ ...existing, ...common, ...attachment }),
  z.strictObject({ ...existing, ...common, ...comments }),
  z.strictObject({ ...existing, ...common, ...formula }),
  z.strictObject({ ...existing, ...common, ...system }),
  z.strictObject({ ...existing, ...common, ...technique }),
  z.strictObject({ ...existing, ...common, ...observablesField }),
  z.strictObject({ ...existing, ...common, ...tasksField }),
  z.strictObject({ ...existing, ...common, ...clockField }),
])
export type FieldInput = z.infer<typeof FieldInput>

/** A field as stored: every field has an id, which names its column. */
export type Field = FieldInput & { id: FieldId }
export type FieldType = Field['type']
export const Field = FieldInput.and(z.object({ id: FieldId }))

/** Facts every record has; they may be filtered and sorted by like fields. */
export const SYSTEM_FIELDS = ['tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by'] as const
export type SystemField = (typeof SYSTEM_FIELDS)[number]
