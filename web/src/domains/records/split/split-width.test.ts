import { describe, expect, it } from 'vitest'
import { fittingWidth, LIST_WIDTH, widthByKey } from './split-width.ts'

describe('the width of the list in split view', () => {
  it.each([
    { why: 'usual', width: 640, room: 1388, fits: 640 },
    { why: 'below the least', width: 100, room: 1388, fits: 480 },
    { why: 'above the most', width: 2000, room: 1868, fits: 900 },
    { why: 'leaves the record its room', width: 900, room: 1388, fits: 868 },
    { why: 'the least in a narrow window', width: 640, room: 900, fits: 480 },
    { why: 'whole pixels', width: 600.4, room: 1388, fits: 600 },
  ])('$why', ({ width, room, fits }) => {
    expect(fittingWidth(width, room)).toBe(fits)
  })

  it.each([
    ['ArrowLeft', 620],
    ['ArrowRight', 660],
    ['Home', LIST_WIDTH.min],
    ['End', LIST_WIDTH.max],
    ['Enter', LIST_WIDTH.usual],
    ['a', null],
  ])('after %s on the divider', (key, width) => {
    expect(widthByKey(key, 640)).toBe(width)
  })
})
