import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Playbook, type Step } from './document.ts'
import { BOX, type BlockLayout, type BlockNode, HANDLER_ID, layoutBlocks } from './layout-blocks.ts'
import { layoutPlaybook } from './layout.ts'
import { pure } from './testing.ts'

const hook = { key: 'github', kind: 'webhook', with: { auth: 'none' } }
const read = (steps: unknown[], more = {}) =>
  Playbook.parse({ playbook: 'test', title: 'Test', triggers: [hook], steps, ...more })

const nested = read(
  [
    pure('first'),
    {
      key: 'each',
      action: 'flow.forEach',
      with: { items: [1] },
      after: 'first',
      steps: [
        pure('lookup'),
        {
          key: 'safe',
          action: 'flow.try',
          after: 'lookup',
          steps: [pure('risky')],
          catch: [pure('mend')],
          finally: [pure('tidy')],
        },
      ],
    },
    {
      key: 'both',
      action: 'flow.parallel',
      after: 'first',
      branches: [
        { key: 'left', title: 'To the left', steps: [pure('a'), pure('b', 'a')] },
        { key: 'right', steps: [] },
      ],
    },
    pure('last', ['each', 'both']),
  ],
  { onError: { steps: [pure('tell')] } },
)

const nodeOf = (layout: BlockLayout, id: string): BlockNode => {
  const found = layout.nodes.find((node) => node.id === id)
  if (!found) throw new Error(`no node ${id}`)
  return found
}

describe('the layout of blocks', () => {
  const layout = layoutBlocks(nested)

  it('draws blocks as boxes, with a lane per list where a block has more than one', () => {
    expect(layout.nodes.map(({ id, kind, parent = '' }) => `${parent} > ${id} (${kind})`)).toEqual([
      ' > trigger/github (trigger)',
      ' > first (step)',
      ' > each (block)',
      'each > lookup (step)',
      'each > safe (block)',
      'safe > safe/steps (lane)',
      'safe/steps > risky (step)',
      'safe > safe/catch (lane)',
      'safe/catch > mend (step)',
      'safe > safe/finally (lane)',
      'safe/finally > tidy (step)',
      ' > both (block)',
      'both > both/left (lane)',
      'both/left > a (step)',
      'both/left > b (step)',
      'both > both/right (lane)',
      ' > last (step)',
      ` > ${HANDLER_ID} (handler)`,
      `${HANDLER_ID} > tell (step)`,
    ])
    expect(nodeOf(layout, 'both/left').title).toBe('To the left')
  })

  it('puts lanes of branches side by side and those of a try below each other', () => {
    const [left, right] = [nodeOf(layout, 'both/left'), nodeOf(layout, 'both/right')]
    expect([left.y, left.height]).toEqual([right.y, right.height])
    expect(left.x + left.width).toBeLessThan(right.x)
    const [body, handler] = [nodeOf(layout, 'safe/steps'), nodeOf(layout, 'safe/catch')]
    expect([body.x, body.width]).toEqual([handler.x, handler.width])
    expect(body.y).toBe(BOX.header)
    expect(body.y + body.height).toBeLessThan(handler.y)
  })

  it('says for each edge in which box it runs', () => {
    expect(layout.edges.map(({ id, parent = '' }) => `${parent}: ${id}`).sort()).toEqual([
      ': both->last',
      ': each->last',
      ': first->both',
      ': first->each',
      ': trigger/github->first',
      'both/left: a->b',
      'each: lookup->safe',
    ])
  })

  it('keeps room for a first step in an empty list', () => {
    const { width, height } = nodeOf(layout, 'both/right')
    expect(width).toBeGreaterThanOrEqual(220)
    expect(height).toBeGreaterThanOrEqual(44 + BOX.lane)
  })

  it('shows a folded block as one node of the usual size', () => {
    const folded = layoutBlocks(nested, { folded: new Set(['each']) })
    const each = nodeOf(folded, 'each')
    expect([each.kind, each.width, each.height, each.folded]).toEqual(['block', 220, 44, true])
    expect(folded.nodes.some(({ id }) => id === 'lookup' || id === 'safe')).toBe(false)
    expect(folded.nodes.some(({ id }) => id === 'a')).toBe(true)
  })

  it('takes other sizes of nodes', () => {
    const sized = layoutBlocks(nested, { node: { width: 300, height: 60 } })
    expect([nodeOf(sized, 'first').width, nodeOf(sized, 'risky').height]).toEqual([300, 60])
    expect(nodeOf(layoutBlocks(nested, { size: 'run' }), 'risky').width).toBe(178)
  })

  it('of a flat graph is the flat layout', () => {
    const flat = read([pure('a'), pure('b', 'a'), pure('c', 'a'), pure('d', ['b', 'c'])])
    expect(layoutBlocks(flat)).toEqual(layoutPlaybook(flat))
    expect(layoutBlocks({ steps: [], triggers: [] }).nodes).toEqual([])
  })

  it('ends for blocks that are nested too deep', () => {
    let step: Step = Playbook.parse({ playbook: 'x', title: 'x', steps: [pure('leaf')] }).steps[0] as Step
    for (let depth = 0; depth < 100; depth++)
      step = { ...step, key: `b${depth}`, action: 'flow.try', steps: [step] }
    expect(layoutBlocks({ steps: [step], triggers: [] }).nodes.length).toBeLessThan(60)
  })
})

type Shape = { block: 'none' | 'forEach' | 'try' | 'parallel'; from: number[]; inner: Shape[] }
const { shapes } = fc.letrec<{ shapes: Shape[] }>((tie) => ({
  shapes: fc.array(
    fc.record({
      block: fc.constantFrom('none', 'none', 'forEach', 'try', 'parallel'),
      from: fc.array(fc.nat(), { maxLength: 2 }),
      inner: fc.oneof({ depthSize: 'small' }, fc.constant<Shape[]>([]), tie('shapes')),
    }),
    { maxLength: 5 },
  ),
}))

function stepsOf(list: Shape[], prefix: string): unknown[] {
  return list.map(({ block, from, inner }, index) => {
    const key = `${prefix}${index}`
    const after = index === 0 ? [] : [...new Set(from.map((one) => `${prefix}${one % index}`))]
    if (block === 'none') return pure(key, after)
    const steps = stepsOf(inner, `${key}_`)
    const rest = stepsOf(inner, `${key}z_`)
    if (block === 'forEach') return { key, action: 'flow.forEach', after, steps }
    if (block === 'try') return { key, action: 'flow.try', after, steps, catch: rest }
    const branches = [
      { key: 'one', steps },
      { key: 'two', steps: rest },
    ]
    return { key, action: 'flow.parallel', after, branches }
  })
}

describe('any nested playbook', () => {
  it('has its nodes inside their boxes, apart from each other, and no line through a node', () => {
    fc.assert(
      fc.property(shapes, (list) => {
        const layout = layoutBlocks(read(stepsOf(list, 's')))
        const byId = new Map(layout.nodes.map((node) => [node.id, node]))
        expect(byId.size).toBe(layout.nodes.length)
        for (const node of layout.nodes) {
          const box = node.parent === undefined ? layout : byId.get(node.parent)
          const within =
            node.x + node.width <= (box?.width ?? 0) && node.y + node.height <= (box?.height ?? 0)
          expect(within && node.x >= 0 && node.y >= 0).toBe(true)
        }
        for (const group of Map.groupBy(layout.nodes, ({ parent }) => parent).values()) {
          for (const [index, a] of group.entries())
            for (const b of group.slice(index + 1)) expect(isApart(a, b)).toBe(true)
        }
        for (const edge of layout.edges) {
          const others = layout.nodes.filter(
            ({ parent, id }) => parent === edge.parent && id !== edge.from && id !== edge.to,
          )
          for (const [index, to] of edge.points.entries()) {
            const from = edge.points[index - 1]
            if (!from) continue
            expect(from.x === to.x || from.y === to.y).toBe(true)
            // Sideways pieces run between rows.
            if (from.y === to.y && from.x !== to.x)
              for (const node of others) expect(from.y <= node.y || from.y >= node.y + node.height).toBe(true)
          }
        }
      }),
      { numRuns: 100, verbose: 1 },
    )
  })
})

function isApart(a: BlockNode, b: BlockNode): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
}
