import type { Actor } from '@caseloom/contract/kernel/permissions'
import { closingOption, endsWork } from '@caseloom/contract/records/closing'
import type { FieldValues } from '@caseloom/contract/records/records'
import { fail } from '../../../platform/errors.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'
import type { AppShape } from '../model/record-shape.ts'
import { readInput } from '../writing/record-change.rules.ts'

interface Closing {
  /** The field of the state that closes. */
  state: string
  /** All values that closing sets, with the state. */
  set: FieldValues
}

/**
 * What closes the records of an app: the state that the values name, or the app's first closed state.
 * @throws field.unknown, request.invalid
 */
export function readClosing(app: AppShape, actor: Actor, set: FieldValues, path: readonly string[]): Closing {
  const readable = app.fields.filter((field) => mayReadField(actor, field))
  const closing = closingOption(readable.map(({ definition }) => definition))
  if (closing === null) {
    const message = 'No state of this app closes its records'
    throw fail('request.invalid', { issues: [{ path: [...path], code: 'no_closed_state', message }] })
  }
  const { field, value } = closing
  const whole = { [field.key]: value, ...set }
  readValues(app, actor, whole, path)
  if (!endsWork(field, whole[field.key])) {
    const message = 'This state doesn’t close a record'
    throw fail('request.invalid', { issues: [{ path: [...path, field.key], code: 'not_closed', message }] })
  }
  return { state: field.key, set: whole }
}

/** Refuses values that the actor can't set in any record. @throws field.unknown, request.invalid */
export function readValues(app: AppShape, actor: Actor, set: FieldValues, path: readonly string[]): void {
  const { issues } = readInput(app, actor, set, [...path])
  if (issues === undefined) return
  const isUnknown = issues.some(({ code }) => code === 'unknown_field')
  throw fail(isUnknown ? 'field.unknown' : 'request.invalid', { issues })
}
