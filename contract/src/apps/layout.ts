import { z } from 'zod'
import { Key, Label } from '../field-types/common-settings.ts'
import { Filter } from '../values/filter.ts'
import { Address } from '../kernel/address.ts'
import { DashboardId, RoleId } from '../kernel/ids.ts'
import { WorkflowItemId } from './workflow.ts'

// What the form of an app looks like: sections with fields and blocks, layouts for roles, and how lists mark rows.

const block = {
  /** By which a workflow shows and hides it. */
  id: WorkflowItemId,
  /** How many fields of the section come before it; blocks at the same place keep the given order. */
  at: z.number().int().min(0).max(500),
}

/** The SHA-256 digest of an image's bytes. */
export const AppImageId = z.string().regex(/^[0-9a-f]{64}$/)

/** What is shown among the fields of a section without being one. */
export const LayoutBlock = z.discriminatedUnion('kind', [
  /** Markdown that everyone who has the layout reads. */
  z.strictObject({ ...block, kind: z.literal('text'), text: z.string().max(20_000) }),
  z.strictObject({
    ...block,
    kind: z.literal('links'),
    title: Label.optional(),
    links: z.array(z.strictObject({ label: Label, url: Address })).max(50),
  }),
  /** A button that a playbook adds to the app's records, by its ID; without it here, it is at the record's head. */
  z.strictObject({ ...block, kind: z.literal('button'), button: WorkflowItemId }),
  /** An image that was uploaded to the app, for everyone who has the layout. */
  z.strictObject({
    ...block,
    kind: z.literal('image'),
    /** Absent until one is uploaded; an app can't be published without. */
    image: AppImageId.optional(),
    /** What it shows, for people who can't see it. */
    alt: z.string().trim().max(300),
    size: z.enum(['small', 'medium', 'full']).default('full'),
  }),
  /** A widget of a dashboard, over the records that match this one. Needs the permissions that the dashboard needs. */
  z.strictObject({
    ...block,
    kind: z.literal('widget'),
    /** Both absent until chosen; an app can't be published without. */
    dashboard: DashboardId.optional(),
    widget: z.string().max(40).optional(),
    /** Fields of the widget's app, each with the field of this app whose value it must have; `$record` is the record itself. */
    match: z.array(z.strictObject({ field: Key, from: z.union([Key, z.literal('$record')]) })).max(5),
  }),
])
export type LayoutBlock = z.infer<typeof LayoutBlock>

/**
 * A titled part of the record page; fields are keys, shown in the given order and number of columns. A field that
 * is in no section is not on the form, but exists for lists, filters and playbooks.
 */
export const LayoutSection = z.strictObject({
  /** The ID by which a workflow refers to the section; derived from its title when absent, and stable from then on. */
  id: WorkflowItemId.optional(),
  title: Label,
  /** Sections of the same tab stand together, in the order of their first section; absent is the first tab. */
  tab: Label.optional(),
  columns: z.union([z.literal(1), z.literal(2)]).default(2),
  /** Markdown above the fields: what to do here. */
  text: z.string().max(20_000).optional(),
  /** Folded when the page opens. */
  collapsed: z.boolean().optional(),
  fields: z.array(Key).max(500),
  blocks: z.array(LayoutBlock).max(50).optional(),
  /** The prefix of the applet link that the section comes from: only its place, its tab, and whether it is folded are the app’s. */
  applet: Key.optional(),
})
export type LayoutSection = z.infer<typeof LayoutSection>

/**
 * A layout for roles: the first one of the app that names a role of the actor is theirs, and without one the layout of
 * the app. What a layout leaves out is not protected: who can read a field reads it in lists and through the API.
 */
export const RoleLayout = z.strictObject({
  id: WorkflowItemId,
  name: Label,
  roles: z.array(RoleId).max(50),
  sections: z.array(LayoutSection).max(50),
})
export type RoleLayout = z.infer<typeof RoleLayout>

/** Marks rows or cells of the app's list while a record meets a condition; the first rule that applies to a cell wins. */
export const FormatRule = z.strictObject({
  id: WorkflowItemId,
  /** What the mark means, in words: shown beside it, because some people can't see its color. */
  label: Label,
  when: Filter,
  color: z.enum(['gray', 'blue', 'green', 'amber', 'orange', 'red', 'purple']),
  /** The marked columns; the whole row when absent. */
  columns: z.array(z.string().max(40)).min(1).max(50).optional(),
})
export type FormatRule = z.infer<typeof FormatRule>

/** A field or block of a section, at its place. */
export type SectionItem = { field: string; block?: never } | { block: LayoutBlock; field?: never }

/** Fields and blocks of a section in the order in which they are shown. */
export function itemsOfSection({
  fields,
  blocks = [],
}: Pick<LayoutSection, 'fields' | 'blocks'>): SectionItem[] {
  const before = (at: number) =>
    blocks.filter((one) => Math.min(one.at, fields.length) === at).map((one) => ({ block: one }))
  return [...fields.flatMap((field, at) => [...before(at), { field }]), ...before(fields.length)]
}

/** The section with these fields and blocks. */
export function withItems(section: LayoutSection, items: readonly SectionItem[]): LayoutSection {
  const { blocks: _blocks, ...rest } = section
  const fields = items.flatMap(({ field }) => field ?? [])
  const blocks: LayoutBlock[] = []
  let at = 0
  for (const { block: one } of items) {
    if (one === undefined) at += 1
    else blocks.push({ ...one, at })
  }
  return { ...rest, fields, ...(blocks.length === 0 ? {} : { blocks }) }
}

/** The sections that someone with these roles gets, and the layout that they are of; null for that of the app. */
export function layoutFor(
  { layout, layouts = [] }: { layout: LayoutSection[]; layouts?: RoleLayout[] | undefined },
  roles: readonly string[],
): { id: string | null; sections: LayoutSection[] } {
  const own = layouts.find((one) => one.roles.some((role) => roles.includes(role)))
  return own === undefined ? { id: null, sections: layout } : { id: own.id, sections: own.sections }
}
