import type { AppletLink, FieldOverride } from '@caseloom/contract/apps/applet-links'
import { FieldAllowance, type KeyClash } from '@caseloom/contract/apps/applets'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { placedRules } from '../walk.ts'
import type { AppletBundle } from './expand.ts'
import { isTooLong, prefixedKey } from './names.ts'

/** Something wrong with a link, with the place in it. */
export interface LinkFault {
  path: (string | number)[]
  code: string
  message: string
}

const ALLOWED_BY = {
  label: 'label',
  help: 'label',
  required: 'required',
  addedOptions: 'addOptions',
  hidden: 'hide',
  target: 'target',
} as const satisfies Record<keyof FieldOverride, keyof FieldAllowance>

const REFUSED: Record<keyof FieldOverride, string> = {
  label: 'a label of its own',
  help: 'a help text of its own',
  required: 'to change whether it is required',
  addedOptions: 'options of its own',
  hidden: 'to hide it',
  target: 'a target of its own',
}

export function allowanceOf({ allows }: AppletBundle, key: string): FieldAllowance {
  return allows?.[key] ?? FieldAllowance.parse({})
}

/**
 * What is wrong with the overrides and the rules that are off. What the link already had `before` stays, even where the applet no longer
 * allows it.
 */
export function linkFaults(
  bundle: AppletBundle,
  link: Pick<AppletLink, 'overrides' | 'rulesOff'>,
  before?: Pick<AppletLink, 'overrides' | 'rulesOff'>,
): LinkFault[] {
  const fields = new Map(bundle.fields.map((field) => [field.key, field]))
  const faults = Object.entries(link.overrides).flatMap(([key, override]): LinkFault[] => {
    const field = fields.get(key)
    const path = ['overrides', key]
    if (field === undefined)
      return [{ path, code: 'unknown_field', message: `The applet has no field "${key}"` }]
    return overrideFaults(bundle, { field, override, before: before?.overrides[key] })
  })
  const items = logicIds(bundle)
  const unknown = (link.rulesOff ?? []).flatMap((id, at) =>
    items.has(id)
      ? []
      : [{ path: ['rulesOff', at], code: 'unknown_item', message: `The applet has no rule "${id}"` }],
  )
  return [...faults, ...unknown]
}

/** IDs of the stages and rules of an applet: what links can turn off. */
export function logicIds({ workflow = { stages: [] } }: AppletBundle): Set<string> {
  return new Set([
    ...workflow.stages.map(({ id }) => id),
    ...placedRules(workflow).map(({ rule }) => rule.id),
  ])
}

interface Overriding {
  field: FieldInput
  override: FieldOverride
  before: FieldOverride | undefined
}

function overrideFaults(bundle: AppletBundle, { field, override, before }: Overriding): LinkFault[] {
  const allowed = allowanceOf(bundle, field.key)
  // Keys of an override are those of its schema.
  const names = Object.keys(override) as (keyof FieldOverride)[]
  return names.flatMap((name): LinkFault[] => {
    const path = ['overrides', field.key, name]
    if (override[name] === undefined) return []
    const misfit =
      (name === 'addedOptions' && !('options' in field)) || (name === 'target' && !('start' in field))
    if (misfit) return [{ path, code: 'not_allowed', message: `"${field.label}" doesn’t have this property` }]
    const isUnchanged = JSON.stringify(before?.[name]) === JSON.stringify(override[name])
    if (!isUnchanged && !allowed[ALLOWED_BY[name]])
      return [
        {
          path,
          code: 'not_allowed',
          message: `The applet doesn’t allow ${REFUSED[name]} for "${field.label}"`,
        },
      ]
    return name === 'addedOptions' ? addedFaults(path, override.addedOptions ?? []) : []
  })
}

function addedFaults(path: (string | number)[], added: readonly { key: string }[]): LinkFault[] {
  return added.flatMap(({ key }, at) =>
    added.findIndex((other) => other.key === key) < at
      ? [{ path: [...path, at, 'key'], code: 'duplicate', message: `Two options have the key "${key}"` }]
      : [],
  )
}

/** Fields of an app, and those that it left out but keeps. */
export interface AppKeys {
  fields: readonly FieldInput[]
  removed?: readonly FieldInput[] | undefined
}

/** Keys that the link can’t have in the app, and those that the prefix keeps apart. */
export function keyClashes(
  bundle: AppletBundle,
  prefix: string,
  { fields, removed = [] }: AppKeys,
): KeyClash[] {
  return bundle.fields.flatMap((field): KeyClash[] => {
    const { key, label } = field
    const inApp = prefixedKey(prefix, key)
    const clash = (kind: KeyClash['kind']) => [{ key, inApp, label, kind }]
    if (isTooLong(prefix, key)) return clash('too_long')
    const there = fields.find((one) => one.key === inApp)
    if (there !== undefined && there.applet !== prefix) return clash('taken')
    const left = removed.find((one) => one.key === inApp)
    if (there === undefined && left !== undefined && left.type !== field.type) return clash('removed')
    return fields.some((one) => one.key === key) ? clash('avoided') : []
  })
}

/** A prefix like the wanted one under which nothing clashes in the app. */
export function freePrefix(
  bundle: AppletBundle,
  wanted: string,
  app: AppKeys & { taken: readonly string[]; sections: readonly string[] },
): string | null {
  const longest = Math.max(0, ...bundle.fields.map(({ key }) => key.length))
  const room = 32 - longest - 1
  for (let count = 1; count <= 99; count += 1) {
    const tail = count === 1 ? '' : String(count)
    const prefix = wanted.slice(0, Math.max(0, room - tail.length)).replace(/_+$/, '') + tail
    if (!/^[a-z][a-z0-9_]*$/.test(prefix)) return null
    const isTaken = app.taken.includes(prefix) || app.sections.includes(prefix)
    if (!isTaken && keyClashes(bundle, prefix, app).every(({ kind }) => kind === 'avoided')) return prefix
  }
  return null
}
