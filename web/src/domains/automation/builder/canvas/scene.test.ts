import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { followNodes } from '../follow.ts'
import { renameStep } from '../model/rename.ts'
import { alongEdges, dropAt, listOfBox } from './drop-spot.ts'
import { groupsOf, ownActions, searchItems, stepItems } from './palette-items.ts'
import { areaAround, mapped } from './overview-area.ts'
import { carriedAlong, freePlace, layoutCache, sceneOf } from './scene.ts'

const document: JsonObject = {
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    { key: 'first', title: 'First', action: 'data.transform', retry: { attempts: 2 } },
    {
      key: 'each',
      action: 'flow.forEach',
      with: { items: '{% steps.first.output %}', concurrency: 3 },
      after: 'first',
      steps: [{ key: 'inner', action: 'data.filter' }],
    },
    { key: 'last', action: 'data.filter', after: ['gone', { step: 'each', on: 'failure' }] },
    { key: 'both', action: 'flow.parallel', branches: [{ key: 'left', steps: [] }], after: 'each' },
  ],
  canvas: { places: { last: { x: 900, y: 700 } }, notes: [{ text: 'Mind', x: 1, y: 2 }] },
}

function aScene(shown: JsonObject = document) {
  return sceneOf(shown, new Map([['inner', 2]]), { layout: layoutCache() })
}

describe('canvas scene', () => {
  it('lists what each node shows and its position', () => {
    const scene = aScene()
    const facts = (id: string) => scene.nodes.find((node) => node.id === id)?.facts
    expect(facts('first')).toMatchObject({ title: 'First', retries: true, isEnd: false, follows: 'hook' })
    expect(facts('each')).toMatchObject({
      kind: 'block',
      items: 'steps.first.output',
      detail: '3',
      follows: 'First',
    })
    expect(facts('inner')).toMatchObject({ problems: 2, isEnd: true })
    expect(facts('both/left')).toMatchObject({ kind: 'lane', isEmpty: true })
    expect(scene.boxes.get('last')).toMatchObject({ x: 900, y: 700 })
    expect(scene.notes).toEqual([
      { id: 'note/0', index: 0, text: 'Mind', x: 1, y: 2, width: 240, height: 120 },
    ])
  })

  it('counts the edges of a step as written, including dangling ones', () => {
    expect(aScene().edges.find(({ to }) => to === 'last')).toMatchObject({ from: 'each', index: 1 })
    expect(aScene().edges.find(({ to }) => to === 'first')).toMatchObject({ from: 'trigger/hook', index: -1 })
  })

  it('grows a box to fit moved steps, and places nothing over its header', () => {
    const nudged = (inner: { x: number; y: number }) =>
      aScene({ ...document, canvas: { places: { inner } } }).boxes
    const plain = aScene().boxes.get('each')
    const far = nudged({ x: 500, y: 300 })
    const box = far.get('each')
    const inner = far.get('inner')
    if (plain === undefined || box === undefined || inner === undefined) throw new Error('Nothing is drawn')
    expect([inner.x - box.x, inner.y - box.y]).toEqual([500, 300])
    expect(box.width).toBeGreaterThan(500 + inner.width)
    expect(box.height).toBeGreaterThan(300 + inner.height)
    expect(plain.width).toBeLessThan(500)
    const over = nudged({ x: -80, y: -10 })
    expect(over.get('inner')?.x).toBeGreaterThan(plain.x)
    expect(over.get('inner')?.y).toBe(plain.y + 36)
    expect(over.get('each')).toEqual(plain)
  })

  it('recomputes the layout only when the structure changes', () => {
    const layout = layoutCache()
    const one = sceneOf(document, new Map(), { layout })
    const retitled = { ...document, title: 'Other', steps: structuredClone(document['steps'] ?? []) }
    expect(sceneOf(retitled, new Map(), { layout }).edges).toBe(one.edges)
    const longer = {
      ...document,
      steps: [...(Array.isArray(document['steps']) ? document['steps'] : []), { key: 'n', action: 'x' }],
    }
    expect(sceneOf(longer, new Map(), { layout }).edges).not.toBe(one.edges)
  })

  it('shows a collapsed block as one node', () => {
    const scene = aScene({ ...document, canvas: { folded: ['each'] } })
    expect(scene.nodes.find(({ id }) => id === 'each')?.facts).toMatchObject({ kind: 'block', folded: true })
    expect(scene.nodes.some(({ id }) => id === 'inner')).toBe(false)
  })
})

describe('dropping onto the canvas', () => {
  const scene = aScene()
  const middle = (id: string) => {
    const box = scene.boxes.get(id)
    if (box === undefined) throw new Error(id)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  it('finds the edge, the node, the inside of a block, or free space', () => {
    const [from, to] = [middle('first'), scene.boxes.get('each')]
    expect(dropAt(scene, document, { x: from.x, y: (from.y + (to?.y ?? 0)) / 2 + 10 }).spot).toEqual({
      kind: 'between',
      from: 'first',
      to: 'each',
    })
    expect(dropAt(scene, document, middle('inner'))).toMatchObject({ spot: { kind: 'after', node: 'inner' } })
    const lane = scene.boxes.get('both/left')
    expect(dropAt(scene, document, { x: (lane?.x ?? 0) + 4, y: (lane?.y ?? 0) + 40 })).toMatchObject({
      spot: { kind: 'in', list: ['steps', 3, 'branches', 0, 'steps'] },
    })
    expect(dropAt(scene, document, { x: 4000, y: 4000 }).spot).toEqual({ kind: 'free', list: ['steps'] })
    expect(listOfBox(document, 'handler/onError', 'handler')).toEqual(['onError', 'steps'])
  })

  it('follows the edges with the arrow keys', () => {
    expect(alongEdges(scene, 'trigger/hook', 'ArrowDown')).toBe('first')
    expect(alongEdges(scene, 'each', 'ArrowUp')).toBe('first')
    expect(alongEdges(scene, 'each', 'ArrowLeft')).toBeUndefined()
  })
})

describe('overview map', () => {
  const boxes = [
    { x: -200, y: 0, width: 100, height: 40 },
    { x: 700, y: 360, width: 100, height: 40 },
  ]
  it('shows all boxes and maps its points to the canvas', () => {
    const area = areaAround(boxes)
    expect(area).toEqual({ x: -240, y: -40, width: 1080, height: 480 })
    const map = { width: 108, height: 96 }
    expect(mapped(area, map, { x: 54, y: 48 })).toEqual({ x: 300, y: 200 })
    // It is as wide as the map, which is empty above and below.
    expect(mapped(area, map, { x: 0, y: 48 })).toEqual({ x: -240, y: 200 })
    expect(mapped(area, map, { x: 54, y: 24 }).y).toBe(-40)
  })
})

describe('action search', () => {
  it('matches every word, titles first', () => {
    const items = stepItems(ownActions(), () => 'group')
    expect(searchItems(items, 'mail')[0]?.id).toBe('mail.send')
    expect(searchItems(items, 'update record').map(({ id }) => id)).toContain('record.upsert')
    expect(searchItems(items, 'zzz')).toEqual([])
    expect(items.find(({ id }) => id === 'flow.try')?.made).toMatchObject({ steps: [], catch: [] })
  })
})

describe('palette with a thousand actions', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ name: `github.a${at}`, title: `Action ${at}` }))
  const [own] = ownActions()
  if (own === undefined) throw new Error('No actions')
  const items = stepItems(
    many.map((one) => ({ ...own, ...one })),
    () => 'GitHub',
  )
  const none = { name: 'Recent', ids: [] }

  it('shows some of each group and how many more there are', () => {
    const [group] = groupsOf(items, '', none)
    expect(group).toMatchObject({ group: 'GitHub', hidden: 985 })
    expect(group?.items).toHaveLength(15)
    expect(groupsOf(items, 'action 77', none)[0]).toMatchObject({ hidden: 0 })
  })

  it('starts with recently used items, without duplicates, until something is typed', () => {
    const recent = { name: 'Recent', ids: ['github.a999', 'gone'] }
    const groups = groupsOf(items, '', recent)
    expect(groups.map(({ group }) => group)).toEqual(['Recent', 'GitHub'])
    expect(groups[0]?.items.map(({ id }) => id)).toEqual(['github.a999'])
    expect(groups[1]?.hidden).toBe(984)
    expect(groupsOf(items, 'action', recent).map(({ group }) => group)).toEqual(['GitHub'])
  })
})

describe('selection', () => {
  it('follows a renamed node and drops a removed one', () => {
    const renamed = renameStep(document, 'first', 'start')
    expect(followNodes(['first', 'trigger/hook'], document, renamed)).toEqual(['start', 'trigger/hook'])
    const shorter = { ...document, steps: [] }
    expect(followNodes(['first', 'trigger/hook'], document, shorter)).toEqual(['trigger/hook'])
  })
})

describe('new note', () => {
  it('goes to the requested position, or beside existing nodes', () => {
    const scene = aScene()
    const first = scene.boxes.get('first')
    if (first === undefined) throw new Error('The first step is not drawn')
    expect(freePlace(scene, { x: first.x, y: 5_000 })).toEqual({ x: first.x, y: 5_000 })
    const beside = freePlace(scene, { x: first.x, y: first.y })
    expect(beside.y).toBe(first.y)
    expect(beside.x).toBeGreaterThanOrEqual(first.x + first.width)
  })
})

describe('manually placed nodes', () => {
  it('move with the anchor, unlike nodes placed by the layout', () => {
    const scene = aScene()
    expect(carriedAlong(document, scene, { x: 10, y: -5 })).toEqual({
      last: { x: 910, y: 695 },
      'note/0': { x: 11, y: -3 },
    })
    expect(carriedAlong(document, scene, { x: 0, y: 0 })).toEqual({})
  })
})
