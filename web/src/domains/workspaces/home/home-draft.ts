import type { HomePageView, HomeWidget } from '@caseloom/contract/workspaces/home-pages'

export type HomeDraft = Pick<HomePageView, 'name' | 'widgets' | 'sharing' | 'defaultFor'>
export type HomeKind = HomeWidget['kind']

export const COLUMNS = 3
export const LIST_KINDS = ['queue', 'unassigned', 'clocks', 'waiting', 'tasks', 'runs'] as const
export type ListKind = (typeof LIST_KINDS)[number]
export const HOME_KINDS: readonly HomeKind[] = [
  ...LIST_KINDS,
  'onCall',
  'favorites',
  'dashboard',
  'text',
  'links',
]

export function homeDraftOf({ name, widgets, sharing, defaultFor }: HomePageView): HomeDraft {
  return { name, widgets, sharing, defaultFor }
}

export function isSameHome(a: HomeDraft, b: HomeDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The lists of the built-in page: the wide ones have a narrow one beside them. */
export const BUILT_IN_WIDGETS: readonly HomeWidget[] = [
  { id: 'queue', kind: 'queue', title: '', width: 2, rows: 10 },
  { id: 'clocks', kind: 'clocks', title: '', width: 1, rows: 10 },
  { id: 'unassigned', kind: 'unassigned', title: '', width: 2, rows: 10 },
  { id: 'waiting', kind: 'waiting', title: '', width: 1, rows: 10 },
  { id: 'tasks', kind: 'tasks', title: '', width: 2, rows: 10 },
  { id: 'runs', kind: 'runs', title: '', width: 1, rows: 10 },
  { id: 'favorites', kind: 'favorites', title: '', width: 3 },
]

/** The built-in page with the dashboard that its reader put there. */
export function builtInWidgets(
  dashboardId: (HomeWidget & { kind: 'dashboard' })['dashboardId'] | null,
): HomeWidget[] {
  if (dashboardId === null) return [...BUILT_IN_WIDGETS]
  return [...BUILT_IN_WIDGETS, { id: 'dashboard', kind: 'dashboard', title: '', width: 3, dashboardId }]
}

export function freshHomeId(kind: HomeKind, widgets: readonly HomeWidget[]): string {
  const taken = new Set(widgets.map(({ id }) => id))
  let count = 1
  while (taken.has(`${kind}-${count}`)) count += 1
  return `${kind}-${count}`
}

/** The widget in its place, or at the end when it is new. */
export function withHomeWidget(widgets: readonly HomeWidget[], widget: HomeWidget): HomeWidget[] {
  return widgets.some(({ id }) => id === widget.id)
    ? widgets.map((one) => (one.id === widget.id ? widget : one))
    : [...widgets, widget]
}

/** Moves a widget by places, as far as the page goes; the same list when it can't move. */
export function movedHomeWidget(widgets: HomeWidget[], id: string, by: number): HomeWidget[] {
  const from = widgets.findIndex((one) => one.id === id)
  const widget = widgets[from]
  const to = Math.min(widgets.length - 1, Math.max(0, from + by))
  if (widget === undefined || to === from) return widgets
  return widgets.toSpliced(from, 1).toSpliced(to, 0, widget)
}

/** Widens or narrows a widget by columns; the same list when it has no other width. */
export function sizedHomeWidget(widgets: HomeWidget[], id: string, by: number): HomeWidget[] {
  const widget = widgets.find((one) => one.id === id)
  const width = Math.min(COLUMNS, Math.max(1, (widget?.width ?? 1) + by))
  if (widget === undefined || width === widget.width) return widgets
  return withHomeWidget(widgets, { ...widget, width })
}
