import type { AppView } from '@caseloom/contract/apps/apps'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import {
  itemsOfSection,
  type LayoutBlock,
  layoutFor,
  type LayoutSection,
  type SectionItem,
  withItems,
} from '@caseloom/contract/apps/layout'
import type { FormItem } from '@caseloom/contract/apps/workflow'
import { filterReads } from '@caseloom/workflow/formats'
import type { AppDefinition } from '../definition/app-definition.ts'
import { withSectionIds } from '@caseloom/contract/apps/section-ids'

/** The viewer of an app: the roles among their principals, whether they build it, and which fields they can read. */
interface Looking {
  principals: readonly string[]
  build: boolean
  isShown: (key: string) => boolean
}

/**
 * Layouts and marks as someone sees them. Who does not build the app sees their own layout alone, without fields that
 * they can't read, and without marks that are about those.
 */
export function shownLayout(
  definition: AppDefinition,
  fields: readonly FieldInput[],
  { principals, build, isShown }: Looking,
): Pick<AppView, 'layout' | 'layouts' | 'ownLayout' | 'formats'> {
  const { layout, layouts, formats } = definition
  const own = layoutFor({ layout, layouts }, principals)
  if (build) {
    return {
      layout: withSectionIds(layout),
      ...(layouts === undefined
        ? {}
        : { layouts: layouts.map((one) => ({ ...one, sections: withSectionIds(one.sections) })) }),
      ...(own.id === null ? {} : { ownLayout: own.id }),
      ...(formats === undefined ? {} : { formats }),
    }
  }
  const shown = formats?.flatMap((rule) => {
    const columns = rule.columns?.filter(isShown)
    const isOpen = columns?.length !== 0 && filterReads(rule.when, fields).every(isShown)
    return isOpen ? [columns === undefined ? rule : { ...rule, columns }] : []
  })
  return {
    layout: withSectionIds(own.sections).map((section) => readableSection(section, isShown)),
    ...(shown === undefined || shown.length === 0 ? {} : { formats: shown }),
  }
}

/** Whether a layout has an item that a rule names; fields and buttons have rules of their own. */
export function placedIn(layout: readonly LayoutSection[]): (item: FormItem) => boolean {
  return (item) => {
    if ('section' in item) return layout.some(({ id }) => id === item.section)
    if ('tab' in item) return layout.some(({ tab }) => tab === item.tab)
    if ('block' in item) return layout.some(({ blocks }) => blocks?.some(({ id }) => id === item.block))
    return true
  }
}

/** A widget that depends on a field that someone can’t read would show what is in it. */
function isShownBlock(block: LayoutBlock, isShown: Looking['isShown']): boolean {
  return block.kind !== 'widget' || block.match.every(({ from }) => from === '$record' || isShown(from))
}

/** A widget names fields of another app, which may be hidden there: what it matches by is for those who build the app. */
function readableBlock(block: LayoutBlock): LayoutBlock {
  return block.kind === 'widget' ? { ...block, match: [] } : block
}

/** A section without the fields that someone can’t read; its blocks stay where they are among the others. */
export function readableSection(section: LayoutSection, isShown: Looking['isShown']): LayoutSection {
  return withItems(
    section,
    itemsOfSection(section).flatMap((item): SectionItem[] => {
      if (item.block === undefined) return isShown(item.field) ? [item] : []
      return isShownBlock(item.block, isShown) ? [{ block: readableBlock(item.block) }] : []
    }),
  )
}
