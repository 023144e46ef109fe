export type Point = { x: number; y: number }
type Box = { x: number; y: number; width: number; height: number }

/** A rank of nodes: they share a middle and may differ in height. */
export type Row = { center: number; top: number; bottom: number }

/** Distance of a bend from the node it belongs to. */
const BEND = 13

/**
 * Routes an orthogonal edge from the bottom of one box to the top of another through the points that the layout left
 * free. Edges that leave together bend right below their source's row; edges that arrive together (`meets`) bend 13 px
 * above their target's row and share the last segment.
 */
export function route(
  from: Box,
  to: Box,
  layoutPoints: readonly Point[],
  { meets, rows }: { meets: boolean; rows: readonly Row[] },
): Point[] {
  const start = { x: center(from), y: from.y + from.height }
  const end = { x: center(to), y: to.y }
  const first = rowAt(from.y + from.height / 2, rows)
  const final = rowAt(to.y + to.height / 2, rows)
  const columns = [
    { ...start, row: first },
    ...freeColumns(layoutPoints, start, end).map((point) => ({ ...point, row: rowAt(point.y, rows) })),
    { ...end, row: final },
  ]
  const points: Point[] = [start]
  for (const [index, next] of columns.entries()) {
    const previous = columns[index - 1]
    if (!previous) continue
    const last = index === columns.length - 1
    if (previous.x !== next.x) {
      const y = bendHeight(previous.row, next.row, { first: index === 1, last, meets })
      points.push({ x: previous.x, y }, { x: next.x, y })
    }
    if (last) points.push(end)
  }
  return straighten(points)
}

// The layout gives each edge a point per rank and per gap; only those on ranks lie between nodes.
function freeColumns(points: readonly Point[], start: Point, end: Point): Point[] {
  const inner = points.slice(1, -1).filter((_, index) => index % 2 === 1)
  return inner
    .map((point) => ({ x: Math.round(point.x), y: Math.round(point.y) }))
    .filter((point) => point.y > start.y && point.y < end.y)
}

// A rank between the boxes may hold nothing but edges: then it has no height.
function rowAt(y: number, rows: readonly Row[]): Row {
  const near = rows.find((row) => Math.abs(row.center - y) <= 1)
  return near ?? { center: y, top: y, bottom: y }
}

// Bends stay between rows, so that no line crosses a higher neighbor of its source or target.
function bendHeight(from: Row, to: Row, at: { first: boolean; last: boolean; meets: boolean }): number {
  const middle = Math.round((from.bottom + to.top) / 2)
  if (at.first && at.last) return at.meets ? to.top - BEND : Math.min(from.bottom + BEND, middle)
  if (at.first) return from.bottom + BEND
  if (at.last) return to.top - BEND
  return middle
}

function straighten(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    const before = points[index - 1]
    const after = points[index + 1]
    if (!before || !after) return true
    const onColumn = before.x === point.x && point.x === after.x
    const onRow = before.y === point.y && point.y === after.y
    return !onColumn && !onRow
  })
}

function center(box: Box): number {
  return box.x + box.width / 2
}
