import { AppCreate } from '@caseloom/contract/apps/apps'
import { TableInput } from '@caseloom/contract/automation/tables'
import type { CanvasView } from '@caseloom/contract/content/canvas'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { DashboardCreate } from '@caseloom/contract/workspaces/workspaces'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentFixture, createContentFixture, type Place } from './content.fixture.ts'
import { readCanvas } from './domains/content/canvas/read-canvas.ts'

let house: ContentFixture
beforeAll(async () => {
  house = await createContentFixture()
})
afterAll(() => house.close())

const field = (key: string, more: object = {}) => ({ key, label: key, type: 'text', ...more })

async function anApp({ scope, user }: Place, key: string, fields: object[] = []) {
  const shape = { titleField: 'title', listColumns: ['title'], layout: [] }
  const app = { ...shape, key, acronym: key.slice(0, 3).toUpperCase(), name: key }
  return house.apps.createApp(
    scope,
    user,
    AppCreate.parse({ ...app, fields: [field('title'), field('ref', { unique: true }), ...fields] }),
  )
}

async function aPlaybook({ scope, user }: Place, document: JsonObject) {
  const { id, revision } = await house.deps.playbooks.create(scope, user, {
    format: 'caseloom.playbook/1',
    title: document['playbook'] ?? '',
    ...document,
  })
  return { id, publish: () => house.deps.playbooks.publish(scope, user, { playbookId: id, revision }) }
}

const INTAKE: JsonObject = {
  playbook: 'intake',
  triggers: [{ key: 'edr', kind: 'webhook', title: 'EDR detections', with: { auth: 'none' } }],
  steps: [
    { key: 'known', action: 'table.lookup', with: { table: 'hosts', key: 'a' } },
    {
      key: 'make',
      action: 'record.upsert',
      with: { app: 'alert', match: { ref: '1' }, set: { title: 'x' } },
    },
  ],
}
const RESPOND: JsonObject = {
  playbook: 'respond',
  triggers: [{ key: 'opened', kind: 'record', with: { app: 'alert', on: ['created'] } }],
  steps: [{ key: 'tidy', action: 'flow.call', with: { component: 'tidy' } }],
}

/** A small solution: a webhook fills alerts, an alert starts a response, and a dashboard shows them. */
async function aSolution() {
  const place = await house.aPlace()
  const { scope, user } = place
  const alert = await anApp(place, 'alert')
  await anApp(place, 'case', [field('alerts', { type: 'reference', app: alert.id })])
  await anApp(place, 'lonely')
  const columns = [{ key: 'host', label: 'Host', type: 'text' }]
  await house.deps.tables.create(scope, user, TableInput.parse({ key: 'hosts', name: 'hosts', columns }))
  const intake = await aPlaybook(place, INTAKE)
  await intake.publish()
  const respond = await aPlaybook(place, RESPOND)
  const widget = { id: 'w', title: 'Open', x: 0, y: 0, w: 4, h: 4, kind: 'number', app: alert.id }
  const board = { name: 'soc', widgets: [{ ...widget, measure: { of: 'count' } }] }
  const input = DashboardCreate.omit({ workspaceId: true }).parse(board)
  await house.deps.dashboards.create(scope, user, { ...input, key: 'soc' })
  return { ...place, intake, respond }
}

function lines({ nodes, edges }: CanvasView): string[] {
  const name = (id: string) => nodes.find((node) => node.id === id)?.name ?? id
  return edges.map(({ from, link, to }) => `${name(from)} ${link} ${name(to)}`).toSorted()
}

function problems({ nodes, problems: found }: CanvasView): string[] {
  return found.map(({ code, node }) => `${nodes.find(({ id }) => id === node)?.name} ${code}`).toSorted()
}

it('shows how the parts of a tenant are connected, and names what is missing [S2.27]', async () => {
  const { scope, user } = await aSolution()
  const view = await readCanvas(house.canvas, scope, user)
  expect(lines(view)).toEqual([
    'EDR detections starts intake',
    'alert shows soc',
    'alert starts respond',
    'case refers alert',
    'intake reads hosts',
    'intake writes alert',
    'respond calls tidy',
  ])
  expect(problems(view)).toEqual(['case unfilled', 'lonely unused', 'respond unpublished', 'tidy missing'])
  expect(view.edges.find(({ link }) => link === 'writes')?.fields).toEqual(['title', 'ref'])
})

async function addRuns({ scope }: Place, playbookId: string, states: readonly string[]): Promise<void> {
  await scope.tx((tx) =>
    tx.query(
      `insert into caseloom.run (id, tenant_id, number, playbook_id, version_id, trigger_key, trigger_kind, state,
                                 semantics, created_at, error)
       select ('0000' || substr(md5(n::text || $2), 5))::uuid, $1, 5000 + n, $2::uuid, v.id, 'edr', 'webhook', s, 1, now(),
              case when s = 'failed' then '{"code": "x", "message": "secret", "detail": {"step": "make"}}'::jsonb end
         from unnest($3::text[]) with ordinality as given(s, n),
              caseloom.playbook_version v where v.playbook_id = $2::uuid`,
      [tx.tenantId, playbookId, states],
    ),
  )
}

it('counts the runs of the last day on the lines, and failures where the steps are that failed', async () => {
  const solution = await aSolution()
  const { scope, user, intake } = solution
  const before = await readCanvas(house.canvas, scope, user)
  expect(before.edges.find(({ link }) => link === 'starts')?.activity).toEqual({ runs: 0, failed: 0 })
  await addRuns(solution, intake.id, ['succeeded', 'failed', 'succeeded'])
  // Their IDs are of 1970: as old as runs of a day before.
  expect(await readCanvas(house.canvas, scope, user)).toMatchObject({ edges: before.edges })
  await scope.tx((tx) =>
    tx.query(
      `update caseloom.run set id = ('f' || substr(id::text, 2))::uuid where tenant_id = $1 and playbook_id = $2`,
      [tx.tenantId, intake.id],
    ),
  )
  const { nodes, edges } = await readCanvas(house.canvas, scope, user)
  const of = (link: string) => edges.find((edge) => edge.link === link)?.activity
  expect(of('starts')).toEqual({ runs: 3, failed: 1 })
  expect(of('writes')).toEqual({ runs: null, failed: 1 })
  expect(of('reads')).toEqual({ runs: null, failed: 0 })
  expect(nodes.find(({ kind }) => kind === 'trigger')?.activity).toEqual({ runs: 3, failed: 1 })
})

it('shows no figures of runs to those who can’t see runs, and no playbooks to those who can’t see these', async () => {
  const solution = await aSolution()
  const { scope, intake } = solution
  await addRuns(solution, intake.id, ['failed'])
  const without = (...gone: string[]) =>
    house.aUser(scope, { may: PERMISSIONS.filter((one) => !gone.includes(one)) })
  const runless = await readCanvas(house.canvas, scope, without('run:read'))
  expect(runless.since).toBeNull()
  expect([...runless.nodes, ...runless.edges].flatMap(({ activity }) => activity ?? [])).toEqual([])
  const bare = await readCanvas(
    house.canvas,
    scope,
    without('playbook:read', 'playbook:build', 'dashboard:read', 'dashboard:build'),
  )
  expect(lines(bare)).toEqual(['case refers alert'])
  expect(bare.since).toBeNull()
  await expect(readCanvas(house.canvas, scope, without('app:read'))).rejects.toMatchObject({
    code: 'right.missing',
  })
})

it('doesn’t exist while the flag SolutionBuilder is off, and knows nothing of other tenants [S6.05]', async () => {
  const { scope, user } = await aSolution()
  const off = {
    ...house.canvas,
    flags: async (accountId: string) => ({
      ...(await house.canvas.flags(accountId)),
      SolutionBuilder: false,
    }),
  }
  await expect(readCanvas(off, scope, user)).rejects.toMatchObject({ code: 'resource.not_found' })
  const other = await house.aPlace()
  expect(await readCanvas(house.canvas, other.scope, other.user)).toMatchObject({ nodes: [], edges: [] })
})

it('names an app that isn’t shared with the reader as missing, like one that doesn’t exist', async () => {
  const { scope, user } = await aSolution()
  const reader = house.aUser(scope)
  const hidden = {
    ...house.canvas,
    apps: {
      ...house.canvas.apps,
      listApps: async (...[at, actor]: Parameters<typeof house.apps.listApps>) =>
        (await house.apps.listApps(at, actor)).filter(({ key }) => actor === user || key !== 'alert'),
    },
  }
  const view = await readCanvas(hidden, scope, reader)
  expect(view.nodes.find(({ name }) => name === 'alert')).toMatchObject({ state: 'missing', ref: null })
  expect(lines(view)).not.toContain('case refers alert')
})
