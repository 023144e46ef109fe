import type { AppView } from '@caseloom/contract/apps/apps'
import { AssetView } from '@caseloom/contract/automation/assets'
import { RoleId } from '@caseloom/contract/kernel/ids'
import type { ConnectorSummary } from '@caseloom/contract/automation/connectors'
import { expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { CanvasMap } from './canvas-map.ts'
import { addPlaybooks } from './playbook-pieces.rules.ts'
import { problemsOf } from './problems.rules.ts'
import type { Seen, SeenPlaybook } from './seen.ts'

const SEEN: Seen = {
  apps: [],
  applets: [],
  playbooks: [],
  tables: [],
  assets: [],
  connectors: [],
  dashboards: [],
  workspaces: [],
  principals: { roles: [], groups: [], users: [] },
  activity: null,
  sees: { assets: true },
}
const use = (place: string, over: Partial<SeenPlaybook['uses'][number]> = {}) => ({
  place,
  action: null,
  asset: null,
  playbooks: [],
  table: null,
  app: null,
  fields: [],
  people: [],
  ...over,
})
const playbook = (key: string, over: Partial<SeenPlaybook> = {}): SeenPlaybook => ({
  id: key,
  key,
  title: key,
  isOff: false,
  isPublished: true,
  isComponent: false,
  triggers: [],
  uses: [],
  ...over,
})
const asset = (key: string, state: AssetView['state'] = 'works') =>
  AssetView.parse({
    id: newId(),
    key,
    name: key,
    description: null,
    connector: { key: 'slack', title: 'Slack' },
    auth: 'none',
    settings: {},
    secrets: [],
    state,
    lastTest: null,
    rotatedAt: null,
    maxTlp: null,
    maxPap: null,
    sharing: null,
    revision: 1,
    updatedAt: new Date(0).toISOString(),
    can: { use: true, manage: true },
  })
const slack = { key: 'slack', title: 'Slack', icon: 'brand-slack' } as ConnectorSummary // only these are read

function drawn(over: Partial<Seen>) {
  const map = new CanvasMap()
  const seen = { ...SEEN, ...over }
  addPlaybooks(map, seen)
  const { nodes, edges } = map
  const name = (id: string) => nodes.find((one) => one.id === id)?.name ?? id
  return {
    nodes,
    edges,
    lines: edges.map(({ from, link, to }) => `${name(from)} ${link} ${name(to)}`),
    problems: problemsOf(nodes, edges, seen).map(({ code, node }) => `${name(node)} ${code}`),
  }
}

it('connects playbooks with assets and their connectors, and names what isn’t there', () => {
  const { lines, problems } = drawn({
    assets: [asset('team'), asset('spare', 'fails')],
    connectors: [slack],
    playbooks: [
      playbook('page', {
        isComponent: true,
        uses: [
          use('post', { action: 'slack.post', asset: 'team' }),
          use('more', { action: 'slack.post' }),
          use('gone', { action: 'slack.post', asset: 'old' }),
          use('plain', { action: 'data.transform' }),
          use('worked', { action: 'slack.post', asset: '{% inputs.asset %}' }),
        ],
      }),
    ],
  })
  expect(lines).toEqual([
    'team uses Slack',
    'spare uses Slack',
    'page uses team',
    'page uses Slack',
    'page uses old',
  ])
  expect(problems).toEqual(['spare assetFailing', 'old missing'])
})

it('says nothing of assets to those who can’t use any', () => {
  const { lines, problems } = drawn({
    sees: { assets: false },
    playbooks: [
      playbook('page', { isComponent: true, uses: [use('post', { action: 'slack.post', asset: 'team' })] }),
    ],
  })
  expect([lines, problems]).toEqual([[], []])
})

it('shows what a failure starts, who is called, and who is asked', () => {
  const people = [
    { kind: 'roles' as const, name: 'Lead' },
    { kind: 'users' as const, name: 'someone@example.com' },
  ]
  const { lines, nodes } = drawn({
    principals: { roles: [{ id: RoleId.parse(newId()), name: 'lead' }], groups: [], users: [] },
    playbooks: [
      playbook('watch', {
        triggers: [{ key: 'bad', kind: 'failure', title: 'bad', isOff: false }],
        uses: [use('trigger bad', { playbooks: ['work'] }), use('ask', { action: 'human.approve', people })],
      }),
      playbook('work', { uses: [use('call', { action: 'flow.call', playbooks: ['watch'] })] }),
    ],
  })
  expect(lines).toEqual(['work fails watch', 'watch asks lead', 'work calls watch'])
  expect(nodes.filter(({ kind }) => kind === 'people')).toMatchObject([{ name: 'lead', detail: 'role' }])
})

it('names playbooks that can’t start, and triggers that are off', () => {
  const hook = { key: 'hook', kind: 'webhook', title: 'Hook', isOff: true }
  const { problems } = drawn({
    playbooks: [
      playbook('draft', { isPublished: false }),
      playbook('off', { isOff: true }),
      playbook('alone'),
      playbook('component', { isComponent: true }),
      playbook('half', { triggers: [hook, { ...hook, key: 'tick', kind: 'schedule', isOff: false }] }),
    ],
  })
  expect(problems).toEqual(['draft unpublished', 'off off', 'alone unstarted', 'Hook triggerOff'])
})

it('counts calls by who called, and failures by the step that failed, inside loops too', () => {
  const row = { trigger: 'hook', caller: null, step: null, runs: 0, failed: 0 }
  const { edges } = drawn({
    activity: {
      since: new Date(0).toISOString(),
      partial: false,
      rows: [
        { ...row, playbookId: 'work', runs: 9 },
        { ...row, playbookId: 'work', step: 'each/call', runs: 2, failed: 2 },
        { ...row, playbookId: 'part', trigger: 'component', caller: 'work', runs: 11, failed: 1 },
        { ...row, playbookId: 'part', trigger: 'component', runs: 5 },
      ],
    },
    apps: [{ id: 'a', key: 'alert', name: 'Alert', fields: [] } as unknown as AppView], // only these are read
    playbooks: [
      playbook('work', {
        triggers: [{ key: 'hook', kind: 'webhook', title: 'Hook', isOff: false }],
        uses: [
          use('call', { action: 'flow.call', playbooks: ['part'] }),
          use('save', { action: 'record.create', app: 'alert' }),
          use('call', { action: 'record.get', app: 'alert' }),
        ],
      }),
      playbook('part', { isComponent: true }),
    ],
  })
  expect(edges.map(({ link, activity }) => [link, activity])).toEqual([
    ['starts', { runs: 11, failed: 2 }],
    ['calls', { runs: 11, failed: 1 }],
    ['writes', { runs: null, failed: 0 }],
  ])
})

it('takes drafts as they are', () => {
  const uses = [use('odd', { action: '', asset: '', table: '', app: '' })]
  const { lines } = drawn({ playbooks: [playbook('odd', { uses })] })
  expect(lines).toEqual([])
})
