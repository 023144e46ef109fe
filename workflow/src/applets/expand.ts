import type { AppletLink, FieldOverride } from '@caseloom/contract/apps/applet-links'
import type { AppletSection, FieldAllowance } from '@caseloom/contract/apps/applets'
import {
  itemsOfSection,
  type LayoutSection,
  type SectionItem,
  withItems,
} from '@caseloom/contract/apps/layout'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { SelectionOption } from '@caseloom/contract/field-types/selection'
import type { Workflow, WorkflowStage } from '@caseloom/contract/apps/workflow'
import { type Names, prefixedId, prefixedKey, renameExpression } from './names.ts'
import { renameFilter, renameStage } from './rename-workflow.ts'

/** One revision of an applet, as far as links depend on it. */
export interface AppletBundle {
  fields: readonly FieldInput[]
  section: AppletSection
  workflow?: Workflow | undefined
  allows?: Readonly<Record<string, FieldAllowance>> | undefined
}

/** What a link adds to its app. */
export interface Expansion {
  fields: FieldInput[]
  section: LayoutSection
  stages: WorkflowStage[]
}

/** The fields, section, and stages of an applet under the names of a link, with its overrides. */
export function expandApplet(
  bundle: AppletBundle,
  link: Pick<AppletLink, 'prefix' | 'overrides' | 'rulesOff'>,
): Expansion {
  const { prefix, overrides, rulesOff = [] } = link
  const { fields, section, workflow } = bundle
  const names: Names = {
    prefix,
    own: new Set(fields.map(({ key }) => key)),
    section: section.id,
    blocks: new Set((section.blocks ?? []).map(({ id }) => id)),
  }
  const off = new Set<string>(rulesOff)
  return {
    fields: fields.map((field) => expandField(field, overrides[field.key], names)),
    section: expandSection(section, { names, overrides }),
    stages: (workflow?.stages ?? []).map((stage) => renameStage(stage, names, off)),
  }
}

/** The section without the fields that the app hides; its blocks keep their places among the others. */
function expandSection(
  section: AppletSection,
  { names: { prefix }, overrides }: { names: Names; overrides: AppletLink['overrides'] },
): LayoutSection {
  const items = itemsOfSection(section).flatMap((item): SectionItem[] => {
    if (item.block !== undefined) return [{ block: { ...item.block, id: prefixedId(prefix, item.block.id) } }]
    return overrides[item.field]?.hidden === true ? [] : [{ field: prefixedKey(prefix, item.field) }]
  })
  return { ...withItems(section, items), id: prefix, applet: prefix }
}

function expandField(field: FieldInput, override: FieldOverride | undefined, names: Names): FieldInput {
  const { id: _id, ...rest } = override === undefined ? field : overridden(field, override)
  const { requiredWhen } = rest
  // Of the same type with the same settings; the union of all types can’t say so.
  return {
    ...rest,
    ...settingsIn(field, names),
    key: prefixedKey(names.prefix, field.key),
    applet: names.prefix,
    ...(requiredWhen === undefined ? {} : { requiredWhen: renameFilter(requiredWhen, names) }),
  } as FieldInput
}

/** A field of the applet with what an app changes about it. */
export function overridden(field: FieldInput, override: FieldOverride): FieldInput {
  const { label, help, required, addedOptions, target } = override
  return {
    ...field,
    ...(label === undefined ? {} : { label }),
    ...(help === undefined ? {} : { help }),
    ...(required === undefined ? {} : { required }),
    ...(addedOptions === undefined || !('options' in field)
      ? {}
      : { options: withAdded(field.options, addedOptions) }),
    ...(target === undefined || !('start' in field) ? {} : { target }),
  } as FieldInput
}

/** Options of an applet and those that an app adds; one that both have is the app’s. */
export function withAdded(
  options: readonly SelectionOption[],
  added: readonly SelectionOption[],
): SelectionOption[] {
  const own = new Map(added.map((option) => [option.key, option]))
  const known = new Set(options.map(({ key }) => key))
  return [
    ...options.map((option) => own.get(option.key) ?? option),
    ...added.filter(({ key }) => !known.has(key)),
  ]
}

/** Settings of a field that name other fields. */
function settingsIn(field: FieldInput, names: Names): object {
  if ('start' in field) {
    const { start, pause, stop } = field
    return {
      start: renameFilter(start, names),
      ...(pause === undefined ? {} : { pause: renameFilter(pause, names) }),
      stop: renameFilter(stop, names),
    }
  }
  if ('stamp' in field && field.stamp !== undefined)
    return { stamp: { ...field.stamp, when: renameFilter(field.stamp.when, names) } }
  if ('expression' in field)
    return { expression: renameExpression(field.expression, names, { roots: ['record'], bare: true }) }
  return {}
}
