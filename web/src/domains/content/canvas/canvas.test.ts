import type { CanvasEdge, CanvasLink, CanvasNode } from '@caseloom/contract/content/canvas'
import { describe, expect, it } from 'vitest'
import { readCanvasSearch } from './canvas-search.ts'
import { dependentsOf, tracedFrom } from './lines.ts'
import { pictureOf } from './picture.ts'
import { svgOf } from './svg.ts'

const node = (id: string, over: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  // The kind is what comes before the colon.
  kind: id.slice(0, id.indexOf(':')) as CanvasNode['kind'],
  ref: null,
  name: id.slice(id.indexOf(':') + 1),
  detail: null,
  icon: null,
  state: 'ready',
  activity: null,
  ...over,
})
const edge = (from: string, link: CanvasLink, to: string, over: Partial<CanvasEdge> = {}): CanvasEdge => ({
  id: `${from} ${link} ${to}`,
  from,
  to,
  link,
  places: [],
  fields: [],
  activity: null,
  ...over,
})

const NODES = [
  'trigger:edr',
  'playbook:intake',
  'playbook:respond',
  'playbook:tidy',
  'app:alert',
  'app:case',
  'table:hosts',
  'asset:slack',
  'connector:slack',
  'dashboard:soc',
  'workspace:team',
].map((id) => node(id))
const EDGES = [
  edge('trigger:edr', 'starts', 'playbook:intake'),
  edge('playbook:intake', 'reads', 'table:hosts'),
  edge('playbook:intake', 'writes', 'app:alert'),
  edge('app:case', 'refers', 'app:alert'),
  edge('app:alert', 'starts', 'playbook:respond'),
  edge('playbook:respond', 'calls', 'playbook:tidy'),
  edge('playbook:respond', 'uses', 'asset:slack'),
  edge('asset:slack', 'uses', 'connector:slack'),
  edge('app:alert', 'shows', 'dashboard:soc'),
  edge('dashboard:soc', 'holds', 'workspace:team'),
  edge('app:case', 'holds', 'workspace:team'),
]

describe('a trace', () => {
  it('follows what happens from a trigger to the screens, step by step', () => {
    const { nodes, edges } = tracedFrom(EDGES, 'trigger:edr')
    expect([...nodes]).toEqual([
      ['trigger:edr', 0],
      ['playbook:intake', 1],
      ['table:hosts', 2],
      ['app:alert', 2],
      ['playbook:respond', 3],
      ['dashboard:soc', 3],
      ['playbook:tidy', 4],
      ['asset:slack', 4],
      ['workspace:team', 4],
      ['connector:slack', 5],
    ])
    expect(edges.has('app:case holds workspace:team')).toBe(false)
  })

  it('ends where records are only read, and in circles', () => {
    const circle = [
      edge('app:a', 'starts', 'playbook:p'),
      edge('playbook:p', 'writes', 'app:a'),
      edge('playbook:p', 'reads', 'app:b'),
      edge('app:b', 'starts', 'playbook:q'),
    ]
    expect([...tracedFrom(circle, 'app:a').nodes.keys()]).toEqual(['app:a', 'playbook:p', 'app:b'])
  })
})

it('finds what depends on a piece, those that name it first', () => {
  expect([...dependentsOf(EDGES, 'connector:slack').nodes]).toEqual([
    ['connector:slack', 0],
    ['asset:slack', 1],
    ['playbook:respond', 2],
  ])
  const ofAlert = dependentsOf(EDGES, 'app:alert').nodes
  expect([...ofAlert].filter(([, far]) => far === 1).map(([id]) => id)).toEqual([
    'playbook:intake',
    'app:case',
    'playbook:respond',
    'dashboard:soc',
  ])
  expect(ofAlert.get('workspace:team')).toBe(2)
  expect(dependentsOf(EDGES, 'workspace:team').nodes.size).toBe(1)
})

describe('the picture', () => {
  const picture = pictureOf(NODES, EDGES)
  const columnOf = (id: string) => picture.nodes.find((one) => one.id === id)?.column

  it('has a column for what starts work, what takes it in, what holds it, what acts, and where it ends', () => {
    expect(NODES.map(({ id }) => columnOf(id))).toEqual([0, 1, 3, 3, 2, 2, 2, 4, 5, 4, 5])
    expect(picture.headings.map(({ column }) => column)).toEqual([
      'sources',
      'intake',
      'data',
      'actions',
      'destinations',
      'behind',
    ])
  })

  it('puts no piece on another, and does not move when figures change', () => {
    for (const [at, one] of picture.nodes.entries())
      for (const other of picture.nodes.slice(at + 1))
        expect(one.column === other.column && Math.abs(one.y - other.y) < one.height).toBe(false)
    const busy = { runs: 7, failed: 2 }
    const later = pictureOf(
      NODES.map((one) => ({ ...one, activity: busy })),
      EDGES.map((one) => ({ ...one, activity: busy })),
    )
    expect(later.nodes.map(({ x, y }) => [x, y])).toEqual(picture.nodes.map(({ x, y }) => [x, y]))
    const backward = pictureOf(NODES.toReversed(), EDGES.toReversed())
    const placeOf = (shown: typeof picture, id: string) => {
      const { x, y } = shown.nodes.find((one) => one.id === id) ?? {}
      return [x, y]
    }
    expect(NODES.map(({ id }) => placeOf(backward, id))).toEqual(NODES.map(({ id }) => placeOf(picture, id)))
  })

  it('holds five hundred pieces, and draws lines only between those that are there', () => {
    const many = Array.from({ length: 500 }, (_, at) => node(`app:${at}`))
    const lines = Array.from({ length: 499 }, (_, at) => edge(`app:${at}`, 'refers', `app:${at + 1}`))
    const large = pictureOf(many, [...lines, edge('app:1', 'refers', 'app:none')])
    expect(large.nodes).toHaveLength(500)
    expect(large.edges).toHaveLength(499)
    expect(pictureOf([], [])).toMatchObject({ nodes: [], edges: [] })
  })
})

it('exports the picture as an SVG whose names can’t break it', () => {
  const hostile = [node('app:x', { name: '<script>"&\u0007' }), node('dashboard:y')]
  const failing = edge('app:x', 'shows', 'dashboard:y', { activity: { runs: null, failed: 3 } })
  const text = svgOf(pictureOf(hostile, [failing]), {
    title: 'Acme & co: canvas',
    headings: { data: 'Apps' },
    detailOf: ({ kind }) => kind,
    color: (token) => `#${token.length}`,
  })
  expect(text).toContain('<title>Acme &amp; co: canvas</title>')
  expect(text).toContain('&lt;script&gt;&quot;&amp;</text>')
  expect(text).not.toContain('\u0007')
  expect(text).toContain('3 ×')
})

it('reads the address, and ignores what it doesn’t know', () => {
  expect(readCanvasSearch({ view: 'list', mode: 'trace', piece: 'app:1', q: '', without: 'people' })).toEqual(
    {
      view: 'list',
      mode: 'trace',
      piece: 'app:1',
      without: 'people',
    },
  )
  expect(readCanvasSearch({ view: 'x', mode: ['trace'] })).toEqual({})
})
