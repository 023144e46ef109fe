import type { DashboardView, Widget } from '@caseloom/contract/workspaces/workspaces'

export type Draft = Pick<DashboardView, 'name' | 'description' | 'range' | 'widgets' | 'sharing'>

export const COLUMNS = 12
const MAX_ROWS = 24

export function draftOf({ name, description, range, widgets, sharing }: DashboardView): Draft {
  return { name, description, range, widgets, sharing }
}

export function isSame(a: Draft, b: Draft): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const GAUGE = { w: 3, h: 4 }
const SIZES: Record<Widget['kind'], { w: number; h: number }> = {
  number: { w: 3, h: 2 },
  bar: { w: 4, h: 5 },
  heat: { w: 6, h: 6 },
  trend: { w: 6, h: 6 },
  sla: { w: 4, h: 7 },
  attack: { w: 8, h: 8 },
  funnel: { w: 4, h: 5 },
  table: { w: 8, h: 7 },
  text: { w: 4, h: 3 },
}

function sizeOf(widget: Widget): { w: number; h: number } {
  return widget.kind === 'number' && widget.as === 'gauge' ? GAUGE : SIZES[widget.kind]
}

type Box = Pick<Widget, 'x' | 'y' | 'w' | 'h'>

/** Applies positions after a drag; widgets outside the grid stay. */
export function placed(widgets: readonly Widget[], boxes: readonly (Box & { i: string })[]): Widget[] {
  return widgets.map((widget) => {
    const box = boxes.find((one) => one.i === widget.id)
    return box === undefined ? widget : { ...widget, x: box.x, y: box.y, w: box.w, h: box.h }
  })
}

/** Moves or (with Shift) resizes a box by one step; null if not possible. */
export function stepped(box: Box, key: string, resize: boolean): Box | null {
  const dx = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  const dy = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (dx === 0 && dy === 0) return null
  const next = resize
    ? { ...box, w: box.w + dx, h: box.h + dy }
    : { ...box, x: box.x + dx, y: Math.max(0, box.y + dy) }
  const fits = next.x >= 0 && next.x + next.w <= COLUMNS && next.w >= 2 && next.h >= 2 && next.h <= MAX_ROWS
  return fits ? next : null
}

export function freshId(kind: string, widgets: readonly Widget[]): string {
  const taken = new Set(widgets.map(({ id }) => id))
  let count = 1
  while (taken.has(`${kind}-${count}`)) count += 1
  return `${kind}-${count}`
}

/** The first place with room for a box, row by row; below all others if there is none between them. */
function freePlace(widgets: readonly Box[], { w, h }: Pick<Box, 'w' | 'h'>): Pick<Box, 'x' | 'y'> {
  const bottom = Math.max(0, ...widgets.map((widget) => widget.y + widget.h))
  for (let y = 0; y < bottom; y += 1)
    for (let x = 0; x + w <= COLUMNS; x += 1)
      if (!widgets.some((widget) => overlaps({ x, y, w, h }, widget))) return { x, y }
  return { x: 0, y: bottom }
}

/** The widget replaces its former state, or takes the first free place with the usual size of its kind. */
export function withWidget(widgets: readonly Widget[], widget: Widget, isNew: boolean): Widget[] {
  if (!isNew) return widgets.map((one) => (one.id === widget.id ? widget : one))
  const size = sizeOf(widget)
  return [...widgets, { ...widget, ...size, ...inFreePlace(widgets, { kind: widget.kind, ...size }) }]
}

/** With a copy of the widget in the first free place. */
export function withCopy(widgets: readonly Widget[], widget: Widget): Widget[] {
  return [...widgets, { ...widget, ...inFreePlace(widgets, widget) }]
}

function inFreePlace(
  widgets: readonly Widget[],
  { kind, w, h }: Pick<Widget, 'kind' | 'w' | 'h'>,
): Pick<Widget, 'id' | 'x' | 'y'> {
  return { id: freshId(kind, widgets), ...freePlace(widgets, { w, h }) }
}

/** Moves a widget; covered widgets shift down. */
export function moveWidget(widgets: readonly Widget[], id: string, box: Box): Widget[] {
  const moved = widgets.map((widget) => (widget.id === id ? { ...widget, ...box } : widget))
  const settled: Widget[] = []
  const order = moved.toSorted((a, b) => Number(b.id === id) - Number(a.id === id) || a.y - b.y || a.x - b.x)
  for (const widget of order) {
    let y = widget.y
    for (;;) {
      const hit = settled.find((other) => overlaps({ ...widget, y }, other))
      if (hit === undefined) break
      y = hit.y + hit.h
    }
    settled.push({ ...widget, y })
  }
  return moved
    .map(({ id: each }) => settled.find((widget) => widget.id === each))
    .filter((one) => one !== undefined)
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}
