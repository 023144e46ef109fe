import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'

let house: RecordsFixture
let cases: AppView
let alerts: AppView

const options = (...keys: string[]) => keys.map((key) => ({ key, label: key }))
const WRITES = ['save', 'import', 'api', 'playbook']
const LEAD = '0191f0a0-0000-7000-8000-00000000000a'
let count = 0
const rule = (when: JsonObject, action: JsonObject, over: JsonObject = {}) => {
  count += 1
  return { id: `rule${count}`, when, actions: [{ id: `a${count}`, ...action }], branches: [], ...over }
}
const stage = (id: string, on: string[], ...rules: JsonObject[]) => ({
  id,
  title: id,
  on,
  branches: [{ id: `${id}-b`, rules }],
})

beforeAll(async () => {
  house = await createRecordsFixture()
  cases = await house.anApp({
    fields: [
      { key: 'title', label: 'Title', type: 'text', required: true },
      { key: 'level', label: 'Level', type: 'text' },
      { key: 'secret', label: 'Secret', type: 'text', readers: [LEAD] },
    ],
  })
  alerts = await house.anApp({
    fields: [
      { key: 'title', label: 'Title', type: 'text', required: true },
      { key: 'status', label: 'Status', type: 'selection', options: options('new', 'work', 'closed') },
      { key: 'case', label: 'Case', type: 'reference', app: cases.id },
      { key: 'level', label: 'Level', type: 'text' },
      { key: 'origin', label: 'Origin', type: 'text' },
      { key: 'reason', label: 'Reason', type: 'text' },
      { key: 'rank', label: 'Rank', type: 'selection', options: options('low', 'mid', 'high') },
      { key: 'amount', label: 'Amount', type: 'number' },
      {
        key: 'sla',
        label: 'SLA',
        type: 'clock',
        target: 3600,
        start: { field: 'title', op: 'empty' },
        stop: { field: 'title', op: 'empty' },
      },
    ],
    workflow: {
      stages: [
        stage(
          'links',
          WRITES,
          rule(
            { linked: 'case', where: { field: 'level', op: 'eq', value: 'high' } },
            { do: 'set', field: 'level', to: { through: 'case', field: 'level' } },
          ),
          rule(
            { linked: 'case', where: { field: 'secret', op: 'notEmpty' } },
            { do: 'set', field: 'reason', to: { value: 'there is a secret' } },
          ),
          rule(
            { linked: 'case' },
            { do: 'set', field: 'origin', to: { through: 'case', field: 'secret' }, onlyIfEmpty: true },
          ),
        ),
        stage(
          'imports',
          ['import'],
          rule({ field: 'title', op: 'notEmpty' }, { do: 'default', field: 'origin', to: { value: 'file' } }),
        ),
        stage(
          'clocks',
          WRITES,
          rule({ field: 'status', op: 'eq', value: 'work' }, { do: 'start_clock', field: 'sla' }),
          rule({ field: 'status', op: 'eq', value: 'closed' }, { do: 'stop_clock', field: 'sla' }),
        ),
        stage(
          'raises',
          WRITES,
          rule(
            { field: 'status', op: 'eq', value: 'work' },
            { do: 'set', field: 'rank', to: { value: 'mid' }, repeat: 'always', onlyIf: 'lower' },
          ),
          rule(
            { field: 'status', op: 'eq', value: 'work' },
            { do: 'set', field: 'amount', to: { value: 10 }, repeat: 'always', onlyIf: 'higher' },
          ),
        ),
        stage(
          'expressions',
          WRITES,
          rule(
            { expression: 'record.title = "Loud"' },
            { do: 'set', field: 'reason', to: { expression: '$uppercase(record.title)' } },
          ),
        ),
      ],
    },
  } as never)
})
afterAll(() => house.close())

const actor = (over: Parameters<typeof anActor>[1] = {}) => anActor(house.scope, over)
const make = (fields: JsonObject, by = actor(), appId: string = alerts.id) =>
  house.records.createRecord(house.scope, by, { appId, fields: { title: 'One', ...fields } })
const set = (recordId: string, fields: JsonObject, by = actor()) =>
  house.records.updateRecord(house.scope, by, { appId: alerts.id, recordId, fields })
const codesOf = (work: Promise<unknown>): Promise<string[]> =>
  work.then(
    () => [],
    (error: unknown) => {
      if (!isFailure(error)) throw error
      return (error.details.issues ?? []).map(({ path, code }) => `${path.join('.')} ${code}`)
    },
  )

describe('a workflow on the server', () => {
  it('is refused at its place where it names what linked records don’t have', async () => {
    const fields = [
      { key: 'title', label: 'Title', type: 'text', required: true },
      { key: 'case', label: 'Case', type: 'reference', app: cases.id },
    ]
    const gone = rule(
      { linked: 'case', where: { field: 'gone', op: 'notEmpty' } },
      { do: 'set', field: 'title', to: { through: 'case', field: 'lost' } },
    )
    const workflow = { stages: [stage('links', WRITES, gone)] }
    const refused = await house.anApp({ fields, workflow }).then(
      () => [],
      (error: unknown) => (isFailure(error) ? (error.details.issues ?? []) : []),
    )
    const at = ['body', 'workflow', 'stages', 0, 'branches', 0, 'rules', 0]
    expect(refused).toMatchObject([
      { path: [...at, 'when', 'where', 'field'], code: 'unknown_field' },
      { path: [...at, 'actions', 0, 'to', 'field'], code: 'unknown_field' },
    ])
  })

  it('reads linked records, as they will be after the change', async () => {
    const high = await make({ level: 'high' }, actor(), cases.id)
    const low = await make({ level: 'low' }, actor(), cases.id)
    expect((await make({ case: [high.id] })).fields['level']).toBe('high')
    const { id, fields } = await make({ case: [low.id] })
    expect(fields['level']).toBeNull()
    expect((await set(id, { case: [high.id] })).fields['level']).toBe('high')
  })

  it('takes nothing from fields of linked records that only some can read, not even for a reader', async () => {
    const lead = actor({ principals: [LEAD] })
    const known = await make({ level: 'low', secret: 'plum' }, lead, cases.id)
    const { fields } = await make({ case: [known.id] }, lead)
    expect([fields['origin'], fields['reason']]).toEqual([null, null])
  })

  it('knows an import from a save', async () => {
    const [imported] = await house.records.changeMany(house.scope, actor({ via: 'import' }), {
      appId: alerts.id,
      commands: [{ kind: 'create', values: { title: 'Imported' } }],
    } as never)
    expect(JSON.stringify(imported)).toContain('"origin":"file"')
    expect((await make({})).fields['origin']).toBeNull()
  })

  it('starts and stops clocks by rules, and lets no rule run that has no place in the occasion', async () => {
    const { id, fields } = await make({ status: 'new' })
    expect(fields['sla']).toBeNull()
    expect((await set(id, { status: 'work' })).fields['sla']).toMatchObject({ state: 'running' })
    expect((await set(id, { status: 'closed' })).fields['sla']).toMatchObject({ state: 'met' })
  })

  it.each([
    ['low', 9, 'mid', 9],
    ['high', 10.5, 'high', 10],
    [null, null, 'mid', 10],
  ])('sets a value only if it is lower or higher: %s and %s', async (rank, amount, ranked, left) => {
    const { fields } = await make({ status: 'work', rank, amount })
    expect([fields['rank'], fields['amount']]).toEqual([ranked, left])
  })

  it('sets what expressions give', async () => {
    expect((await make({ title: 'Loud' })).fields['reason']).toBe('LOUD')
    expect((await make({ title: 'Quiet' })).fields['reason']).toBeNull()
  })

  it('refuses a workflow with rules on missing fields or hostile expressions at their place, and keeps the app', async () => {
    const bad = {
      stages: [
        stage(
          'bad',
          WRITES,
          rule({ field: 'nowhere', op: 'empty' }, { do: 'require', fields: ['title'] }),
          rule({ expression: '$eval("1")' }, { do: 'require', fields: ['title'] }),
        ),
      ],
    }
    const { id, revision, name, titleField, listColumns, layout, fields } = await house.apps.getApp(
      house.scope,
      actor(),
      alerts.id,
    )
    const command = { appId: id, revision, name, titleField, listColumns, layout, fields, workflow: bad }
    const faults = await codesOf(
      house.apps.updateApp(house.scope, actor(), { icon: 'table', ...command } as never),
    )
    expect(faults.length).toBeGreaterThanOrEqual(2)
    expect(faults.every((fault) => fault.startsWith('body.workflow.stages.0.branches.0.rules.'))).toBe(true)
    expect((await house.apps.getApp(house.scope, actor(), id)).revision).toBe(revision)
  })
})
