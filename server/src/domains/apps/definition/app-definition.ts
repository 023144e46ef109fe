// The definition of an app: fields, layout, workflow, permissions, and their checks.
import type { LinkedApplet } from '@caseloom/contract/apps/applet-links'
import type { AppCreate, AppUpdate, AppView, Promotion } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { FormatRule, RoleLayout } from '@caseloom/contract/apps/layout'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import type { CorrelationRule } from '@caseloom/contract/apps/correlation-rules'
import type { ExportTemplate } from '@caseloom/contract/apps/export-templates'
import type { RecordTemplate } from '@caseloom/contract/apps/record-templates'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import type { ClassEpochs } from './read-classes.rules.ts'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { cleanJson } from '../../../field-types/json.ts'
import { withSectionIds } from '@caseloom/contract/apps/section-ids'

/** A field as stored: one that a later revision removed remains, hidden, with its data. */
export type StoredField = Field & {
  hidden?: true
  /** Which column of the field holds its values; another one when it came to hold another type. Absent is the first. */
  generation?: number
}

/** A field as people and their programs know it. */
export function publicField({ hidden: _hidden, generation: _generation, ...field }: StoredField): Field {
  return field
}

/** What an app is, as one revision of it is stored. */
export interface AppDefinition {
  name: string
  description?: string | undefined
  icon: string
  titleField: string
  listColumns: string[]
  layout: AppView['layout']
  /** Absent while the app has one layout for all. */
  layouts?: RoleLayout[]
  formats?: FormatRule[]
  fields: StoredField[]
  promotions?: Promotion[]
  templates?: RecordTemplate[]
  correlation?: CorrelationRule[]
  exports?: ExportTemplate[]
  assigneeField?: string
  /** Absent while the app has no form logic of its own. */
  workflow?: Workflow
  /** Retention of workflow runs in days; absent for the default. */
  keepWorkflowRuns?: number | 'forever'
  /** Looks up new observables; absent while it doesn’t. */
  enrichNew?: true
  /** Linked applets with their stages, as the revision has them; absent while there are none. */
  applets?: LinkedApplet[]
  /** Absent while the app is open to all with the permission. */
  sharing?: Sharing
  /** Read-only and out of the navigation. */
  archived?: true
  /** Fields with the types that they are about to have: their values are being made ready. */
  changing?: StoredField[]
  /** Absent while no field has ever changed its readers. */
  classEpochs?: ClassEpochs
}

/** An app with its identity; `definition` is that of `revision`. */
export interface StoredApp {
  id: string
  key: string
  acronym: string
  revision: number
  updatedAt: Date
  definition: AppDefinition
}

/** What an editor gives of an app. */
export type AppShape = Omit<AppCreate | AppUpdate, 'key' | 'acronym' | 'revision' | 'fields'>
/** The same, with all that its links bring. */
type WholeShape = Omit<AppShape, 'applets'> & { applets?: LinkedApplet[] | undefined }

/** The shape of an app apart from its fields, as a stored definition holds it. */
export function shapeOf(input: WholeShape): Omit<AppDefinition, 'fields'> {
  const { name, description, icon, titleField, listColumns, layout, sharing = null } = input
  const {
    promotions = [],
    templates = [],
    exports = [],
    layouts = [],
    formats = [],
    correlation = [],
  } = input
  const { assigneeField, workflow, keepWorkflowRuns, enrichNew, applets = [] } = input
  return {
    name,
    ...(description === undefined ? {} : { description }),
    icon,
    titleField,
    listColumns,
    layout: withSectionIds(layout),
    ...(layouts.length === 0
      ? {}
      : { layouts: layouts.map((one) => ({ ...one, sections: withSectionIds(one.sections) })) }),
    ...(formats.length === 0 ? {} : { formats }),
    ...(promotions.length === 0 ? {} : { promotions }),
    ...(templates.length === 0 ? {} : { templates }),
    ...(correlation.length === 0 ? {} : { correlation }),
    ...(exports.length === 0 ? {} : { exports }),
    ...(assigneeField === undefined ? {} : { assigneeField }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(keepWorkflowRuns === undefined ? {} : { keepWorkflowRuns }),
    ...(enrichNew === true ? { enrichNew } : {}),
    ...(applets.length === 0 ? {} : { applets }),
    ...(sharing === null ? {} : { sharing }),
  }
}

/** Fields that people and playbooks see. */
export function liveFields(definition: Pick<AppDefinition, 'fields'>): StoredField[] {
  return definition.fields.filter((field) => field.hidden !== true)
}

/** Texts of a definition go to jsonb, which refuses NUL and lone surrogates. */
export function cleanDefinition(definition: AppDefinition): AppDefinition {
  // A definition is JSON by its schema, and comes back with the same shape.
  return cleanJson(JSON.parse(JSON.stringify(definition)) as JsonValue, 80) as unknown as AppDefinition
}
