import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Layout, type LayoutEdge, layoutPlaybook } from './layout.ts'
import { aPlaybook, pure } from './testing.ts'

const hook = { key: 'github', kind: 'webhook', title: 'GitHub', with: { auth: 'none' } }
const triage = aPlaybook(
  [
    pure('normalize'),
    {
      key: 'route',
      action: 'flow.switch',
      with: { cases: [{ name: 'high', when: '{% trigger.h %}' }] },
      after: 'normalize',
    },
    pure('save', [{ step: 'route', case: 'high' }], 1, { title: 'Save alert' }),
    pure('file', [{ step: 'route', case: 'else' }]),
    pure('isolate', [
      { step: 'save', when: '{% steps.normalize.output.isolate and steps.save.output.ok %}' },
    ]),
    pure('ask', [{ step: 'isolate', on: 'failure' }]),
    pure('tell', ['isolate', 'ask', { step: 'file', on: 'complete' }]),
  ],
  { triggers: [hook] },
)

const edge = (layout: Layout, id: string): LayoutEdge => {
  const found = layout.edges.find((one) => one.id === id)
  if (!found) throw new Error(`no edge ${id}`)
  return found
}

function isOrthogonal({ points }: LayoutEdge): boolean {
  return points.every((point, index) => {
    const before = points[index - 1]
    return !before || before.x === point.x || before.y === point.y
  })
}

describe('the layout of a playbook', () => {
  const layout = layoutPlaybook(triage)

  it('has the sizes of the design, triggers above the steps they start', () => {
    expect(layout.nodes.map(({ id, kind, title, subtitle }) => [id, kind, title, subtitle])).toEqual([
      ['trigger/github', 'trigger', 'GitHub', 'webhook'],
      ['normalize', 'step', 'normalize', 'data.transform'],
      ['route', 'switch', 'route', 'flow.switch'],
      ['save', 'step', 'Save alert', 'data.transform'],
      ['file', 'step', 'file', 'data.transform'],
      ['isolate', 'step', 'isolate', 'data.transform'],
      ['ask', 'step', 'ask', 'data.transform'],
      ['tell', 'step', 'tell', 'data.transform'],
    ])
    for (const node of layout.nodes) expect([node.width, node.height]).toEqual([220, 44])
    for (const node of layoutPlaybook(triage, { size: 'run' }).nodes)
      expect([node.width, node.height]).toEqual([178, 34])
    const y = (id: string) => layout.nodes.find((node) => node.id === id)?.y ?? Number.NaN
    expect(y('trigger/github')).toBeLessThan(y('normalize'))
  })

  it('labels what is not plain success', () => {
    const shown = layout.edges.map(({ id, kind, label }) => [id, kind, label])
    expect(shown).toEqual([
      ['trigger/github->normalize', 'success', undefined],
      ['normalize->route', 'success', undefined],
      ['route->save', 'condition', 'high'],
      ['route->file', 'condition', 'else'],
      ['save->isolate', 'condition', 'steps.normalize.output.isolate …'],
      ['isolate->ask', 'failure', 'on failure'],
      ['isolate->tell', 'success', undefined],
      ['ask->tell', 'success', undefined],
      ['file->tell', 'success', 'always'],
    ])
    expect(edge(layout, 'save->isolate').condition).toBe(
      'steps.normalize.output.isolate and steps.save.output.ok',
    )
    for (const { label, labelAt } of layout.edges) expect(labelAt === undefined).toBe(label === undefined)
  })

  it('cuts conditions of one step that begin alike where they differ', () => {
    const begin = 'steps.normalize.output.severity in ['
    const when = (rest: string) => `{% ${begin}${rest} %}`
    const branches = layoutPlaybook(
      aPlaybook([
        pure('normalize'),
        pure('page', [{ step: 'normalize', when: when('"critical", "fatal"]') }]),
        pure('mail', [{ step: 'normalize', when: when('"high"]') }]),
        pure('wait', [{ step: 'normalize', when: when('"low", "medium", "informational", "unknown"]') }]),
        pure('after', [{ step: 'page', when: when('"critical", "fatal"]') }]),
      ]),
    )
    const label = (id: string) => edge(branches, id).label
    expect(label('normalize->page')).toBe('…verity in ["critical", "fatal"]')
    expect(label('normalize->mail')).toBe('…ize.output.severity in ["high"]')
    expect(label('normalize->wait')).toBe('…["low", "medium", "information…')
    expect(label('page->after')).toBe('steps.normalize.output.severity…')
    expect(edge(branches, 'normalize->mail').condition).toBe(`${begin}"high"]`)
    for (const { label: text = '' } of branches.edges) expect(text.length).toBeLessThanOrEqual(32)
  })

  it('gives each of two edges between the same steps a label of its own place', () => {
    const twice = layoutPlaybook(
      aPlaybook([
        pure('a'),
        pure('b', [
          { step: 'a', when: '{% steps.a.output = 1 %}' },
          { step: 'a', when: '{% steps.a.output = 2 %}' },
        ]),
      ]),
    )
    const [one, two] = twice.edges.filter(({ from }) => from === 'a')
    expect([one?.label, two?.label]).toEqual(['steps.a.output = 1', 'steps.a.output = 2'])
    const apart = Math.abs((one?.labelAt?.x ?? 0) - (two?.labelAt?.x ?? 0))
    const below = Math.abs((one?.labelAt?.y ?? 0) - (two?.labelAt?.y ?? 0))
    expect(apart >= 100 || below >= 16, `${apart} × ${below}`).toBe(true)
  })

  it('lets edges that meet share their last piece, 13 px above the target', () => {
    const meeting = layout.nodes.find(({ id }) => id === 'tell')
    if (!meeting) throw new Error('no node')
    const target = { x: meeting.x + 110, y: meeting.y }
    for (const id of ['isolate->tell', 'ask->tell', 'file->tell']) {
      const { points } = edge(layout, id)
      expect(points.at(-1)).toEqual(target)
      const [bend] = points.slice(-2)
      expect(bend?.x).toBe(target.x)
      expect(bend?.y).toBeLessThanOrEqual(target.y - 13)
    }
  })

  it('leaves out edges to steps that do not exist and keeps drawing cycles', () => {
    const draft = {
      triggers: [],
      steps: triage.steps.slice(0, 1).map((step) => ({ ...step, after: ['nowhere', step.key] })),
    }
    expect(layoutPlaybook(draft).edges).toEqual([])
    const [a, b] = triage.steps
    if (!a || !b) throw new Error('no steps')
    const cycle = { triggers: [], steps: [{ ...a, after: b.key }, b] }
    expect(layoutPlaybook(cycle).edges).toHaveLength(2)
  })

  it('of nothing is empty', () => {
    expect(layoutPlaybook({ steps: [], triggers: [] })).toEqual({ nodes: [], edges: [], width: 0, height: 0 })
  })

  it('keeps nodes apart and edges orthogonal, downwards and inside, for any graph', () => {
    const graphs = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 25 })
    fc.assert(
      fc.property(graphs, (sources) => {
        const steps = sources.map((from, index) =>
          pure(`s${index}`, index === 0 ? [] : [...new Set(from.map((one) => `s${one % index}`))]),
        )
        const { nodes, edges, width, height } = layoutPlaybook(aPlaybook(steps, { triggers: [hook] }))
        for (const [index, a] of nodes.entries()) {
          expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + a.height <= height).toBe(true)
          for (const b of nodes.slice(index + 1)) {
            const apart =
              a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
            expect(apart).toBe(true)
          }
        }
        const byId = new Map(nodes.map((node) => [node.id, node]))
        for (const one of edges) {
          expect(isOrthogonal(one)).toBe(true)
          const from = byId.get(one.from)
          const to = byId.get(one.to)
          expect(one.points[0]).toEqual({ x: (from?.x ?? 0) + 110, y: (from?.y ?? 0) + 44 })
          expect(one.points.at(-1)).toEqual({ x: (to?.x ?? 0) + 110, y: to?.y })
          for (const point of one.points) expect(point.x >= 0 && point.x <= width).toBe(true)
        }
      }),
      { numRuns: 60, verbose: 1 },
    )
  })
})
