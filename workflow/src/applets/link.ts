import type { AppletLink, LinkedApplet } from '@caseloom/contract/apps/applet-links'
import { itemsOfSection, type LayoutSection, withItems } from '@caseloom/contract/apps/layout'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import { type AppletBundle, type Expansion, expandApplet } from './expand.ts'

/** The parts of an app that links are about. */
export interface LinkingApp<Link extends AppletLink = AppletLink> {
  fields: FieldInput[]
  layout: LayoutSection[]
  workflow?: Workflow | undefined
  applets?: Link[] | undefined
}

/**
 * Puts a link into an app, or brings what an earlier one put there to this one: fields keep their IDs and places, the section its place, tab,
 * and whether it is folded. `at` is the place of a new section.
 */
export function putLink<Link extends AppletLink, App extends LinkingApp<Link>>(
  app: App,
  bundle: AppletBundle,
  { link, at }: { link: Link; at?: number | undefined },
): App {
  const expansion = expandApplet(bundle, link)
  const { applets = [] } = app
  const has = applets.some(({ prefix }) => prefix === link.prefix)
  return {
    ...app,
    fields: putFields(app.fields, link.prefix, expansion),
    layout: putSection(app.layout, link.prefix, { app, expansion, at }),
    applets: has ? applets.map((one) => (one.prefix === link.prefix ? link : one)) : [...applets, link],
  }
}

function putFields(fields: readonly FieldInput[], prefix: string, expansion: Expansion): FieldInput[] {
  const left = new Map(expansion.fields.map((field) => [field.key, field]))
  const remaining = fields.flatMap((field) => {
    if (field.applet !== prefix) return [field]
    const next = left.get(field.key)
    left.delete(field.key)
    return next === undefined ? [] : [{ ...next, ...(field.id === undefined ? {} : { id: field.id }) }]
  })
  const last = remaining.findLastIndex(({ applet }) => applet === prefix)
  return remaining.toSpliced(last < 0 ? remaining.length : last + 1, 0, ...left.values())
}

interface Putting {
  app: LinkingApp
  expansion: Expansion
  at: number | undefined
}

function putSection(
  layout: readonly LayoutSection[],
  prefix: string,
  { app, expansion, at }: Putting,
): LayoutSection[] {
  const shown = new Set(expansion.section.fields)
  const ours = new Set([
    ...app.fields.flatMap(({ key, applet }) => (applet === prefix ? [key] : [])),
    ...expansion.fields.map(({ key }) => key),
  ])
  const others = layout
    .filter(({ applet }) => applet !== prefix)
    .map((section) => ({
      ...section,
      fields: section.fields.filter((key) => !ours.has(key) || shown.has(key)),
    }))
  const elsewhere = new Set(others.flatMap(({ fields }) => fields))
  const own = layout.find(({ applet }) => applet === prefix)
  const { collapsed: _collapsed, ...content } = expansion.section
  const items = itemsOfSection(content).filter(({ field }) => field === undefined || !elsewhere.has(field))
  const section: LayoutSection = {
    ...withItems(own === undefined ? expansion.section : content, items),
    ...(own?.tab === undefined ? {} : { tab: own.tab }),
    ...(own?.collapsed === undefined ? {} : { collapsed: own.collapsed }),
  }
  const place = own === undefined ? (at ?? others.length) : layout.indexOf(own)
  return others.toSpliced(place, 0, section)
}

/** Makes what a link brought the app’s own: fields, section, and form logic stay as they are. */
export function detachLink<App extends LinkingApp<LinkedApplet>>(app: App, prefix: string): App {
  const { applets = [], workflow } = app
  const link = applets.find((one) => one.prefix === prefix)
  const stages = link?.stages ?? []
  return {
    ...app,
    fields: app.fields.map((field) => (field.applet === prefix ? ownField(field) : field)),
    layout: app.layout.map((section) => {
      if (section.applet !== prefix) return section
      const { applet: _applet, ...own } = section
      return own
    }),
    ...(stages.length === 0
      ? {}
      : { workflow: { ...workflow, stages: [...(workflow?.stages ?? []), ...stages] } }),
    applets: applets.filter((one) => one !== link),
  }
}

export function ownField(field: FieldInput): FieldInput {
  const { applet: _applet, ...own } = field
  // Without the mark it is still a field of its type.
  return own as FieldInput
}

/** Removes a link with everything it added; the data of its fields is retained like that of any removed field. */
export function removeLink<App extends LinkingApp>(app: App, prefix: string): App {
  const gone = new Set(app.fields.flatMap(({ key, applet }) => (applet === prefix ? [key] : [])))
  return {
    ...app,
    fields: app.fields.filter(({ applet }) => applet !== prefix),
    layout: app.layout
      .filter(({ applet }) => applet !== prefix)
      .map((section) => ({ ...section, fields: section.fields.filter((key) => !gone.has(key)) })),
    applets: (app.applets ?? []).filter((one) => one.prefix !== prefix),
  }
}
