import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { AppUpdate } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import {
  type AppDefinition,
  cleanDefinition,
  liveFields,
  shapeOf,
  type StoredApp,
} from '../definition/app-definition.ts'
import { definitionIssues, nextFields } from '../definition/app-definition.rules.ts'
import { keepBuilder, sharingOf } from '../definition/app-sharing.rules.ts'
import { hiddenFieldIssues, type WidenedField, widenedFields } from '../definition/field-readers.rules.ts'
import { nextEpochs } from '../definition/read-classes.rules.ts'
import type { Resolved } from './resolve-links.ts'
import { type Split, splitChange } from './start-change.ts'

/** The result of editing a revision; computed once, and published unchanged. */
export interface UpdatePlan {
  before: StoredApp
  definition: AppDefinition
  /** The fields that are published now, as the editor gave them. */
  fields: readonly FieldInput[]
  convert: Split['convert']
  /** Words of records are to be read again: some fields have other readers. */
  rebuild: boolean
  widened: readonly WidenedField[]
}

/** @throws request.invalid, app.change_refused with the place */
export function planUpdate(actor: Actor, before: StoredApp, command: Resolved<AppUpdate>): UpdatePlan {
  const stored = before.definition
  const { now, later, convert } = splitChange(stored, command)
  // Conditions were checked with the types that are wished for: until these are there they may hold nowhere.
  const issues = later.length === 0 ? [] : definitionIssues(command, now, () => [])
  if (issues.length > 0) throw fail('request.invalid', { issues })
  const next = nextFields(stored, now, newId)
  if (next.refused !== undefined) throw fail('app.change_refused', { issues: next.refused })
  const wished = next.fields.map((field) => later.find(({ id }) => id === field.id) ?? field)
  const hidden = hiddenFieldIssues(actor, stored.fields, wished)
  if (hidden.length > 0) throw fail('app.change_refused', { issues: hidden })
  const widened = widenedFields(stored.fields, wished)
  const shown = next.fields.filter((field) => field.hidden !== true)
  const { epochs, rebuild } = nextEpochs(liveFields(stored), shown, stored.classEpochs ?? {})
  const sharing = command.sharing === undefined ? sharingOf(before) : keepBuilder(actor, command.sharing)
  const definition = cleanDefinition({
    ...shapeOf({ ...command, sharing }),
    fields: next.fields,
    classEpochs: epochs,
    ...(later.length === 0 ? {} : { changing: later }),
  })
  return { before, definition, fields: now, convert, rebuild, widened }
}
