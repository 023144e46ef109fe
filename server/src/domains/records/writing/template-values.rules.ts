import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordTemplate, TemplateTask } from '@caseloom/contract/apps/record-templates'
import { mayReadField, mayWriteField } from '../model/app-permissions.rules.ts'
import type { AppShape, FieldShape, Moment, Values } from '../model/record-shape.ts'
import { defaultOf } from './change-limits.rules.ts'

/**
 * The values of a new record with what a template adds: given values count first, but given tasks follow those of the
 * template. What the actor may not read or write is left out.
 */
export function templatedValues(
  app: AppShape,
  template: RecordTemplate,
  given: Values,
  moment: Pick<Moment, 'actor' | 'now' | 'zone'>,
): Values {
  const values: Record<string, JsonValue> = {}
  const mayFill = (field: FieldShape | undefined): field is FieldShape =>
    field !== undefined && mayReadField(moment.actor, field) && mayWriteField(moment.actor, field)
  for (const [key, value] of Object.entries(template.fields)) {
    const field = app.byKey.get(key)
    if (mayFill(field) && !Object.hasOwn(given, key)) values[key] = valueIn(field, value, moment)
  }
  for (const [key, tasks] of Object.entries(template.tasks)) {
    const field = app.byKey.get(key)
    if (!mayFill(field) || !fieldTraits(field.definition).tasks) continue
    const own = given[key]
    if (Object.hasOwn(given, key) && !Array.isArray(own)) continue
    const made = field.read(tasks.map((task) => taskOf(task, moment))).value ?? null
    values[key] = [...(Array.isArray(made) ? made : []), ...(Array.isArray(own) ? own : [])]
  }
  return { ...given, ...values }
}

/** A stored value that no longer fits its field is left out. */
function valueIn(
  field: FieldShape,
  value: JsonValue,
  { actor, now, zone }: Pick<Moment, 'actor' | 'now' | 'zone'>,
): JsonValue {
  const maker = actor.kind === 'user' ? actor.id : null
  const { users } = fieldTraits(field.definition)
  const whole =
    users && Array.isArray(value) ? value.flatMap((item) => (item === 'me' ? (maker ?? []) : [item])) : value
  const definition = { ...field.definition, default: whole } as FieldShape['definition']
  return defaultOf({ ...field, definition }, { id: maker, now, zone })
}

function taskOf(
  { title, assignee, due, required, note }: TemplateTask,
  { actor, now }: Pick<Moment, 'actor' | 'now'>,
): JsonObject {
  const person = assignee === 'me' ? (actor.kind === 'user' ? actor.id : null) : (assignee ?? null)
  return {
    title,
    assignee: person,
    due: due === undefined ? null : new Date(now.getTime() + due * 1000).toISOString(),
    required: required ?? false,
    ...(note === undefined ? {} : { note }),
  }
}
