export interface Area {
  x: number
  y: number
  width: number
  height: number
}

const PADDING = 40

export function areaAround(boxes: readonly Area[]): Area {
  const [left, top] = [least(boxes.map(({ x }) => x)), least(boxes.map(({ y }) => y))]
  const right = -least(boxes.map(({ x, width }) => -x - width))
  const bottom = -least(boxes.map(({ y, height }) => -y - height))
  return {
    x: left - PADDING,
    y: top - PADDING,
    width: right - left + 2 * PADDING,
    height: bottom - top + 2 * PADDING,
  }
}

function least(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((a, b) => Math.min(a, b))
}

/** Maps a point of the overview to the canvas; the map keeps the aspect ratio and is centered. */
export function mapped(
  area: Area,
  map: { width: number; height: number },
  at: { x: number; y: number },
): { x: number; y: number } {
  const scale = Math.min(map.width / area.width, map.height / area.height)
  return {
    x: area.x + area.width / 2 + (at.x - map.width / 2) / scale,
    y: area.y + area.height / 2 + (at.y - map.height / 2) / scale,
  }
}
