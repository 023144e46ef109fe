import type { AppletLink } from '@caseloom/contract/apps/applet-links'
import type { LayoutSection } from '@caseloom/contract/apps/layout'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { type AppletBundle, expandApplet } from '@caseloom/workflow/applets/expand'
import { allowanceOf, keyClashes, linkFaults } from '@caseloom/workflow/applets/faults'
import { unprefixedKey } from '@caseloom/workflow/applets/names'
import { asJson, sameJson } from '@caseloom/workflow/applets/same-json'

type Path = (string | number)[]

/** What an editor gives of an app, as far as links are concerned. */
export interface LinkedInput {
  fields: readonly FieldInput[]
  layout: readonly LayoutSection[]
}

/** A link with the revision of the applet that it uses, and how the app had both before. */
export interface CheckedLink {
  at: number
  link: AppletLink
  name: string
  bundle: AppletBundle
  before: AppletLink | undefined
  /** Fields that the app left out but keeps. */
  removed: readonly FieldInput[]
  /** Fields of the link that were outside its section before. */
  elsewhere: ReadonlySet<string>
}

function issue(path: Path, code: string, message: string): Issue {
  return { path: ['body', ...path], code, message }
}

/** Faults of one link: its overrides, its keys, and parts of the app that don’t match it. */
export function checkedLinkIssues(input: LinkedInput, checked: CheckedLink): Issue[] {
  const { at, link, bundle, before } = checked
  const own = linkFaults(bundle, link, before).map(({ path, code, message }) =>
    issue(['applets', at, ...path], code, message),
  )
  return [
    ...own,
    ...clashIssues(input, checked),
    ...fieldIssues(input, checked),
    ...layoutIssues(input, checked),
  ]
}

function clashIssues({ fields }: LinkedInput, { at, link, bundle, removed }: CheckedLink): Issue[] {
  return keyClashes(bundle, link.prefix, { fields, removed }).flatMap(({ inApp, kind }) => {
    if (kind === 'avoided') return []
    const message = {
      taken: `The app already has a field "${inApp}": choose another prefix`,
      removed: `A removed field of another type has the key "${inApp}": choose another prefix`,
      too_long: `"${inApp}" is longer than 32 characters: choose a shorter prefix`,
    }[kind]
    return [issue(['applets', at, 'prefix'], kind, message)]
  })
}

function fieldIssues({ fields }: LinkedInput, { link, bundle, name }: CheckedLink): Issue[] {
  const expanded = new Map(expandApplet(bundle, link).fields.map((field) => [field.key, field]))
  return fields.flatMap((field, at): Issue[] => {
    if (field.applet !== link.prefix) return []
    const wanted = expanded.get(field.key)
    if (wanted === undefined)
      return [issue(['fields', at], 'not_in_applet', `The applet "${name}" has no field for "${field.key}"`)]
    const { id: _id, ...given } = field
    const [have, want] = [propertiesOf(given), propertiesOf(wanted)]
    return [...new Set([...Object.keys(have), ...Object.keys(want)])].flatMap((property) =>
      sameJson(have[property] ?? null, want[property] ?? null)
        ? []
        : [
            issue(
              ['fields', at, property],
              'from_applet',
              `"${field.key}" comes from the applet "${name}": change it there, or by an override of the link`,
            ),
          ],
    )
  })
}

function propertiesOf(value: object) {
  const json = asJson(value)
  return json !== null && typeof json === 'object' && !Array.isArray(json) ? json : {}
}

function layoutIssues({ layout }: LinkedInput, checked: CheckedLink): Issue[] {
  const { link, bundle, name } = checked
  const { section } = expandApplet(bundle, link)
  const marked = layout.findIndex(({ applet }) => applet === link.prefix)
  return layout.flatMap((given, at): Issue[] => {
    if (given.applet !== link.prefix) return elsewhereIssues(given, at, checked)
    if (at > marked)
      return [issue(['layout', at, 'applet'], 'duplicate', 'Two sections come from the same link')]
    const order = section.fields.filter((key) => given.fields.includes(key))
    return [
      ...(['title', 'text', 'columns', 'blocks'] as const).flatMap((property) =>
        isSame(given[property], section[property]) || (property === 'blocks' && given.blocks === undefined)
          ? []
          : [issue(['layout', at, property], 'from_applet', `The section comes from the applet "${name}"`)],
      ),
      ...given.fields.flatMap((key, index) => {
        const path = ['layout', at, 'fields', index]
        if (!section.fields.includes(key))
          return [issue(path, 'not_in_applet', `"${key}" isn’t part of the section of the applet "${name}"`)]
        return order.indexOf(key) === index
          ? []
          : [issue(path, 'from_applet', 'The order of the fields comes from the applet')]
      }),
    ]
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return sameJson(asJson(one), asJson(other))
}

/** Fields of the link in sections of the app: as far as the applet allows it, or they were there before. */
function elsewhereIssues(
  { fields }: LayoutSection,
  at: number,
  { link, bundle, name, elsewhere }: CheckedLink,
): Issue[] {
  const ours = new Set(expandApplet(bundle, link).fields.map(({ key }) => key))
  return fields.flatMap((key, index) => {
    const own = ours.has(key) ? unprefixedKey(link.prefix, key) : null
    if (own === null || elsewhere.has(key) || allowanceOf(bundle, own).place) return []
    const message = `The applet "${name}" keeps "${key}" in its section`
    return [issue(['layout', at, 'fields', index], 'not_allowed', message)]
  })
}

/** Marks of links that the app doesn’t have, and prefixes that two links share. */
export function strayIssues(input: LinkedInput, links: readonly AppletLink[]): Issue[] {
  const known = new Set<string>(links.map(({ prefix }) => prefix))
  const stray = (path: Path, prefix: string | undefined) =>
    prefix === undefined || known.has(prefix)
      ? []
      : [
          issue(
            [...path, 'applet'],
            'unknown_link',
            `The app has no linked applet with the prefix "${prefix}"`,
          ),
        ]
  return [
    ...links.flatMap(({ prefix }, at) =>
      links.findIndex((other) => other.prefix === prefix) < at
        ? [issue(['applets', at, 'prefix'], 'duplicate', `Two links have the prefix "${prefix}"`)]
        : [],
    ),
    ...input.fields.flatMap(({ applet }, at) => stray(['fields', at], applet)),
    ...input.layout.flatMap(({ applet }, at) => stray(['layout', at], applet)),
  ]
}
