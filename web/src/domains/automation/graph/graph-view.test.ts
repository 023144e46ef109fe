import { describe, expect, it } from 'vitest'
import { centredOn, isInView, neighbourOf, openingView, roundedPath, wholeView } from './graph-view.ts'

const box = (id: string, x: number, y: number) => ({ id, x, y, width: 100, height: 40 })

describe('the view of all', () => {
  const area = { width: 1000, height: 800 }
  it('has every box in it, those at the left of where drawing begins and those far away, too', () => {
    const boxes = [box('a', -300, -50), box('b', 9000, 40), box('c', 200, 4000)]
    const view = wholeView(area, boxes)
    for (const one of boxes) expect(isInView(one, view, area)).toBe(true)
    expect(view.zoom).toBeGreaterThan(0.09)
  })

  it('never enlarges, and is somewhere when nothing is drawn', () => {
    expect(wholeView(area, [box('a', 0, 0)]).zoom).toBe(1)
    expect(wholeView(area, [])).toEqual({ x: 24, y: 24, zoom: 1 })
  })
})

describe('the opening view', () => {
  it('shows all of a graph that fits, never enlarged', () => {
    const view = openingView({ width: 800, height: 600 }, { width: 300, height: 500 }, undefined)
    expect(view).toMatchObject({ zoom: 1, fits: true, x: 250 })
    expect(openingView({ width: 800, height: 600 }, { width: 900, height: 300 }, undefined).zoom).toBeCloseTo(
      752 / 900,
    )
  })

  it('centres the chosen node at 0.85 rather than shrinking below 0.72', () => {
    const area = { width: 800, height: 600 }
    const graph = { width: 2000, height: 3000 }
    const focus = box('a', 900, 1500)
    const view = openingView(area, graph, focus)
    expect(view).toEqual({ ...centredOn(focus, area, 0.85), fits: false })
    expect(isInView(focus, view, area)).toBe(true)
  })

  it('keeps the edge of the graph at the edge of the canvas', () => {
    const area = { width: 800, height: 600 }
    const view = openingView(area, { width: 600, height: 3000 }, box('first', 250, 16))
    expect(view.y).toBe(24)
    const last = openingView(area, { width: 600, height: 3000 }, box('last', 250, 2940))
    expect(last.y + 3000 * 0.85).toBeCloseTo(600 - 24)
  })
})

describe('the arrow keys', () => {
  const boxes = [box('top', 100, 0), box('left', 0, 100), box('right', 200, 100), box('end', 100, 200)]

  it('lead to the nearest node in their direction and stop at the edge', () => {
    expect(neighbourOf(boxes, 'left', 'ArrowRight')?.id).toBe('right')
    expect(neighbourOf(boxes, 'right', 'ArrowUp')?.id).toBe('top')
    expect(neighbourOf(boxes, 'left', 'ArrowDown')?.id).toBe('end')
    expect(neighbourOf(boxes, 'top', 'ArrowUp')).toBeUndefined()
    expect(neighbourOf(boxes, 'top', 'Enter')).toBeUndefined()
  })
})

describe('a line', () => {
  it('turns corners in arcs no longer than half of its pieces', () => {
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
