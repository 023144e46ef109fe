import type { JsonObject } from '@caseloom/contract/kernel/json'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { doing, endHooksAfterEach, renderHook } from '../../../../ui/testing/render-hook.ts'
import { layoutCache, type Scene, sceneOf } from './scene.ts'
import type { Flow } from './useFlow.ts'
import { useView } from './useView.ts'

endHooksAfterEach()

/** The tools cover this many pixels; below them comes some distance. */
const TOP = 48

const setViewport = vi.fn<Flow['setViewport']>(async () => true)
const zoomIn = vi.fn<Flow['zoomIn']>(async () => true)
const zoomOut = vi.fn<Flow['zoomOut']>(async () => true)
let viewport = { x: 10, y: 20, zoom: 0.5 }
// Of React Flow, the view uses the viewport only.
const flow = { getViewport: () => viewport, setViewport, zoomIn, zoomOut } as unknown as Flow

const document: JsonObject = {
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: Array.from({ length: 12 }, (_, at) => ({
    key: `step${at}`,
    action: 'data.filter',
    after: at === 0 ? [] : `step${at - 1}`,
  })),
}
const aScene = (places: JsonObject = {}, notes: JsonObject[] = []): Scene =>
  sceneOf({ ...document, canvas: { places, notes } }, new Map(), { layout: layoutCache() })

beforeEach(() => {
  viewport = { x: 10, y: 20, zoom: 0.5 }
  for (const called of [setViewport, zoomIn, zoomOut]) called.mockClear()
})

interface Shown {
  scene: Scene
  width?: number
  height?: number
  first?: string
}

async function aView(props: Shown) {
  const view = await renderHook(
    ({ scene, width = 600, height = 400, first }: Shown) => useView({ scene, width, height, first }),
    { props },
  )
  // Of a browser, only whether motion is reduced is asked.
  Object.assign(window, { matchMedia: () => ({ matches: true }) })
  await doing(() => view.now().onInit(flow))
  return view
}
const last = () => setViewport.mock.lastCall?.[0]

describe('the view of the canvas', () => {
  test('begins at the first step of a playbook, below the tools', async () => {
    const view = await aView({ scene: aScene(), first: 'trigger/hook' })
    expect(last()).toEqual(view.now().opening)
    expect(view.now().opening.y).toBeGreaterThanOrEqual(TOP)
  })

  test('holds an anchored step in place on screen when a new layout moves it', async () => {
    const before = aScene({ step3: { x: 100, y: 100 } })
    const view = await aView({ scene: before })
    await doing(() => view.now().onMove({}))
    await doing(() => view.now().anchor('step3'))
    await view.rerender({ scene: aScene({ step3: { x: 140, y: 300 } }) })
    // Half the zoom, so half of the way: 40 to the right and 200 down.
    expect(last()).toEqual({ x: 10 - 20, y: 20 - 100, zoom: 0.5 })
  })

  test('holds it once: the next layout moves nothing', async () => {
    const at = (x: number) => ({ scene: aScene({ step3: { x, y: 100 } }) })
    const view = await aView(at(100))
    await doing(() => view.now().onMove({}))
    await doing(() => view.now().anchor('step3'))
    await view.rerender(at(140))
    setViewport.mockClear()
    await view.rerender(at(180))
    expect(setViewport).not.toHaveBeenCalled()
  })

  test('doesn’t move for a step that the new layout no longer has', async () => {
    const view = await aView({ scene: aScene() })
    await doing(() => view.now().onMove({}))
    await doing(() => view.now().anchor('gone'))
    await view.rerender({ scene: aScene({ step3: { x: 500, y: 500 } }) })
    expect(last()).toEqual(viewport)
  })

  test('knows the place in the middle of the screen, at any zoom', async () => {
    const view = await aView({ scene: aScene() })
    expect(view.now().middle()).toEqual({ x: (300 - 10) / 0.5, y: (200 - 20) / 0.5 })
    viewport = { x: 0, y: 0, zoom: 2 }
    expect(view.now().middle()).toEqual({ x: 150, y: 100 })
  })

  test('fits everything, notes too', async () => {
    const plain = await aView({ scene: aScene() })
    await doing(() => plain.now().fit())
    const without = last()
    await plain.unmount()
    const noted = await aView({ scene: aScene({}, [{ text: 'Far away', x: 9_000, y: 10 }]) })
    await doing(() => noted.now().fit())
    expect(last()?.zoom).toBeLessThan(without?.zoom ?? 0)
  })

  test('centers a step always, and reveals it only when it is out of sight', async () => {
    const scene = aScene({ step3: { x: 100, y: 200 } })
    const view = await aView({ scene })
    viewport = { x: 0, y: 0, zoom: 1 }
    setViewport.mockClear()
    await doing(() => view.now().reveal('step3'))
    expect(setViewport).not.toHaveBeenCalled()
    await doing(() => view.now().center('step3'))
    expect(setViewport).toHaveBeenCalledOnce()
    viewport = { x: 0, y: -5_000, zoom: 1 }
    await doing(() => view.now().reveal('step3'))
    expect(setViewport).toHaveBeenCalledTimes(2)
  })

  test('follows the window until someone zooms', async () => {
    const scene = aScene()
    const view = await aView({ scene })
    await view.rerender({ scene, height: 500 })
    expect(setViewport).toHaveBeenCalledOnce()
    await doing(() => view.now().zoom(1))
    await doing(() => view.now().zoom(-1))
    expect([zoomIn.mock.calls.length, zoomOut.mock.calls.length]).toEqual([1, 1])
    await view.rerender({ scene, height: 600 })
    expect(setViewport).toHaveBeenCalledOnce()
  })
})
