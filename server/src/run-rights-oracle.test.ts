import { outcome } from '@caseloom/testkit/outcome'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import { confirmStatement } from './domains/automation/statements/confirm-statement.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import {
  createApprovalsFixture,
  type ApprovalsFixture,
  type Team,
} from './domains/automation/approvals/approvals.fixture.ts'
import type { Readable } from 'node:stream'
import { text as streamText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ToolDeps } from './domains/assistant/tools/tool-deps.ts'
import { answerAboutRuns } from './domains/assistant/built-in/answer-runs.ts'
import { mcpTools } from './domains/assistant/mcp/mcp-tools.ts'
import { callTool } from './domains/assistant/tools/assistant-tools.ts'
import { runTools } from './domains/assistant/tools/run-tools.ts'
import type { Automation } from './domains/automation/automation.ts'
import { createAutomationDoor } from './domains/automation/automation.door.ts'
import { automationExport } from './domains/automation/operations/export-automation.ts'
import { countRuns } from './domains/automation/runs/count-runs.ts'
import { seeRuns } from './domains/automation/runs/see-runs.ts'
import { seenPayloads } from './domains/automation/deliveries/read-payloads.fixture.ts'
import { seeDeliveries } from './domains/automation/deliveries/see-deliveries.ts'
import { seeFailureGroups } from './domains/automation/operations/see-failure-groups.ts'
import { getRun, getRunStep, readStepValue } from './domains/automation/runs/get-run.ts'
import { listApprovals } from './domains/automation/approvals/approvals.read.ts'
import { getApproval } from './domains/automation/approvals/get-approval.ts'
import { lookAtRecordEvents } from './domains/automation/intake/record-events.ts'
import { mayRepeat, rerunRun } from './domains/automation/runs/rerun-run.ts'
import { runEvidence } from './domains/automation/operations/run-evidence.ts'
import { startRun } from './domains/automation/runs/start-run.ts'
import { replayTriggers } from './domains/automation/testing/replay-triggers.ts'
import { openStatement, wholeStatement } from './domains/automation/statements/confirm-statement.ts'
import * as rows from './domains/automation/tables/seen-rows.fixture.ts'
import { savedFor, testedWith } from './domains/automation/testing/tested-runs.fixture.ts'
import { pressButton } from './domains/automation/triggers/buttons.ts'
import { notifyFailures } from './domains/automation/triggers/on-failure.ts'
import { recordTriggers } from './domains/automation/triggers/on-record-event.ts'
import { listTriggers } from './domains/automation/triggers/trigger-overview.ts'
import { looksUpRecord, SEEN } from './looked-up-runs.fixture.ts'
import { foundByForm } from './form-lookups.fixture.ts'
import { restrictRecord } from './domains/records/permissions/restrict-record.ts'
import type { TenantScope } from './platform/database/types.ts'
import { newId } from './platform/uuid.ts'

/*
 * Every value of every record is a marker that appears nowhere else, and so are names of objects shared with only some
 * people. Everything that a surface of runs shows a person is searched for markers that this person may not read, by an
 * oracle that shares no code with the product: it knows who is on which list, because it wrote the lists.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261122)
const PEOPLE = 6
const ROUNDS = 2
const [LEADS, INNER] = [newId(), newId()]

interface PlainRecord {
  id: string
  appId: string
  trackingId: string
  to: string[] | null
  /** By field key. */
  values: Record<string, string>
}
/** A run and what it was handed: records, and whether their guarded field was among it. */
interface PlainRun {
  name: string
  id: string
  playbookId: string
  document: JsonObject
  records: PlainRecord[]
  guarded: boolean
  /** Something that counts all records was asked. */
  all?: boolean
}

let world: ApprovalsFixture
let team: Team
let scope: TenantScope
let keeper: Actor
let readers: string[] | null
const records: Record<'open' | 'restricted' | 'memo', PlainRecord> = {} as never // filled before anything reads it
const all: PlainRun[] = []
const triggers: string[] = []
/** Names of an app, a component, and a playbook that are shared with the leads and the keeper only. */
const [SHADOW, PART, CIRCLE] = ['nameOfShadow', 'nameOfPart', 'nameOfCircle']
/** The surfaces that name them. Lists of runs and pages of runs name their own playbook to all who may see runs. */
const NAMES: Record<string, readonly string[]> = {
  statements: [SHADOW, PART],
  'what a button does': [SHADOW, PART],
  causes: [CIRCLE],
  'loop stops': [CIRCLE],
}
const circle = { stating: '', runs: [] as string[], trigger: '' }
let counted = 0

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff
    return state / 0x80_00_00_00
  }
}
const roll = seeded(SEED)
const chance = (of: number) => roll() < of

// --- the oracle -----------------------------------------------------------------------------------------------------

const sees = (actor: Actor, record: PlainRecord) =>
  actor.permissions.has('record:read') &&
  (record.to === null || record.to.some((id) => actor.principals.includes(id)))
const readsHush = (actor: Actor) => readers === null || readers.some((id) => actor.principals.includes(id))
/** The guarded field belongs to one app only; the other app has none. */
const readsField = (actor: Actor, record: PlainRecord, key: string) =>
  sees(actor, record) && (key !== 'hush' || readsHush(actor))

function mayData(actor: Actor, run: PlainRun): boolean {
  const touched = run.all === true ? Object.values(records) : run.records
  return (
    actor.permissions.has('run:data') &&
    actor.permissions.has('record:read') &&
    touched.every((record) => sees(actor, record)) &&
    (!run.guarded || readsHush(actor))
  )
}

/** Markers in a text that the actor may not read; ids and tracking ids count for the record itself. */
function leaks(actor: Actor, text: string): string[] {
  return Object.values(records).flatMap((record) => {
    const marks: [string, boolean][] = [
      ...Object.entries(record.values).map(([key, value]): [string, boolean] => [
        value,
        readsField(actor, record, key),
      ]),
      [record.id, sees(actor, record)],
      [`"${record.trackingId}`, sees(actor, record)],
    ]
    return marks.flatMap(([mark, isReadable]) => (!isReadable && text.includes(mark) ? [mark] : []))
  })
}

/** Names in a text that the actor may not know; who builds playbooks sees all of these. */
function leakedNames(actor: Actor, surface: string, text: string): string[] {
  const isShared = actor.principals.includes(LEADS) || actor.id === keeper.id
  const knows = (name: string) => isShared || (name !== SHADOW && actor.permissions.has('playbook:build'))
  return (NAMES[surface] ?? []).filter((name) => !knows(name) && text.includes(name))
}

// --- the world ------------------------------------------------------------------------------------------------------

const field = (key: string, over: JsonObject = {}) => ({
  key,
  label: key,
  type: 'text' as const,
  required: false,
  readOnly: false,
  multiline: false,
  maxLength: 1_000,
  unique: false,
  ...over,
})

const shape = { icon: 'bell', titleField: 'title', listColumns: ['title'], layout: [] }

async function makeApps(): Promise<void> {
  const { apps } = world.house
  const vault = await apps.createApp(scope, keeper, {
    ...shape,
    key: 'vault',
    acronym: 'VLT',
    name: 'Vault',
    fields: [field('title'), field('hush', { readers: [LEADS] }), field('code', { unique: true }), SEEN],
  })
  const refer = { key: 'near', label: 'Near', type: 'reference' as const, app: vault.id, multiple: true }
  await apps.createApp(scope, keeper, {
    ...shape,
    key: 'memo',
    acronym: 'MEM',
    name: 'Memo',
    fields: [field('title'), { ...refer, required: false, columns: [], inverse: null } as never],
  })
}

async function makeRecord(app: string, name: string, fields: JsonObject): Promise<PlainRecord> {
  const made = await world.house.records.createRecord(scope, keeper, { appId: app, fields })
  const values = Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
  return { id: made.id, appId: made.appId, trackingId: made.trackingId, to: null, values }
}

const get = (key = 'get', after?: JsonObject[]): JsonObject => ({
  key,
  action: 'record.get',
  with: { app: 'vault', id: '{% inputs.id %}' },
  ...(after === undefined ? {} : { after }),
})
const stop = (message: string, after?: string): JsonObject => ({
  key: 'stop',
  action: 'flow.stop',
  with: { state: 'failed', message },
  ...(after === undefined ? {} : { after }),
})

type Made = Pick<PlainRun, 'records'> & Partial<PlainRun>

async function run(name: string, document: JsonObject, made: Made, inputs: JsonObject = {}): Promise<string> {
  const whole = { playbook: name, title: name, triggers: [], ...document }
  const known = all.find((one) => one.document['playbook'] === name)?.playbookId
  const playbookId = known ?? (await publish(whole)).id
  const { runId } = await startRun(world.house.automation, scope, {
    playbookId,
    triggerKey: 'test',
    triggerKind: 'component',
    payload: {},
    inputs,
    initiator: null,
  })
  all.push({ name, id: runId, playbookId, document: whole, guarded: true, ...made })
  return runId
}

/** As the keeper, who reads everything: so does the playbook. */
async function publish(document: JsonObject): Promise<{ id: string }> {
  const door = createAutomationDoor(world.house.automation)
  const draft = await door.createPlaybook(scope, keeper, document)
  await door.publishPlaybook(scope, keeper, { playbookId: draft.id, revision: draft.revision })
  return draft
}

async function runOfKind(kind: string, playbookId: string): Promise<string> {
  const find = () =>
    scope.read((tx) =>
      tx.query<{ id: string }>(
        'select id from caseloom.run where tenant_id = $1 and trigger_kind = $2 and playbook_id = $3',
        [tx.tenantId, kind, playbookId],
      ),
    )
  await expect
    .poll(
      async () => {
        await lookAtRecordEvents({
          ...world.house.automation,
          handlers: [recordTriggers(world.house.automation)],
        })
        await notifyFailures(world.house.automation)
        return (await find()).length
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  return (await find())[0]?.id ?? ''
}

async function makeRuns(): Promise<void> {
  const { open, restricted, memo } = records
  await run(
    'gets-open',
    { steps: [get()], output: '{% steps.get.output %}' },
    { records: [open] },
    { id: open.id },
  )
  await run(
    'gets-kept',
    { steps: [get()], output: '{% steps.get.output %}' },
    { records: [restricted] },
    { id: restricted.id },
  )
  const search = { key: 'find', action: 'record.search', with: { app: 'vault' } }
  await run('searches', { steps: [search] }, { records: [open, restricted] })
  const none = { app: 'vault', filter: { field: 'hush', op: 'eq', value: 'nothing' } }
  await run('finds-none', { steps: [{ ...search, with: none }] }, { records: [] })
  await publish({
    playbook: 'inner',
    title: 'inner',
    triggers: [],
    component: {},
    steps: [get()],
    output: '{% steps.get.output %}',
  })
  const call = {
    key: 'call',
    action: 'flow.call',
    with: { component: 'inner', inputs: { id: '{% inputs.id %}' } },
  }
  await run('calls', { steps: [call] }, { records: [restricted] }, { id: restricted.id })
  const wait = {
    key: 'wait',
    action: 'flow.waitCondition',
    with: { app: 'vault', record: '{% inputs.id %}', filter: { field: 'code', op: 'notEmpty' } },
  }
  await run('waits', { steps: [wait] }, { records: [restricted] }, { id: restricted.id })
  const quote = stop('Cannot handle {% steps.get.output.fields.hush %}', 'get')
  await run('quotes', { steps: [get(), quote] }, { records: [restricted] }, { id: restricted.id })
  const twice = {
    key: 'make',
    action: 'record.create',
    with: { app: 'vault', set: { code: '{% inputs.code %}' } },
  }
  await run(
    'collides',
    { steps: [twice] },
    { records: [], all: true },
    { code: restricted.values['code'] ?? '' },
  )
  const echo = { method: 'POST', url: 'http://127.0.0.1:1/', body: '{% steps.get.output.fields.hush %}' }
  const sends = { key: 'send', action: 'http.request', after: 'get', with: echo }
  await run('errs', { steps: [get(), sends] }, { records: [restricted] }, { id: restricted.id })
  const near = { key: 'get', action: 'record.get', with: { app: 'memo', id: '{% inputs.id %}' } }
  await run('links', { steps: [near] }, { records: [memo, restricted] }, { id: memo.id })
  const remembers = {
    steps: [
      { key: 'read', action: 'state.get', with: { key: 'seen' } },
      get('get', [{ step: 'read', when: '{% steps.read.output.value = null %}' }]),
      {
        key: 'set',
        action: 'state.set',
        after: 'get',
        with: { key: 'seen', value: '{% steps.get.output.fields.hush %}' },
      },
    ],
  }
  const first = await run('remembers', remembers, { records: [restricted] }, { id: restricted.id })
  await team.ended(first)
  await run('remembers', remembers, { records: [restricted] }, { id: restricted.id })
  const ask = {
    key: 'ask',
    action: 'human.approve',
    after: 'get',
    with: { to: { groups: ['Approvers'] }, title: 'About {% steps.get.output.fields.hush %}' },
  }
  const asks = await run('asks', { steps: [get(), ask] }, { records: [restricted] }, { id: restricted.id })
  await team.question(asks)
  await makeTriggered()
  for (const { id, name } of all) if (name !== 'asks') await team.ended(id)
  const [inner] = await scope.read((tx) =>
    tx.query<{ id: string; playbook_id: string }>(
      'select id, playbook_id from caseloom.run where tenant_id = $1 and parent_run is not null',
      [tx.tenantId],
    ),
  )
  const { document = {} } = all.find((one) => one.name === 'gets-kept') ?? {}
  all.push({
    name: 'is-called',
    id: inner?.id ?? '',
    playbookId: inner?.playbook_id ?? '',
    document,
    records: [restricted],
    guarded: true,
  })
}

async function makeRows(): Promise<void> {
  await rows.aSeenTable(scope, keeper)
  const made = { records: [records.restricted] }
  await team.ended(
    await run('writes-rows', { steps: [get(), rows.WRITES_ROW] }, made, { id: records.restricted.id }),
  )
  await team.ended(await run('reads-rows', { steps: [rows.READS_ROW] }, made))
}

async function makeTriggered(): Promise<void> {
  const { restricted } = records
  const { automation } = world.house
  const made = { records: [restricted], guarded: true }
  all.push({ ...(await looksUpRecord(automation, scope, keeper, restricted)), ...made })
  const outcomeOf = '{% trigger.record.fields.hush %}'
  const button = {
    playbook: 'pressed',
    title: 'pressed',
    triggers: [{ key: 'b', kind: 'button', with: { app: 'vault', label: 'Go' } }],
    steps: [{ key: 'say', action: 'data.transform', with: { value: outcomeOf } }],
  }
  const pressed = await publish(button)
  const changed = {
    playbook: 'changed',
    title: 'changed',
    triggers: [{ key: 'r', kind: 'record', with: { app: 'vault', on: ['updated'] } }],
    steps: [stop(`No way: ${outcomeOf}`)],
  }
  const reacting = await publish(changed)
  // Its condition can't be evaluated, and says with which value.
  await publish({
    playbook: 'unsure',
    title: 'unsure',
    triggers: [{ ...changed.triggers[0], when: '{% $number(trigger.record.fields.hush) > 1 %}' }],
    steps: [stop('Never')],
  })
  const failure = {
    playbook: 'fails',
    title: 'fails',
    triggers: [{ key: 'f', kind: 'failure', with: { playbooks: ['changed'] } }],
    steps: [{ key: 'say', action: 'data.transform', with: { value: '{% trigger.run.error %}' } }],
  }
  const failing = await publish(failure)
  const ids = await scope.read((tx) =>
    tx.query<{ id: string; playbook_id: string }>(
      'select id, playbook_id from caseloom.trigger where tenant_id = $1',
      [tx.tenantId],
    ),
  )
  triggers.push(...ids.map((row) => row.id))
  const buttonId = ids.find((row) => row.playbook_id === pressed.id)?.id ?? ''
  await confirmStatement(automation, scope, keeper, pressed.id)
  await pressButton(automation, scope, keeper, { triggerId: buttonId, recordId: restricted.id, inputs: {} })
  await world.house.records.updateRecord(scope, keeper, {
    appId: restricted.appId,
    recordId: restricted.id,
    fields: { title: `${restricted.values['title']}` },
  })
  // A change of values, so that the record trigger has something to see.
  await world.house.records.updateRecord(scope, keeper, {
    appId: restricted.appId,
    recordId: restricted.id,
    fields: { code: `${restricted.values['code']}x` },
  })
  const runs: [string, string, JsonObject][] = [
    ['button', pressed.id, button],
    ['record', reacting.id, changed],
    ['failure', failing.id, failure],
  ]
  for (const [kind, playbookId, document] of runs)
    all.push({ ...made, name: `by-${kind}`, id: await runOfKind(kind, playbookId), playbookId, document })
  const button1 = all.find((one) => one.name === 'by-button')
  if (button1 === undefined) throw new Error('No one pressed')
  const again = await rerunRun(automation, scope, keeper, { runId: button1.id })
  all.push({ ...button1, name: 'repeated', id: again.id })
}

/** A playbook that repeats itself over a record until it is stopped, and one that says what it will do. */
async function makeNamed(): Promise<void> {
  const { apps } = world.house
  const shared = [
    { to: { roleId: LEADS }, level: 'read' },
    { to: { userId: keeper.id }, level: 'manage' },
  ]
  const shadow = await apps.createApp(scope, keeper, {
    ...shape,
    key: 'shadow',
    acronym: 'SHW',
    name: SHADOW,
    fields: [field('title')],
    sharing: shared as never, // ids of a test are no brands
  })
  const part = await publish({
    playbook: 'part',
    title: PART,
    triggers: [],
    component: {},
    steps: [{ key: 'make', action: 'record.create', with: { app: 'vault', set: { title: 'new' } } }],
  })
  const on = { app: 'shadow', on: ['updated'], byPlaybooks: true }
  const own = { app: 'shadow', id: '{% trigger.record.id %}', set: { title: '{% run.id %}' } }
  const circling = await publish({
    playbook: 'circle',
    title: CIRCLE,
    triggers: [{ key: 'r', kind: 'record', with: on }],
    steps: [{ key: 'write', action: 'record.update', with: own }],
  })
  const call = { key: 'call', action: 'flow.call', with: { component: 'part', inputs: {} } }
  const find = { key: 'find', action: 'record.search', with: { app: 'shadow' } }
  const stating = { playbook: 'stating', title: 'stating', triggers: [], component: {}, steps: [find, call] }
  circle.stating = (await publish(stating)).id
  await scope.tx((tx) =>
    tx.query('update caseloom.playbook set shared_with = $2::text[] where id = any($1::uuid[])', [
      [part.id, circling.id],
      [LEADS, keeper.id],
    ]),
  )
  const made = await world.house.records.createRecord(scope, keeper, {
    appId: shadow.id,
    fields: { title: 'a' },
  })
  const change = { appId: shadow.id, recordId: made.id, fields: { title: 'by hand' } }
  await world.house.records.updateRecord(scope, keeper, change)
  const { automation } = world.house
  const stops = async () => {
    await lookAtRecordEvents({ ...automation, handlers: [recordTriggers(automation)] })
    return (await seeRuns(automation, scope, keeper, { limit: 1, loop: 'stopped' })).items.length
  }
  await expect.poll(stops, { timeout: 60_000 }).toBe(1)
  const { items } = await seeRuns(automation, scope, keeper, { limit: 50, playbookId: circling.id })
  circle.runs = items.map(({ id }) => id)
  const [trigger] = await listTriggers(automation, scope, keeper, circling.id)
  circle.trigger = trigger?.id ?? ''
}

/** Other lists for the record, other readers for the field, other permissions and principals for everyone. */
async function shuffle(people: readonly Actor[]): Promise<void> {
  const { apps, records: door } = world.house
  for (const record of Object.values(records)) {
    record.to = chance(0.4) ? null : [chance(0.5) ? LEADS : INNER, String(keeper.id)]
    await restrictRecord({ apps, people: directory() } as never, scope, keeper, {
      appId: record.appId,
      recordId: record.id,
      to:
        record.to === null
          ? null
          : record.to.map((id) => (id === keeper.id ? { userId: id } : { roleId: id })),
      ip: null,
    } as never)
  }
  readers = chance(0.3) ? null : [chance(0.5) ? LEADS : INNER]
  const { fields, ...view } = await apps.getApp(scope, keeper, 'vault')
  await apps.updateApp(scope, keeper, {
    name: view.name,
    icon: view.icon,
    titleField: view.titleField,
    listColumns: view.listColumns,
    layout: view.layout,
    sharing: view.sharing,
    revision: view.revision,
    appId: view.id,
    fields: fields.map(({ readers: _old, ...one }) =>
      one.key === 'hush' && readers !== null ? { ...one, readers } : one,
    ),
  } as never)
  const optional: Permission[] = ['record:read', 'run:data', 'playbook:run', 'playbook:build']
  for (const [at, person] of people.entries()) {
    const given = optional.filter((one) => at < 3 || chance(one === 'record:read' ? 0.9 : 0.7))
    person.permissions = new Set<Permission>(['run:read', 'playbook:read', 'app:read', ...given])
    person.principals = [String(person.id), ...[LEADS, INNER].filter(() => at === 0 || chance(0.5))]
  }
  expect((await door.searchRecords(scope, keeper, { appId: 'vault' })).items).toHaveLength(2)
}

function directory() {
  const roles = [LEADS, INNER].map((id) => ({ id, name: id }))
  return {
    principals: async () => ({ roles, groups: [], users: [{ id: keeper.id, name: 'Keeper' }] }),
    actors: async () => [],
  }
}

// --- surfaces -------------------------------------------------------------------------------------------------------

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return outcome(work.then((answer) => JSON.stringify(answer ?? null)))
}

async function each(ask: (run: PlainRun) => Promise<string>): Promise<string> {
  const texts: string[] = []
  for (const one of all) texts.push(await ask(one))
  return texts.join('\n')
}

type Surface = (automation: Automation, actor: Actor) => Promise<string>

const toolDeps = (automation: Automation): ToolDeps =>
  ({
    automation: createAutomationDoor(automation),
    stepOutput: (place: TenantScope, actor: Actor, wanted: { runId: string; path: string }) =>
      readStepValue(automation, place, actor, { ...wanted, side: 'output' }),
  }) as never // what tools about runs ask

/** What someone reads about each record, with the name of the record where that is anything. */
const ofRecords = (read: (recordId: string) => Promise<{ items: readonly unknown[] }>) =>
  outcomeOf(
    Promise.all(
      Object.values(records).map(async ({ id, trackingId }) => {
        const { items } = await read(id)
        return items.length === 0 ? [] : [trackingId, items]
      }),
    ),
  )

const SURFACES: Record<string, Surface> = {
  'run page': (automation, actor) =>
    each(async ({ id, document }) => {
      const { document: _same, ...view } = await getRun(automation, scope, actor, id)
      return JSON.stringify([view, document['playbook']])
    }),
  step: (automation, actor) =>
    each(async ({ id }) => {
      const { steps } = await getRun(automation, scope, keeper, id)
      const views = steps.map(({ path }) =>
        outcomeOf(getRunStep(automation, scope, actor, { runId: id, path })),
      )
      return (await Promise.all(views)).join('')
    }),
  values: (automation, actor) =>
    each(async ({ id }) => {
      const { steps } = await getRun(automation, scope, keeper, id)
      const wanted = [
        ...steps.flatMap(({ path }) => (['input', 'output'] as const).map((side) => ({ path, side }))),
        { path: '', side: 'trigger' as const },
        { path: '', side: 'output' as const },
      ]
      const values = wanted.map((one) =>
        outcomeOf(readStepValue(automation, scope, actor, { runId: id, ...one })),
      )
      return (await Promise.all(values)).join('')
    }),
  evidence: (automation, actor) =>
    each(({ id }) =>
      outcomeOf(
        runEvidence(automation, scope, actor, { runId: id }).then(({ content }) =>
          streamText(content as Readable),
        ),
      ),
    ),
  'run list': (automation, actor) => outcomeOf(seeRuns(automation, scope, actor, { limit: 100 })),
  'runs of a record': (automation, actor) =>
    ofRecords((recordId) => seeRuns(automation, scope, actor, { limit: 5, recordId })),
  'run counts of a record': (automation, actor) =>
    ofRecords((recordId) => countRuns(automation, scope, actor, { recordId })),
  'failure groups': (automation, actor) => outcomeOf(seeFailureGroups(automation, scope, actor, {})),
  deliveries: (automation, actor) => {
    const filter = { limit: 20 }
    const logs = triggers.map((triggerId) => seeDeliveries(automation, scope, actor, { triggerId, filter }))
    return outcomeOf(Promise.all(logs))
  },
  'stored payloads': (automation, actor) =>
    seenPayloads(automation, scope, { actor, lister: keeper, triggers, say: outcomeOf }),
  triggers: async (automation, actor) => {
    const { listPlaybooks } = createAutomationDoor(automation)
    const lists = (await listPlaybooks(scope)).map(({ id }) =>
      outcomeOf(listTriggers(automation, scope, actor, id)),
    )
    return (await Promise.all(lists)).join('')
  },
  statements: (automation, actor) => outcomeOf(openStatement(automation, scope, actor, circle.stating)),
  'what a button does': (automation, actor) =>
    outcomeOf(wholeStatement(automation, scope, actor, circle.stating)),
  causes: async (automation, actor) => {
    const views = circle.runs.map((id) => getRun(automation, scope, actor, id))
    return JSON.stringify((await Promise.all(views)).map(({ cause }) => cause))
  },
  'loop stops': async (automation, actor) => {
    const views = circle.runs.map((id) => getRun(automation, scope, actor, id))
    const filter = { limit: 20, outcome: 'refused' as const }
    const log = await seeDeliveries(automation, scope, actor, { triggerId: circle.trigger, filter })
    const stops = (await Promise.all(views)).map(({ loopStops }) => loopStops)
    return JSON.stringify([stops, log.items.map(({ loop }) => loop)])
  },
  approvals: async (automation, actor) => {
    const deps = { ...world.deps, records: automation.records }
    const { items } = await listApprovals(deps, scope, actor, { box: 'all', limit: 20 })
    const views = items.map(({ id }) => outcomeOf(getApproval(deps, scope, actor, id)))
    return [JSON.stringify(items), ...(await Promise.all(views))].join('')
  },
  replay: (automation, actor) =>
    each(({ playbookId, document }) => {
      // Each step's input differs from what it was: differences show both.
      const draft = JSON.parse(
        JSON.stringify(document).replaceAll('steps.get.output', 'steps.get.output.none'),
      )
      return outcomeOf(replayTriggers(automation, scope, actor, { playbookId, document: draft, last: 5 }))
    }),
  repeat: (automation, actor) =>
    each(async ({ id, records: touched }) => {
      const answer = await outcomeOf(mayRepeat(automation, scope, actor, id))
      return answer === 'null' ? JSON.stringify(touched) : ''
    }),
  'test with a recording': (automation, actor) =>
    each((run) =>
      run.name !== 'gets-kept' && run.name !== 'gets-open'
        ? Promise.resolve('')
        : outcomeOf(testedWith(automation, scope, actor, run)),
    ),
  'test of a run': (automation, actor) =>
    each((run) => outcomeOf(savedFor(automation, scope, actor, { maker: keeper, run }))),
  'assistant over MCP': async (automation, actor) => {
    const tools = mcpTools(runTools(toolDeps(automation)))
    const asking = { scope, actor, signal: new AbortController().signal, place: {} } as never
    const ask = async (name: string, input: JsonObject) => {
      const tool = tools.find((one) => one.name === name)
      if (tool === undefined) throw new Error(`Unknown tool ${name}`)
      return outcomeOf(callTool(tool, asking, input))
    }
    const list = await ask('list_runs', { limit: 20 })
    const runs = await each(async ({ id }) => {
      const answers = ['explain_run', 'explain_decision'].map((name) => ask(name, { run: id }))
      return JSON.stringify(await Promise.all(answers))
    })
    return list + runs
  },
  'built-in assistant': (automation, actor) =>
    each(async ({ id }) => {
      const question = 'Why did this run fail?'
      const inquiry = { scope, actor, question, place: { runId: id }, now: new Date() }
      return outcomeOf(answerAboutRuns(toolDeps(automation) as never, inquiry as never))
    }),
  'rows of tables': (automation, actor) => outcomeOf(rows.shownRows(automation, scope, actor, 'Ofkept')),
  'history of tables': (automation, actor) => outcomeOf(rows.shownHistory(automation, scope, actor)),
  'restored rows': (automation, actor) => outcomeOf(rows.restoredRow(automation, scope, actor)),
  'observables on lists': (automation, actor) =>
    // The code was changed before the row was written.
    outcomeOf(rows.listedValues(automation, scope, actor, [`${records.restricted.values['code']}x`])),
  'rows that steps look up': (automation, actor) => outcomeOf(rows.lookedUpRow(automation, scope, actor)),
  'rows that forms look up': (automation, actor) =>
    outcomeOf(foundByForm(automation, scope, actor, records.restricted)),
  'tenant export': async (automation, actor) => {
    const files = await automationExport(createAutomationDoor(automation))(scope, actor)
    const lines: unknown[] = []
    for (const file of files.filter(({ path }) => path === 'runs.jsonl'))
      for await (const line of file.lines()) lines.push(line)
    return JSON.stringify(lines)
  },
}

/** The same automation with a gate that lets everything through. */
function withHole(automation: Automation): Automation {
  const touches: Automation['records']['touches'] = {
    ...automation.records.touches,
    judge: async () => () => true,
    judgeForAll: async () => () => true,
    readable: async (_scope, _actor, places) => new Set(places.map((place) => place.recordId)),
  }
  const apps: Automation['apps'] = {
    ...automation.apps,
    getApp: (place, _actor, key) => automation.apps.getApp(place, keeper, key),
  }
  return { ...automation, apps, records: { ...automation.records, touches } }
}

/** Lists of people that the product has lost; the oracle still knows them. */
const forgetSharing = () =>
  scope.tx((tx) =>
    tx.query('update caseloom.playbook set shared_with = null where tenant_id = $1', [tx.tenantId]),
  )

let people: Actor[]
beforeAll(async () => {
  world = await createApprovalsFixture()
  world.house.answer.current = async ({ body }) => {
    const message = `Refused: ${JSON.stringify(body)}`
    return { ok: false, error: { code: 'http.status', message, retryable: false } }
  }
  team = await world.aTeam('Ann')
  team.join('Ann', team.groups[0]?.id ?? '')
  scope = team.scope
  keeper = anActor(scope, { name: 'Keeper', id: newId() })
  keeper.principals = [String(keeper.id), LEADS, INNER]
  readers = [LEADS]
  await makeApps()
  const values = (name: string) => ({ title: `titleOf${name}`, hush: `hushOf${name}`, code: `codeOf${name}` })
  records.open = await makeRecord('vault', 'open', values('open'))
  records.restricted = await makeRecord('vault', 'kept', values('kept'))
  records.memo = await makeRecord('memo', 'memo', { title: 'titleOfmemo', near: [records.restricted.id] })
  people = Array.from({ length: PEOPLE }, (_, at) => anActor(scope, { name: `Person ${at}` }))
}, 240_000)
afterAll(() => world.close())

// Polling is for tests only: this one comes first.
it('makes runs of every kind', async () => {
  await makeRuns()
  await makeRows()
  await makeNamed()
  expect(all.length).toBeGreaterThan(15)
}, 240_000)

it('shows data of runs to those who may read all that went into them, on every surface', async () => {
  const { automation } = world.house
  const [opened, closed] = [new Set<string>(), new Set<string>()]
  for (let round = 0; round < ROUNDS; round += 1) {
    await shuffle(people)
    for (const actor of [...people, keeper]) {
      for (const run of all) {
        const { can, error } = await getRun(automation, scope, actor, run.id)
        const wanted = mayData(actor, run)
        expect(can.data, `data of ${run.name} for ${actor.name}, round ${round}, seed ${SEED}`).toBe(wanted)
        if (!wanted && error !== null) expect(error.message).toMatch(/permission/)
        void (wanted ? opened : closed).add(run.name)
      }
      for (const [name, ask] of Object.entries(SURFACES)) {
        const text = await ask(automation, actor)
        counted += 1
        const found = [...leaks(actor, text), ...leakedNames(actor, name, text)]
        expect(found, `${name} for ${actor.name}, round ${round}, seed ${SEED}`).toEqual([])
      }
    }
  }
  process.stdout.write(`run permissions oracle, seed ${SEED}: ${counted} surfaces read, 0 leaks\n`)
  // Both answers were given for every kind of run: the comparison means something.
  expect([...opened].toSorted()).toEqual([...new Set(all.map(({ name }) => name))].toSorted())
  expect([...closed].toSorted()).toEqual([...opened].toSorted())
}, 300_000)

const MAY_ALL: Permission[] = ['run:data', 'record:read', 'playbook:run', 'playbook:build']
it.each(Object.keys(SURFACES))('finds a hole planted in: %s', async (name) => {
  const [person = keeper] = people
  const principals = [String(person.id)]
  for (const record of Object.values(records)) record.to ??= [INNER]
  await forgetSharing()
  const ask = async (actor: Actor) => (await SURFACES[name]?.(withHole(world.house.automation), actor)) ?? ''
  if (name in NAMES) {
    // Builders may know all playbooks.
    const permissions = new Set<Permission>(['run:read', 'playbook:read', 'app:read'])
    const actor = { ...person, principals, permissions }
    expect(leakedNames(actor, name, await ask(actor))).toEqual(NAMES[name])
    return
  }
  const permissions = new Set<Permission>([...person.permissions, ...MAY_ALL])
  const actor = { ...person, principals, permissions }
  expect(leaks(actor, await ask(actor)).length, name).toBeGreaterThan(0)
})
