import { z } from 'zod'
import { Key, Label } from './common-settings.ts'
import { FIELD_SETTINGS } from './registry.ts'
import { Filter } from '../values/filter.ts'
import { FieldId, RoleId } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'

const existing = { id: FieldId.optional().meta({ description: 'Absent for a new field' }) }

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
  /** The prefix of the applet link that the field comes from; it can be changed only by overrides of the link. */
  applet: Key.optional(),
}

function definition<Settings extends z.ZodRawShape>(settings: Settings) {
  return z.strictObject({ ...existing, ...common, ...settings })
}
type Definition<Settings> = Settings extends z.ZodRawShape ? ReturnType<typeof definition<Settings>> : never
type AnyDefinition = Definition<(typeof FIELD_SETTINGS)[keyof typeof FIELD_SETTINGS]>

const [first, ...others] = Object.values(FIELD_SETTINGS).map((settings) => definition(settings))
// Each definition is of one type's settings, which a list of them all cannot say.
export const FieldInput = z.discriminatedUnion('type', [first, ...others] as unknown as [
  AnyDefinition,
  ...AnyDefinition[],
])
export type FieldInput = z.infer<typeof FieldInput>

/** A field as stored: every field has an id, which names its column. */
export type Field = FieldInput & { id: FieldId }
export type FieldType = Field['type']
/** The definition of a field of one type. */
export type FieldInputOf<T extends FieldType> = Extract<FieldInput, { type: T }>
export const Field = FieldInput.and(z.object({ id: FieldId }))

/** Facts every record has; they may be filtered and sorted by like fields. */
export const SYSTEM_FIELDS = ['tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by'] as const
export type SystemField = (typeof SYSTEM_FIELDS)[number]
