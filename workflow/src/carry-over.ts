import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import { NEVER, withFieldRules } from './from-fields.ts'

/**
 * An app whose fields say when they are required, stamped, or timed, with the same as rules of its workflow. What remains
 * of the settings says only that the workflow fills the field. The same app when there is nothing to carry over.
 */
export function carryOver<
  Field extends FieldInput,
  App extends { fields: readonly Field[]; workflow?: Workflow | undefined },
>(app: App): App {
  const { workflow = { stages: [] } } = app
  // Fields of linked applets stay as their applet has them.
  const own = app.fields.filter(({ applet }) => applet === undefined)
  const whole = withFieldRules(workflow, own)
  if (whole === workflow) return app
  return {
    ...app,
    fields: app.fields.map((field) => (own.includes(field) ? withoutConditions(field) : field)),
    workflow: whole,
  }
}

function withoutConditions<Field extends FieldInput>({ requiredWhen: _carried, ...field }: Field): Field {
  const rest = field as Field // requiredWhen is optional for every field
  if ('stamp' in rest && rest.stamp !== undefined) return { ...rest, stamp: { ...rest.stamp, when: NEVER } }
  if (!('start' in rest)) return rest
  const { pause: _pause, ...clock } = rest
  return { ...clock, start: NEVER, stop: NEVER } as unknown as Field // still a clock without a pause
}
