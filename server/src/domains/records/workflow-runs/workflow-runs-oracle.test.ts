import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { outcome } from '@caseloom/testkit/outcome'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getWorkflowRun } from './get-workflow-run.ts'
import { listWorkflowRuns } from './list-workflow-runs.ts'
import { offeredButtons } from './offered-buttons.ts'
import { openForm } from './open-form.ts'
import { listTakingRecords, workflowCoverage } from './workflow-coverage.ts'

/*
 * Runs and forms of every record as every person sees them, against an oracle that knows for each rule which field its
 * condition reads. It shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261124)
let world: RightsWorld
const apps = new Map<string, AppView>()

type Plain = AppView['fields']

/** A rule that applies to every record, with a message for each plain field that says its value. */
function naming(plain: Plain) {
  const actions = plain.map(({ key }, at) => ({
    id: `value-${at}`,
    do: 'message',
    level: 'info',
    text: `Value ${at}: {{${key}}}.`,
  }))
  return { id: 'name-all', name: 'name-all', when: { none: [] }, actions, branches: [] }
}

/** Messages that say another value than the actor may read, by the place of their field. */
function wrongTexts(app: AppView, actor: Actor, view: WorkflowRunView, whole: WorkflowRunView): string[] {
  const closed = new Set(closedFields(app, actor))
  const plain = app.fields.filter(({ type }) => ['text', 'selection', 'number'].includes(type))
  return plain.flatMap((field, at) => {
    const value = whole.fields[field.key] ?? null
    const keys = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== '')
    const labels = keys.map((one) =>
      'options' in field ? (field.options.find(({ key }) => key === one)?.label ?? one) : one,
    )
    const words = closed.has(field.key) ? '…' : labels.length === 0 ? '–' : labels.join(', ')
    const said = view.form.messages.find(({ action }) => action === `value-${at}`)?.text
    return said === `Value ${at}: ${words}.` ? [] : [`${field.key}: ${said}`]
  })
}

/** Sets a closed field whenever an open one changes. */
function copying() {
  const copy = {
    id: 'copy',
    do: 'set',
    field: 'secret',
    to: { expression: 'record.ref' },
    repeat: 'always',
    onlyIfEmpty: false,
  }
  return { id: 'copying', name: 'copying', when: { none: [] }, actions: [copy], branches: [] }
}

/** One rule per plain field: its message names the field, and an `else` beside it says the opposite. */
function workflowOf(app: AppView) {
  const plain = app.fields.filter(({ type }) => ['text', 'selection', 'number'].includes(type))
  const branches = plain.map(({ key }) => ({
    id: `on-${key}`,
    rules: [
      {
        id: `filled-${key}`,
        name: `filled-${key}`,
        when: { field: key, op: 'notEmpty' },
        actions: [
          { id: `say-${key}`, do: 'message', level: 'info', text: `filled-${key}` },
          { id: `offer-${key}`, do: 'offer', button: `press-${key}` },
        ],
        branches: [],
      },
      {
        id: `else-${key}`,
        actions: [{ id: `else-say-${key}`, do: 'message', level: 'info', text: `else-${key}` }],
        branches: [],
      },
    ],
  }))
  const on = ['new', 'open', 'save', 'import', 'api', 'playbook']
  const around = {
    first: { id: 'copy', rules: [copying()] },
    last: { id: 'values', rules: [naming(plain)] },
  }
  return { stages: [{ id: 'all', title: 'All', on, branches: [around.first, ...branches, around.last] }] }
}

beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 6, apps: 3, records: 4 })
  for (const appId of world.appIds) {
    const app = await world.deps.apps.getApp(world.scope, world.keeper, appId)
    const { revision, name, icon, titleField, listColumns, layout, fields } = app
    const shape = { revision, name, icon, titleField, listColumns, layout, fields }
    // The document is built as JSON; publishing reads it like any other.
    const command = { ...shape, appId, workflow: workflowOf(app) } as Parameters<
      typeof world.deps.apps.updateApp
    >[2]
    apps.set(appId, await world.deps.apps.updateApp(world.scope, world.keeper, command))
  }
}, 120_000)
afterAll(() => world.close())

function closedFields(app: AppView, actor: Actor): string[] {
  return app.fields.flatMap(({ key, readers }) =>
    readers === undefined || readers.some((id) => actor.principals.includes(id)) ? [] : [key],
  )
}

/** What a run must not show an actor but does: rules on closed fields, and their values. */
function leaks(app: AppView, actor: Actor, view: WorkflowRunView): string[] {
  const text = JSON.stringify([view.workflow, view.rules, view.form])
  return closedFields(app, actor).flatMap((key) => {
    const said = [
      `"filled-${key}","when"`,
      `"text":"filled-${key}"`,
      `"text":"else-${key}"`,
      `"field":"${key}"`,
      `{{${key}}}`,
    ]
    const shown = view.rules.filter(
      ({ rule, outcome: found }) => rule.endsWith(`-${key}`) && found !== 'hidden',
    )
    const values = Object.hasOwn(view.fields, key) || Object.hasOwn(view.before ?? {}, key)
    return [
      ...said.filter((part) => text.includes(part)),
      ...shown.map(({ rule }) => rule),
      ...(values ? [key] : []),
    ]
  })
}

interface Pressing {
  place: { appId: string; recordId: string }
  values: WorkflowRunView['fields']
  /** Whose form logic is asked: another one's is a planted hole. */
  by: Actor
}

/** Buttons that are offered though the actor can't read what offers them, or that are missing though they can. */
async function wrongButtons(app: AppView, actor: Actor, { place, values, by }: Pressing): Promise<string[]> {
  const isOffered = await offeredButtons(world.deps, world.scope, by, place)
  const closed = new Set(closedFields(app, actor))
  return app.fields.flatMap(({ key, type }) => {
    if (!['text', 'selection', 'number'].includes(type)) return []
    const value = values[key] ?? null
    const isFilled = value !== null && !(Array.isArray(value) && value.length === 0)
    return isOffered(`press-${key}`) === (isFilled && !closed.has(key)) ? [] : [key]
  })
}

/** Two saves after a first one, and the closed field that decides for each reader whether it changed something. */
async function twoChanges(app: AppView, place: { appId: string; recordId: string }) {
  const save = (fields: Record<string, string | null>) =>
    world.records.updateRecord(world.scope, world.keeper, { ...place, fields })
  await save({ ref: `first ${place.recordId}` })
  const grade = app.fields.find(({ key }) => key === 'grade')
  const option = grade !== undefined && 'options' in grade ? (grade.options[0]?.key ?? null) : null
  const { fields } = await world.records.getRecord(world.scope, world.keeper, place)
  const graded = await save({ grade: (fields['grade'] ?? null) === null ? option : null })
  const copied = await save({ ref: `ref ${place.recordId}` })
  return [
    { sequence: graded.version, decides: 'grade' },
    { sequence: copied.version, decides: 'secret' },
  ]
}

/** Sequences that an actor should see changed, or not, but doesn't; `list` is what they got. */
function wrongMarks(
  app: AppView,
  actor: Actor,
  changes: Awaited<ReturnType<typeof twoChanges>>,
  list: Awaited<ReturnType<typeof listWorkflowRuns>>,
): string[] {
  const closed = new Set(closedFields(app, actor))
  return changes.flatMap(({ sequence, decides }) => {
    const got = list.items.find((one) => one.sequence === sequence)?.changed
    return got === !closed.has(decides) ? [] : [`${sequence} by ${decides}: ${got}`]
  })
}

test('people get what they can read of the runs and forms of every record, and a planted hole is found', async () => {
  let [compared, refused, planted, holes, texts, marks] = [0, 0, 0, 0, 0, 0]
  for (const app of apps.values()) {
    const { items } = await world.records.searchRecords(world.scope, world.keeper, {
      appId: app.id,
      limit: 50,
    })
    for (const { id } of items) {
      const place = { appId: app.id, recordId: id }
      const changes = await outcome(twoChanges(app, place))
      if (typeof changes === 'string') continue
      const run = { ...place, sequence: String(changes.at(-1)?.sequence) }
      const all = await listWorkflowRuns(world.deps, world.scope, world.keeper, { ...place, limit: 5 })
      const whole = await getWorkflowRun(world.deps, world.scope, world.keeper, run)
      for (const actor of world.people) {
        const record = await outcome(world.records.getRecord(world.scope, actor, place))
        const view = await outcome(getWorkflowRun(world.deps, world.scope, actor, run))
        const list = await outcome(listWorkflowRuns(world.deps, world.scope, actor, { ...place, limit: 5 }))
        const form = await outcome(openForm(world.deps, world.scope, actor, { appId: app.id, record: id }))
        if (typeof record === 'string' || typeof view === 'string') {
          expect([view, list, form], `${actor.name}, seed ${SEED}`).toEqual([record, record, record])
          refused += 1
          continue
        }
        expect(leaks(app, actor, view), `${actor.name}, seed ${SEED}`).toEqual([])
        expect(wrongTexts(app, actor, view, whole), `${actor.name}, seed ${SEED}`).toEqual([])
        texts += wrongTexts(app, actor, whole, whole).length
        if (typeof list === 'string') throw new Error(list)
        expect(wrongMarks(app, actor, changes, list), `${actor.name}, seed ${SEED}`).toEqual([])
        expect(view.changed).toBe(list.items[0]?.changed)
        marks += wrongMarks(app, actor, changes, all).length
        const hidden = view.rules.filter((one) => one.outcome === 'hidden')
        const closed = closedFields(app, actor)
        const wanted = whole.rules.filter(({ rule }) => closed.some((key) => rule.endsWith(`-${key}`)))
        expect(hidden.map(({ rule }) => rule)).toEqual(wanted.map(({ rule }) => rule))
        const wrong = await wrongButtons(app, actor, { place, values: whole.fields, by: actor })
        expect(wrong, `${actor.name}, seed ${SEED}`).toEqual([])
        const others = await wrongButtons(app, actor, { place, values: whole.fields, by: world.keeper })
        holes += others.length
        for (const key of closed) expect(JSON.stringify(form)).not.toContain(`"text":"filled-${key}"`)
        if (wanted.length > 0 && leaks(app, actor, whole).length > 0) planted += 1
        compared += 1
      }
    }
  }
  expect(Math.min(compared, refused, planted, holes, texts, marks)).toBeGreaterThan(0)
  process.stdout.write(
    `workflow runs oracle, seed ${SEED}: ${compared} runs agree, ${refused} refused, ${planted}, ${holes}, ${texts}, and ${marks} planted holes found\n`,
  )
}, 120_000)

/** By record, the rules that its saves took, as the keeper of all sees them. */
async function takenRules(appId: string): Promise<Map<string, Set<string>>> {
  const { items } = await world.records.searchRecords(world.scope, world.keeper, { appId, limit: 50 })
  const taken = new Map<string, Set<string>>()
  for (const { id } of items) {
    const place = { appId, recordId: id }
    const runs = await listWorkflowRuns(world.deps, world.scope, world.keeper, { ...place, limit: 50 })
    const rules = new Set<string>()
    for (const { sequence } of runs.items) {
      const run = { ...place, sequence: String(sequence) }
      const view = await getWorkflowRun(world.deps, world.scope, world.keeper, run)
      for (const { rule, outcome: how } of view.rules) if (how === 'true') rules.add(rule)
    }
    if (runs.items.length > 0) taken.set(id, rules)
  }
  return taken
}

/** Rules whose number or list of records is another one than that of the records which the actor can read. */
async function wrongCoverage(app: AppView, actor: Actor, taken: Map<string, Set<string>>, by: Actor) {
  const place = { appId: app.id }
  const readable = new Set<string>()
  for (const recordId of taken.keys()) {
    const record = await outcome(world.records.getRecord(world.scope, actor, { ...place, recordId }))
    if (typeof record !== 'string') readable.add(recordId)
  }
  const closed = new Set(closedFields(app, actor))
  const got = await workflowCoverage(world.deps, world.scope, by, place)
  const wrong: string[] = got.records === readable.size ? [] : [`${got.records} of ${readable.size} records`]
  for (const { key, type } of app.fields) {
    if (!['text', 'selection', 'number'].includes(type)) continue
    const ruleId = `filled-${key}`
    const wanted = [...readable].filter((id) => taken.get(id)?.has(ruleId) === true)
    const list = await outcome(
      listTakingRecords(world.deps, world.scope, by, { ...place, rule: ruleId, limit: 100 }),
    )
    const listed =
      typeof list === 'string' ? list : list.items.map(({ record }) => String(record.id)).toSorted()
    const isRight = closed.has(key)
      ? got.rules[ruleId] === undefined && listed === 'resource.not_found'
      : got.rules[ruleId] === wanted.length && String(listed) === String(wanted.toSorted())
    if (!isRight) wrong.push(ruleId)
  }
  return wrong
}

test('people who build an app get the coverage of records that they can read, and a planted hole is found', async () => {
  let [compared, refused, holes] = [0, 0, 0]
  for (const app of apps.values()) {
    const taken = await takenRules(app.id)
    for (const actor of world.people) {
      const got = await outcome(workflowCoverage(world.deps, world.scope, actor, { appId: app.id }))
      if (typeof got === 'string') {
        const place = { appId: app.id, rule: 'filled-ref', limit: 5 }
        expect(await outcome(listTakingRecords(world.deps, world.scope, actor, place))).toBe(got)
        refused += 1
        continue
      }
      expect(await wrongCoverage(app, actor, taken, actor), `${actor.name}, seed ${SEED}`).toEqual([])
      holes += (await wrongCoverage(app, actor, taken, world.keeper)).length
      compared += 1
    }
  }
  expect(Math.min(compared, refused, holes)).toBeGreaterThan(0)
  process.stdout.write(
    `workflow coverage oracle, seed ${SEED}: ${compared} agree, ${refused} refused, ${holes} planted holes found\n`,
  )
}, 120_000)
