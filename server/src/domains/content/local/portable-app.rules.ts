import { writeAppFile } from '@caseloom/contract/apps/app-file'
import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { holdsPeople } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { tablesNamedIn } from '../format/named-tables.rules.ts'
import { plainJson } from '../format/canonical.rules.ts'
import type { Limits } from '../format/package-file.ts'
import type { ItemNeed, ItemNote, Portable } from './local-item.ts'

/** Keys of what a definition names by ID; absent for what the actor can’t see. */
export interface KeysById {
  app(id: string): string | undefined
  applet(id: string): { key: string; revision: number } | undefined
}

/** An app as a package holds it. What its applets bring is left to them. */
export function portableApp(view: AppView, keys: KeysById, images: readonly string[]): Portable {
  const {
    id: _id,
    revision: _revision,
    updatedAt: _updatedAt,
    can: _can,
    removedFields: _removed,
    ownHidden: _hidden,
    ownLocked: _locked,
    ownLayout: _ownLayout,
    archived: _archived,
    changing: _changing,
    computing: _computing,
    sharing,
    applets = [],
    fields,
    layout,
    layouts,
    ...shape
  } = view
  const own = fields.filter(({ applet }) => applet === undefined)
  const written = writeAppFile(
    AppCreate.parse({
      ...shape,
      fields: own.map(withoutPeople),
      layout: layout.map(portableSection),
      ...(layouts === undefined
        ? {}
        : { layouts: layouts.map((one) => ({ ...one, sections: one.sections.map(portableSection) })) }),
    }),
    keys.app,
  )
  const links = applets.map(({ applet, prefix, overrides, rulesOff }) => ({
    applet: keys.applet(applet)?.key ?? applet,
    prefix,
    overrides,
    ...(rulesOff === undefined ? {} : { rulesOff }),
  }))
  const app = { ...written.app, ...(links.length === 0 ? {} : { applets: plainJson({ links })['links'] }) }
  const { needs, notes } = referencesOf(own, keys)
  needs.push(...tableNeeds(plainJson(app)))
  for (const { applet, prefix, revision } of applets) {
    const found = keys.applet(applet)
    if (found === undefined) notes.push({ severity: 'error', code: 'unreadable_app', place: prefix })
    else if (found.revision !== revision)
      notes.push({ severity: 'error', code: 'old_revision', place: prefix })
    if (found !== undefined) needs.push({ kind: 'applet', key: found.key, relation: 'applet', place: prefix })
  }
  return {
    document: plainJson({ ...written, app, ...(images.length === 0 ? {} : { images }) }),
    limits: limitsOf(own, sharing !== null),
    needs,
    notes: [...notes, ...notesOf(own), ...layoutNotes(view)],
  }
}

/** The tables that form logic names. */
export function tableNeeds(definition: JsonValue): ItemNeed[] {
  return tablesNamedIn(definition).map((key) => ({ kind: 'table', key, relation: 'names', place: '' }))
}

/** Buttons and widgets belong to playbooks and dashboards of the tenant; sections of applets are made by these. */
function portableSection({ blocks, ...section }: LayoutSection): LayoutSection {
  const own = blocks?.filter(({ kind }) => kind !== 'button' && kind !== 'widget') ?? []
  if (section.applet !== undefined) return { ...section, fields: [] }
  return own.length === 0 ? section : { ...section, blocks: own }
}

/** A field without the people of the tenant: defaults and lists of those who can be chosen. */
export function withoutPeople(field: Field): Field {
  if (!holdsPeople(field)) return field
  const { members: _members, default: initial, ...rest } = field
  // Only what was optional is gone.
  return (initial === 'me' ? { ...rest, default: initial } : rest) as Field
}

/** What is said of fields that not everyone may read or write. */
export function limitsOf(fields: readonly Field[], isShared: boolean): Limits {
  const keysOf = (part: 'readers' | 'writers') =>
    fields.flatMap((field) => (field[part] === undefined ? [] : [field.key])).toSorted()
  const [readers, writers] = [keysOf('readers'), keysOf('writers')]
  return {
    ...(isShared ? { sharing: true as const } : {}),
    ...(readers.length === 0 ? {} : { readers }),
    ...(writers.length === 0 ? {} : { writers }),
  }
}

/** The apps that reference fields point to. */
export function referencesOf(
  fields: readonly Field[],
  keys: Pick<KeysById, 'app'>,
): { needs: ItemNeed[]; notes: ItemNote[] } {
  const needs: ItemNeed[] = []
  const notes: ItemNote[] = []
  for (const field of fields) {
    if (!('app' in field)) continue
    const key = keys.app(field.app)
    if (key === undefined) notes.push({ severity: 'error', code: 'unreadable_app', place: field.label })
    else needs.push({ kind: 'app', key, relation: 'reference', place: field.label })
  }
  return { needs, notes }
}

export function notesOf(fields: readonly Field[]): ItemNote[] {
  return fields.flatMap((field): ItemNote[] => {
    const isChanged = JSON.stringify(withoutPeople(field)) !== JSON.stringify(field)
    const isLimited = field.readers !== undefined || field.writers !== undefined
    return [
      ...(isChanged ? [{ severity: 'warning', code: 'left_out', place: field.label } as const] : []),
      ...(isLimited ? [{ severity: 'warning', code: 'limited', place: field.label } as const] : []),
    ]
  })
}

function layoutNotes({ layout, layouts = [], sharing }: AppView): ItemNote[] {
  const sections = [...layout, ...layouts.flatMap((one) => one.sections)]
  const foreign = sections.filter(({ blocks = [] }) =>
    blocks.some(({ kind }) => kind === 'button' || kind === 'widget'),
  )
  return [
    ...foreign.map(({ title }): ItemNote => ({ severity: 'warning', code: 'left_out', place: title })),
    ...layouts
      .filter(({ roles }) => roles.length > 0)
      .map(({ name }): ItemNote => ({ severity: 'warning', code: 'left_out', place: name })),
    ...(sharing === null ? [] : [{ severity: 'warning', code: 'limited', place: '' } as const]),
  ]
}
