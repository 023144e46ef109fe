import type { ReactFlowInstance } from '@xyflow/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { doing, endHooksAfterEach, renderHook } from '../testing/render-hook.ts'
import { useGraphView } from './use-graph-view.ts'

endHooksAfterEach()

type Flow = Pick<ReactFlowInstance, 'getViewport' | 'setViewport' | 'zoomIn' | 'zoomOut'>

const setViewport = vi.fn<ReactFlowInstance['setViewport']>(async () => true)
const flow: Flow = {
  getViewport: () => ({ x: 0, y: 0, zoom: 1 }),
  setViewport,
  zoomIn: async () => true,
  zoomOut: async () => true,
}
const box = (id: string, y: number) => ({ id, x: 0, y, width: 100, height: 40 })
const boxes = new Map([box('near', 100), box('far', 5_000)].map((one) => [one.id, one]))
const WHOLE = { x: 1, y: 2, zoom: 0.5 }

interface Shown {
  height: number
  top?: number
}

beforeEach(() => void setViewport.mockClear())

async function aView(props: Shown = { height: 400 }) {
  const view = await renderHook(
    ({ height, top = 0 }: Shown) =>
      useGraphView<Flow>({
        boxes,
        graph: { width: 100, height: 5_040 },
        width: 600,
        height,
        first: undefined,
        whole: () => WHOLE,
        top,
      }),
    { props },
  )
  // Of a browser, only whether motion is reduced is asked.
  Object.assign(window, { matchMedia: () => ({ matches: true }) })
  await doing(() => view.now().onInit(flow))
  return view
}

describe('what a canvas shows', () => {
  test('follows the size of the window until someone moves it', async () => {
    const view = await aView()
    await view.rerender({ height: 500 })
    expect(setViewport).toHaveBeenCalledOnce()
    await doing(() => view.now().onMove({}))
    await view.rerender({ height: 600 })
    expect(setViewport).toHaveBeenCalledOnce()
  })

  test('isn’t moved by its own movements', async () => {
    const view = await aView()
    await doing(() => view.now().onMove(null))
    await view.rerender({ height: 500 })
    expect(setViewport).toHaveBeenCalledOnce()
  })

  test('moves to a node out of sight, and on request to any', async () => {
    const view = await aView()
    await doing(() => view.now().reveal('near'))
    expect(setViewport).not.toHaveBeenCalled()
    await doing(() => view.now().reveal('far'))
    expect(setViewport.mock.lastCall?.[0]).toMatchObject({ y: 200 - 5_020 })
    await doing(() => view.now().center('near'))
    expect(setViewport.mock.lastCall?.[0]).toMatchObject({ y: 200 - 120 })
  })

  test('shows everything again, below what covers its top, and follows the window from then on', async () => {
    const view = await aView({ height: 400, top: 48 })
    await doing(() => view.now().hold())
    await doing(() => view.now().fit())
    expect(setViewport.mock.lastCall?.[0]).toEqual({ ...WHOLE, y: 64 })
    await view.rerender({ height: 500, top: 48 })
    expect(setViewport).toHaveBeenCalledTimes(2)
  })
})
