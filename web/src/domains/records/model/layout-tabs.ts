import type { LayoutSection } from '@caseloom/contract/apps/layout'

/** The tab of sections that name none. */
export const FIRST_TAB = 'details'

/** The tab of all observables, beside those of the layout. */
export const OBSERVABLES_TAB = 'observables'

/** Layout tabs have names that people choose: a prefix sets them apart from Timeline, Files, and so on. */
export function layoutTabOf({ tab }: Pick<LayoutSection, 'tab'>): string {
  return tab === undefined ? FIRST_TAB : `layout:${tab}`
}

export interface LayoutTab {
  key: string
  /** Null: the sections that name no tab. */
  name: string | null
}

/** The tabs of a layout in its order; at least one, so that a record without sections has a page. */
export function layoutTabs(layout: readonly LayoutSection[]): LayoutTab[] {
  const tabs = new Map(layout.map((section) => [layoutTabOf(section), section.tab ?? null]))
  if (tabs.size === 0) return [{ key: FIRST_TAB, name: null }]
  return [...tabs].map(([key, name]) => ({ key, name }))
}

/** The tab to open so that a rejected field is seen; null while one of them is on the open tab, or on none. */
export function tabOfFaults(
  layout: readonly LayoutSection[],
  faulty: readonly string[],
  open: string,
): string | null {
  const tabs = layout
    .filter(({ fields }) => fields.some((key) => faulty.includes(key)))
    .map((section) => layoutTabOf(section))
  return tabs.includes(open) ? null : (tabs[0] ?? null)
}
