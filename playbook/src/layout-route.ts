export type Point = { x: number; y: number }
type Box = { x: number; y: number; width: number; height: number }

/** Distance of a bend from the node it belongs to. */
export const BEND = 13

/**
 * An orthogonal way from the bottom of one box to the top of another through the middle points that the
 * layout has kept free. Edges that leave together bend right below their source; edges that arrive
 * together bend 13 px above their target and share the last piece.
 */
export function route(from: Box, to: Box, layoutPoints: readonly Point[], meets: boolean): Point[] {
  const start = { x: center(from), y: from.y + from.height }
  const end = { x: center(to), y: to.y }
  const columns = [start, ...freeColumns(layoutPoints, start, end), end]
  const points: Point[] = [start]
  for (const [index, next] of columns.entries()) {
    const previous = columns[index - 1]
    if (!previous) continue
    const last = index === columns.length - 1
    if (previous.x !== next.x) {
      const y = bendHeight(previous, next, { first: index === 1, last, meets })
      points.push({ x: previous.x, y }, { x: next.x, y })
    }
    if (last) points.push(next)
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

function bendHeight(from: Point, to: Point, at: { first: boolean; last: boolean; meets: boolean }): number {
  if (at.first && at.last) return at.meets ? to.y - BEND : Math.min(from.y + BEND, (from.y + to.y) / 2)
  if (at.first) return from.y + BEND
  if (at.last) return to.y - BEND
  return Math.round((from.y + to.y) / 2)
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
