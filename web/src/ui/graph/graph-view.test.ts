import { describe, expect, it } from 'vitest'
import { centredOn, isInView, neighborOf, openingView, roundedPath, wholeView } from './graph-view.ts'

const box = (id: string, x: number, y: number) => ({ id, x, y, width: 100, height: 40 })

describe('whole view', () => {
  const area = { width: 1000, height: 800 }
  it('contains every box, including those left of the origin and far away', () => {
    const boxes = [box('a', -300, -50), box('b', 9000, 40), box('c', 200, 4000)]
    const view = wholeView(area, boxes)
    for (const one of boxes) expect(isInView(one, view, area)).toBe(true)
    expect(view.zoom).toBeGreaterThan(0.09)
  })

  it('never enlarges, and has a default for an empty graph', () => {
    expect(wholeView(area, [box('a', 0, 0)]).zoom).toBe(1)
    expect(wholeView(area, [])).toEqual({ x: 24, y: 24, zoom: 1 })
  })
})

describe('initial view', () => {
  it('shows a graph that fits as a whole, never enlarged', () => {
    const view = openingView({ width: 800, height: 600 }, { width: 300, height: 500 }, undefined)
    expect(view).toMatchObject({ zoom: 1, fits: true, x: 250 })
    expect(openingView({ width: 800, height: 600 }, { width: 900, height: 300 }, undefined).zoom).toBeCloseTo(
      752 / 900,
    )
  })

  it('centers the selected node at 0.85 instead of shrinking below 0.72', () => {
    const area = { width: 800, height: 600 }
    const graph = { width: 2000, height: 3000 }
    const focus = box('a', 900, 1500)
    const view = openingView(area, graph, focus)
    expect(view).toEqual({ ...centredOn(focus, area, 0.85), fits: false })
    expect(isInView(focus, view, area)).toBe(true)
  })

  it('aligns the edge of the graph with the edge of the canvas', () => {
    const area = { width: 800, height: 600 }
    const view = openingView(area, { width: 600, height: 3000 }, box('first', 250, 16))
    expect(view.y).toBe(24)
    const last = openingView(area, { width: 600, height: 3000 }, box('last', 250, 2940))
    expect(last.y + 3000 * 0.85).toBeCloseTo(600 - 24)
  })
})

describe('arrow keys', () => {
  const boxes = [box('top', 100, 0), box('left', 0, 100), box('right', 200, 100), box('end', 100, 200)]

  it('move to the nearest node in their direction and stop at the edge', () => {
    expect(neighborOf(boxes, 'left', 'ArrowRight')?.id).toBe('right')
    expect(neighborOf(boxes, 'right', 'ArrowUp')?.id).toBe('top')
    expect(neighborOf(boxes, 'left', 'ArrowDown')?.id).toBe('end')
    expect(neighborOf(boxes, 'top', 'ArrowUp')).toBeUndefined()
    expect(neighborOf(boxes, 'top', 'Enter')).toBeUndefined()
  })
})

describe('rounded path', () => {
  it('rounds corners with arcs of at most half a segment', () => {
    expect(
      roundedPath([
        { x: 0, y: 0 },
        { x: 0, y: 40 },
      ]),
    ).toBe('M0 0L0 40')
    expect(
      roundedPath([
        { x: 0, y: 0 },
        { x: 0, y: 20 },
        { x: 50, y: 20 },
        { x: 50, y: 26 },
      ]),
    ).toBe('M0 0L0 12Q0 20 8 20L47 20Q50 20 50 23L50 26')
    expect(roundedPath([])).toBe('')
  })
})
