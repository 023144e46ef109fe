import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { When, WorkflowRule } from '@caseloom/contract/apps/workflow'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import { getWorkflowRun } from './get-workflow-run.ts'
import { listWorkflowRuns } from './list-workflow-runs.ts'
import { openForm } from './open-form.ts'
import { expireRuns } from '../workflow/workflow-runs.store.ts'
import { listTakingRecords, workflowCoverage } from './workflow-coverage.ts'

let house: RecordsFixture
let app: AppView

const options = (...keys: string[]) => keys.map((key) => ({ key, label: key }))
const FIELDS = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'status', label: 'Status', type: 'selection', options: options('new', 'closed'), default: 'new' },
  {
    key: 'disposition',
    label: 'Disposition',
    type: 'selection',
    options: options('true_positive', 'benign'),
  },
  { key: 'severity', label: 'Severity', type: 'number' },
  { key: 'team', label: 'Team', type: 'text', required: true },
  { key: 'note', label: 'Note', type: 'text' },
  { key: 'secret', label: 'Secret', type: 'text', readers: [SECRET_ROLE], writers: [SECRET_ROLE] },
]

const rule = (id: string, when: WorkflowRule['when'], ...actions: JsonObject[]) => ({
  id,
  name: `Rule ${id}`,
  ...(when === undefined ? {} : { when }),
  actions: actions.map((action, at) => ({ id: `${id}-${at}`, ...action })),
  branches: [],
})
const EVERYWHERE = ['new', 'open', 'edit', 'save', 'import', 'api', 'playbook']
const WORKFLOW = {
  stages: [
    {
      id: 'main',
      title: 'Main',
      on: EVERYWHERE,
      branches: [
        {
          id: 'closing',
          rules: [
            rule(
              'closed',
              { field: 'status', op: 'eq', value: 'closed' },
              { do: 'require', fields: ['disposition'] },
            ),
            rule(
              'severe',
              { field: 'severity', op: 'gte', value: 8 },
              { do: 'options', field: 'disposition', options: ['true_positive'] },
              { do: 'read_only', items: [{ field: 'note' }] },
            ),
            rule('team', undefined, { do: 'default', field: 'team', to: { value: 'Tier 1' } }),
          ],
        },
        {
          id: 'rest',
          rules: [
            rule(
              'loud',
              { field: 'severity', op: 'gte', value: 8 },
              {
                do: 'set',
                field: 'team',
                to: { value: 'Tier 2' },
                repeat: 'once',
                onlyIfEmpty: false,
              },
            ),
            rule(
              'stop',
              { field: 'title', op: 'eq', value: 'Stop' },
              {
                do: 'message',
                level: 'error',
                text: 'Stopped here',
                at: { field: 'title' },
              },
            ),
            rule(
              'counted',
              { field: 'severity', op: 'gte', value: 20 },
              {
                do: 'message',
                level: 'error',
                text: '{{severity}} is too much for {{status}} with {{secret}}',
              },
            ),
            rule(
              'sealed',
              { field: 'secret', op: 'eq', value: 'red' },
              {
                do: 'message',
                level: 'warning',
                text: 'Sealed',
              },
            ),
          ],
        },
      ],
    },
  ],
}

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp({ fields: FIELDS, workflow: WORKFLOW } as never)
})
afterAll(() => house.close())

const actor = (over: Parameters<typeof anActor>[1] = {}) => anActor(house.scope, over)
const insider = () => actor({ principals: [SECRET_ROLE] })
const make = (fields: JsonObject, by = actor()) =>
  house.records.createRecord(house.scope, by, { appId: app.id, fields: { title: 'An alert', ...fields } })
const set = (recordId: string, fields: JsonObject, by = actor()) =>
  house.records.updateRecord(house.scope, by, { appId: app.id, recordId, fields })
const issuesOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: unknown) => {
      if (!isFailure(error)) throw error
      return (error.details.issues ?? []).map(({ path, code, message }) => [path.join('.'), code, message])
    },
  )
const deps = () => ({ apps: house.apps })
const run = (recordId: string, sequence: number, by = actor()) =>
  getWorkflowRun(deps(), house.scope, by, { appId: app.id, recordId, sequence: String(sequence) })

describe('saving a record of an app with a workflow', () => {
  it('fills a required field by its default, and says in the history that the workflow did', async () => {
    const { id, fields } = await make({ severity: 2 })
    expect(fields['team']).toBe('Tier 1')
    const { items } = await house.records.recordHistory(house.scope, actor(), {
      appId: app.id,
      recordId: id,
      limit: 5,
    })
    const changes = items[0]?.changes ?? []
    expect(changes.find(({ field }) => field === 'team')).toMatchObject({ to: 'Tier 1', by: 'workflow' })
    expect(changes.find(({ field }) => field === 'severity')?.by).toBeUndefined()
  })

  it('sets a value when its rule begins to hold, and leaves it alone afterwards', async () => {
    const { id } = await make({ severity: 2 })
    expect((await set(id, { severity: 9 })).fields['team']).toBe('Tier 2')
    expect((await set(id, { team: 'Mine' })).fields['team']).toBe('Mine')
  })

  it('requires by the state, and names the rule', async () => {
    const { id } = await make({})
    expect(await issuesOf(set(id, { status: 'closed' }))).toEqual([
      ['body.fields.disposition', 'required', 'This field is now required: Rule closed'],
    ])
    await set(id, { status: 'closed', disposition: 'benign' })
  })

  it('refuses options that aren’t offered, hands on read-only fields, and what an error message blocks', async () => {
    const { id } = await make({ severity: 9 })
    expect(await issuesOf(set(id, { disposition: 'benign', note: 'Mine' }))).toEqual([
      ['body.fields.note', 'read_only', 'This field is read-only now: Rule severe'],
      ['body.fields.disposition', 'option_not_offered', '"benign" isn’t offered now'],
    ])
    expect(await issuesOf(set(id, { title: 'Stop' }))).toEqual([
      ['body.fields.title', 'blocked', 'Stopped here'],
    ])
    await set(id, { note: 'By a playbook' }, actor({ kind: 'playbook' }))
  })
})

describe('a message that names fields', () => {
  it('says their values to those who can read them', async () => {
    const { id } = await make({ secret: 'blue' }, insider())
    const said = async (by: Actor) =>
      (await issuesOf(set(id, { severity: 21 }, by))).map(([, , text]) => text)
    expect(await said(actor())).toEqual(['21 is too much for new with …'])
    expect(await said(insider())).toEqual(['21 is too much for new with blue'])
  })

  it('says none where the answer is stored for others: in playbooks, imports, and bulk changes', async () => {
    const { id } = await make({})
    for (const by of [actor({ kind: 'playbook' }), actor({ kind: 'system' }), actor({ via: 'bulkEdit' })])
      expect(await issuesOf(set(id, { severity: 21 }, by))).toEqual([
        ['body.fields', 'blocked', '… is too much for … with …'],
      ])
  })

  it('is part of the opened form, without what its reader can’t read', async () => {
    const opened = (by: Actor) =>
      openForm(deps(), house.scope, by, { appId: app.id, fields: { title: 'x', severity: 21 } })
    const [mine, theirs] = [await opened(actor()), await opened(insider())]
    const text = '21 is too much for new with …'
    expect(mine.form.messages).toMatchObject([
      { text, parts: [{ field: 'severity', value: 21, words: '21' }, {}, {}, {}] },
    ])
    expect(JSON.stringify(mine)).not.toContain('{{secret}}')
    expect(theirs.form.messages).toMatchObject([{ text: '21 is too much for new with –' }])
  })
})

describe('workflow runs', () => {
  it('show what held, what conditions read, and what actions changed', async () => {
    const { id } = await make({ severity: 9 })
    const { items } = await listWorkflowRuns(deps(), house.scope, actor(), {
      appId: app.id,
      recordId: id,
      limit: 10,
    })
    expect(items).toMatchObject([{ sequence: 1, cause: 'save', workflowVersion: app.revision }])
    const view = await run(id, 1)
    const loud = view.rules.find((one) => one.rule === 'loud')
    expect(loud).toMatchObject({
      outcome: 'true',
      operands: [{ reads: ['severity'], actual: 9, holds: true }],
      actions: [{ item: 'field:team', after: 'Tier 2' }],
    })
    expect(view.rules.find((one) => one.rule === 'closed')?.outcome).toBe('false')
    expect(view.form.items['field:note']).toMatchObject({ readOnly: { value: true, by: ['severe-1'] } })
    expect(view).toMatchObject({ before: null, previous: null, next: null, fields: { team: 'Tier 2' } })
  })

  it('say what a condition on linked records did, then, although those have changed', async () => {
    const cases = await house.anApp({ key: 'cases', acronym: 'CSE', fields: FIELDS.slice(0, 4) } as never)
    const high = { linked: 'cases', where: { field: 'severity', op: 'gte', value: 8 } } as const
    const set = (field: string, to: JsonObject) => ({
      do: 'set',
      field,
      to,
      repeat: 'once',
      onlyIfEmpty: false,
    })
    const rules = [
      rule(
        'linked',
        { all: [high, { field: 'title', op: 'ne', value: 'Calm' }] },
        { do: 'require', fields: ['team'] },
        set('note', { through: 'cases', field: 'title' }),
        set('severity', { value: 7 }),
      ),
      rule(
        'either',
        { any: [high, { field: 'title', op: 'eq', value: 'Loud' }] },
        { do: 'read_only', items: [{ field: 'note' }] },
      ),
    ]
    const stage = { id: 'main', title: 'Main', on: EVERYWHERE, branches: [{ id: 'b', rules }] }
    const linking = await house.anApp({
      key: 'linking',
      acronym: 'LNK',
      fields: [...FIELDS, { key: 'cases', label: 'Cases', type: 'reference', app: cases.id, multiple: true }],
      workflow: { stages: [stage] },
    } as never)
    const other = await house.records.createRecord(house.scope, actor(), {
      appId: cases.id,
      fields: { title: 'A case', severity: 9, disposition: null },
    })
    const { id } = await house.records.createRecord(house.scope, actor(), {
      appId: linking.id,
      fields: { title: 'Loud', team: 'A', cases: { add: [other.id] } },
    })
    const change = (fields: JsonObject, appId = linking.id, recordId: string = id) =>
      house.records.updateRecord(house.scope, actor(), { appId, recordId, fields })
    await change({ status: 'closed' })
    await change({ severity: 1 }, cases.id, other.id)
    const at = (sequence: string) =>
      getWorkflowRun(deps(), house.scope, actor(), { appId: linking.id, recordId: id, sequence })
    const [first, second] = [await at('1'), await at('2')]
    const [linked, either] = first.rules
    expect(linked).toMatchObject({
      outcome: 'true',
      operands: [
        { path: 'all.0', actual: null, holds: true },
        { path: 'all.1', actual: 'Loud', holds: true },
      ],
      actions: [
        { item: 'field:team', after: true },
        { item: 'field:note', before: null, after: 'A case' },
        { item: 'field:severity', before: null, after: 7 },
      ],
    })
    expect(either?.operands.map(({ path }) => path)).toEqual(['any.1'])
    expect(first.form.items['field:team']?.required?.value).toBe(true)
    expect(first.form.values).toEqual({ note: 'A case', severity: 7 })
    expect(second.form.items['field:team']?.required?.value).toBe(true)
    expect(second.form.values).toEqual({})
  })

  it('are marked that set a field or applied other rules than the run before, as far as the reader may see', async () => {
    const { id } = await make({ severity: 2, team: 'A' })
    await set(id, { severity: 9 })
    await set(id, { title: 'Another alert' })
    await set(id, { secret: 'red' }, insider())
    await set(id, { severity: 3 })
    const marksFor = async (by: Actor) => {
      const place = { appId: app.id, recordId: id, limit: 4 }
      const { items } = await listWorkflowRuns(deps(), house.scope, by, place)
      return items.map(({ sequence, changed }) => [sequence, changed])
    }
    const wanted = (sealed: boolean) => [
      [5, true],
      [4, sealed],
      [3, false],
      [2, true],
    ]
    expect(await marksFor(actor())).toEqual(wanted(false))
    expect(await marksFor(insider())).toEqual(wanted(true))
    expect((await run(id, 4)).changed).toBe(false)
    expect((await run(id, 4, insider())).changed).toBe(true)
  })

  it('say which roles counted, only of those that the reader sees a condition name', async () => {
    const closed = crypto.randomUUID()
    const byRole = (role: string): When => ({ actor: 'role', in: [role] })
    const sealed: When = { all: [{ field: 'secret', op: 'empty' }, byRole(closed)] }
    const rules = [rule('open', byRole(SECRET_ROLE)), rule('sealed', sealed)]
    const stage = { id: 'main', title: 'Main', on: EVERYWHERE, branches: [{ id: 'one', rules }] }
    const shape = { key: 'by_role', acronym: 'ROL', fields: FIELDS, workflow: { stages: [stage] } }
    const other = await house.anApp({ ...shape } as never)
    const both = actor({ principals: [SECRET_ROLE, closed, crypto.randomUUID()] })
    const command = { appId: other.id, fields: { title: 'One', team: 'A' } }
    const { id } = await house.records.createRecord(house.scope, both, command)
    const rolesFor = async (by: Actor) => {
      const place = { appId: other.id, recordId: id, sequence: '1' }
      return (await getWorkflowRun(deps(), house.scope, by, place)).roles
    }
    expect(await rolesFor(insider())).toEqual([SECRET_ROLE, closed])
    expect(await rolesFor(actor())).toEqual([SECRET_ROLE])
  })

  it('lead from one to the next', async () => {
    const { id } = await make({})
    await set(id, { severity: 3 })
    await set(id, { severity: 4 })
    expect(await run(id, 2)).toMatchObject({ previous: 1, next: 3, before: { severity: null } })
  })

  it('show a condition on a field that the reader can’t read as hidden, and nothing more', async () => {
    const { id } = await make({ secret: 'red' }, insider())
    const seen = await run(id, 1)
    expect(seen.rules.find((one) => one.rule === 'sealed')).toEqual({
      rule: 'sealed',
      outcome: 'hidden',
      operands: [],
      actions: [],
    })
    expect(JSON.stringify(seen)).not.toMatch(/Sealed|Rule sealed|red"|secret/)
    const whole = await run(id, 1, insider())
    expect([seen.unreadFields, whole.unreadFields]).toEqual([1, 0])
    expect(whole.rules.find((one) => one.rule === 'sealed')?.outcome).toBe('true')
    expect(whole.form.messages).toMatchObject([{ text: 'Sealed' }])
  })

  it('have the settings of fields as rules, and nothing of fields that the reader can’t read', async () => {
    const closed = { field: 'status', op: 'eq', value: 'closed' }
    const settings = await house.anApp({
      key: 'settings',
      acronym: 'SET',
      fields: FIELDS.map((field) =>
        ['note', 'secret'].includes(field.key) ? { ...field, requiredWhen: closed } : field,
      ),
      workflow: WORKFLOW,
    } as never)
    const { id } = await house.records.createRecord(house.scope, insider(), {
      appId: settings.id,
      fields: {
        title: 'One',
        team: 'A',
        status: 'closed',
        disposition: 'benign',
        note: 'Why',
        secret: 'red',
      },
    })
    const seenBy = (by: Actor) =>
      getWorkflowRun(deps(), house.scope, by, { appId: settings.id, recordId: id, sequence: '1' })
    const [seen, whole] = [await seenBy(actor()), await seenBy(insider())]
    const rulesIn = ({ workflow }: typeof seen) =>
      workflow.stages.flatMap(({ branches }) => branches.flatMap(({ rules }) => rules.map((one) => one.id)))
    expect(rulesIn(whole)).toEqual(whole.rules.map((one) => one.rule))
    expect(rulesIn(seen)).toEqual(seen.rules.map((one) => one.rule))
    expect(rulesIn(whole).filter((one) => !rulesIn(seen).includes(one))).toEqual(['secret-req'])
    expect(seen.rules.filter(({ outcome }) => outcome === 'hidden').map((one) => one.rule)).toEqual([
      'sealed',
    ])
    expect(seen.rules.find((one) => one.rule === 'note-req')).toMatchObject({ outcome: 'true' })
    expect(JSON.stringify(seen)).not.toContain('secret')
  })

  it('of another tenant’s record, of a missing one, and of a missing sequence look the same', async () => {
    const { id } = await make({})
    const codes = await Promise.all(
      [run(id, 7), run(crypto.randomUUID(), 1)].map((work) =>
        work.then(
          () => 'found',
          (error: unknown) => (isFailure(error) ? error.code : 'other'),
        ),
      ),
    )
    expect(codes).toEqual(['resource.not_found', 'resource.not_found'])
  })
})

describe('the retention of workflow runs', () => {
  /** An app that keeps runs so long, with a record whose two saves were 40 and 3 days ago. */
  const anOldRecord = async (key: string, acronym: string, keepWorkflowRuns?: number | 'forever') => {
    const old = await house.anApp({
      key,
      acronym,
      fields: FIELDS,
      workflow: WORKFLOW,
      ...(keepWorkflowRuns === undefined ? {} : { keepWorkflowRuns }),
    } as never)
    const { id } = await house.records.createRecord(house.scope, actor(), {
      appId: old.id,
      fields: { title: 'Old', severity: 9 },
    })
    await house.records.updateRecord(house.scope, actor(), {
      appId: old.id,
      recordId: id,
      fields: { severity: 1 },
    })
    for (const [version, days] of [
      [1, 40],
      [2, 3],
    ])
      await house.scope.tx(async (tx) => {
        await tx.query(
          `update caseloom.workflow_run set at = now() - make_interval(days => $1) where record_id = $2 and sequence = $3`,
          [days, id, version],
        )
        await tx.query(
          `update caseloom.record_history set at = (select at from caseloom.workflow_run where record_id = $1 and sequence = $2)
            where record_id = $1 and version = $2`,
          [id, version],
        )
      })
    const sequences = async () => {
      const place = { appId: old.id, recordId: id, limit: 5 }
      const { items } = await listWorkflowRuns(deps(), house.scope, actor(), place)
      return items.map(({ sequence }) => sequence)
    }
    const get = (sequence: number, by = actor()) =>
      getWorkflowRun(deps(), house.scope, by, {
        appId: old.id,
        recordId: id,
        sequence: String(sequence),
      })
    const change = (fields: JsonObject, by: Actor) =>
      house.records.updateRecord(house.scope, by, { appId: old.id, recordId: id, fields })
    return { app: old, id, sequences, get, set: change }
  }

  const expire = async () => {
    while ((await house.installation.database.system.tx((tx) => expireRuns(tx, 1, 100))) > 0);
  }

  it('is a setting of the app: of older runs, only which rules held and what they changed stays', async () => {
    const short = await anOldRecord('short', 'SHT', 30)
    const usual = await anOldRecord('usual', 'USU')
    const endless = await anOldRecord('endless', 'END', 'forever')
    const [before, young] = [await short.get(1), await short.get(2)]
    await expire()
    const old = await short.get(1)
    expect(old).toMatchObject({
      sequence: 1,
      cause: 'save',
      actor: before.actor,
      form: { items: {} },
      before: null,
    })
    expect([old.fields, old.workflow, old.workflowVersion]).toEqual([
      {},
      before.workflow,
      before.workflowVersion,
    ])
    expect(old.rules.map(({ rule, outcome }) => [rule, outcome])).toEqual(
      before.rules.map(({ rule, outcome }) => [rule, outcome]),
    )
    const named = (view: typeof old) =>
      view.rules.flatMap(({ actions }) =>
        actions.flatMap(({ id, item, before: from, after }) =>
          view.expiredAt === null && from === after ? [] : [`${id} ${item}`],
        ),
      )
    expect(named(old)).toEqual(named(before))
    expect(named(old)).toContain('loud-0 field:team')
    expect(JSON.stringify(old.rules)).not.toMatch(/Tier 2|"actual"|true_positive/)
    expect(Date.parse(old.expiredAt ?? '')).toBeGreaterThan(Date.parse(old.at))
    expect([young.expiredAt, await short.get(2)]).toEqual([null, young])
    // One day is the default here, for apps without a setting.
    expect((await usual.get(2)).expiredAt).not.toBeNull()
    expect((await endless.get(1)).expiredAt).toBeNull()
    expect(await short.sequences()).toEqual([2, 1])
    await expect(short.get(3)).rejects.toMatchObject({ code: 'resource.not_found' })
  })

  it('leaves few bytes of a run, and nothing of who counted as what', async () => {
    const { id } = await anOldRecord('small', 'SMA', 7)
    await expire()
    const rows = await house.scope.read((tx) =>
      tx.query<{ bytes: number; facts: unknown }>(
        'select pg_column_size(w.*)::int as bytes, facts from caseloom.workflow_run w where record_id = $1 and sequence = 1',
        [id],
      ),
    )
    expect(rows[0]?.facts).toBeNull()
    expect(rows[0]?.bytes).toBeLessThanOrEqual(200)
  })

  it('hides of an expired run what it hides of others', async () => {
    const { get, set: change, id } = await anOldRecord('sealed', 'SEA', 7)
    await change({ secret: 'red' }, insider())
    await house.scope.tx((tx) =>
      tx.query(
        `with old as (update caseloom.workflow_run set at = at - make_interval(days => 30) where record_id = $1 returning *)
         update caseloom.record_history h set at = old.at from old where h.record_id = $1 and h.version = old.sequence`,
        [id],
      ),
    )
    await expire()
    const sealed = async (by: Actor) => (await get(3, by)).rules.find(({ rule: one }) => one === 'sealed')
    expect(await sealed(actor())).toEqual({ rule: 'sealed', outcome: 'hidden', operands: [], actions: [] })
    expect(await sealed(insider())).toMatchObject({ outcome: 'true' })
    expect(JSON.stringify(await get(3))).not.toMatch(/Sealed|Rule sealed|secret/)
  })

  it('narrows nothing that coverage counts', async () => {
    const { app: week } = await anOldRecord('week', 'WEE', 7)
    await expire()
    const coverage = await workflowCoverage(deps(), house.scope, actor(), { appId: week.id })
    expect(coverage).toMatchObject({ days: 90, records: 1, rules: { severe: 1 } })
  })
})

describe('the form of a record', () => {
  it('brings the workflow that the user may see, and what it decides on opening', async () => {
    const { id } = await make({ severity: 9, secret: 'red' }, insider())
    const form = await openForm(deps(), house.scope, actor(), { appId: app.id, record: id as never })
    expect(form.form.items['field:note']).toMatchObject({ readOnly: { value: true } })
    expect(form.form.options).toEqual({ disposition: ['true_positive'] })
    expect(JSON.stringify(form)).not.toMatch(/Sealed|secret/)
    const fresh = await openForm(deps(), house.scope, actor(), { appId: app.id })
    expect(fresh.form.values).toEqual({ team: 'Tier 1' })
  })

  it('for a role shows builders what that role sees, and no more than they see themselves', async () => {
    const { id } = await make({ severity: 9, secret: 'red' }, insider())
    const tried = (by: Actor, role: string) =>
      openForm(deps(), house.scope, by, { appId: app.id, record: id as never, role: role as never })
    const asInsider = await tried(insider(), SECRET_ROLE)
    expect(asInsider.form.messages).toMatchObject([{ text: 'Sealed' }])
    const asOther = await tried(insider(), crypto.randomUUID())
    expect(JSON.stringify(asOther)).not.toMatch(/Sealed|secret/)
    const byOther = await tried(actor(), SECRET_ROLE)
    expect(JSON.stringify(byOther)).not.toMatch(/Sealed|secret/)
    const user = anActor(house.scope, { may: ['record:read'] })
    await expect(tried(user, SECRET_ROLE)).rejects.toMatchObject({ code: 'right.missing' })
  })
})

describe('the linked records that a draft of the workflow reads', () => {
  const reads = { cases: ['title', 'secret'], closed: ['title'], gone: ['title'] }

  /** A record whose app has no rules yet, with a linked record by each of two reference fields. */
  const aLinkedRecord = async (key: string, acronym: string) => {
    const cases = await house.anApp({ key: `${key}_case`, acronym: `${acronym}C`, fields: FIELDS } as never)
    const to = { type: 'reference', app: cases.id, multiple: true }
    const links = [
      { key: 'cases', label: 'Cases', ...to },
      { key: 'closed', label: 'Closed', ...to, readers: [SECRET_ROLE], writers: [SECRET_ROLE] },
    ]
    const linking = await house.anApp({ key, acronym, fields: [...FIELDS, ...links] } as never)
    const create = (appId: string, fields: JsonObject) =>
      house.records.createRecord(house.scope, insider(), { appId, fields: { team: 'A', ...fields } })
    const other = await create(cases.id, { title: 'A case', secret: 'red' })
    const { id } = await create(linking.id, {
      title: 'One',
      cases: { add: [other.id] },
      closed: { add: [other.id] },
    })
    const ask = async (by: Actor, over: object = {}) =>
      openForm(deps(), house.scope, by, { appId: linking.id, record: id as never, reads, ...over } as never)
    return { ask, other }
  }

  it('come with its form, without fields that only some can read', async () => {
    const { ask, other } = await aLinkedRecord('drafted', 'DRF')
    const { linked } = await ask(insider())
    expect(Object.keys(linked)).toEqual(['cases', 'closed'])
    expect(linked['cases']).toMatchObject([{ id: other.id, title: 'A case' }])
    expect(JSON.stringify(linked)).not.toMatch(/red|secret/)
    expect((await ask(insider(), { reads: undefined })).linked).toEqual({})
  })

  it('are limited by the role that is tried, and by the person who tries it', async () => {
    const { ask } = await aLinkedRecord('limited', 'LMT')
    const fieldsOf = async (by: Actor, over: object = {}) => Object.keys((await ask(by, over)).linked)
    expect(await fieldsOf(insider(), { role: SECRET_ROLE })).toEqual(['cases', 'closed'])
    expect(await fieldsOf(insider(), { role: crypto.randomUUID() })).toEqual(['cases'])
    expect(await fieldsOf(actor(), { role: SECRET_ROLE })).toEqual(['cases'])
  })

  it('are only for those who build the app', async () => {
    const { ask } = await aLinkedRecord('built', 'BLT')
    const user = anActor(house.scope, { may: ['record:read'] })
    await expect(ask(user)).rejects.toMatchObject({ code: 'right.missing' })
    expect((await ask(user, { reads: undefined })).linked).toEqual({})
  })
})

describe('coverage', () => {
  const taking = async (appId: string, rule: string, by = actor(), limit = 50) => {
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const command = { appId, rule, limit, ...(cursor === undefined ? {} : { cursor }) }
      const page = await listTakingRecords(deps(), house.scope, by, command)
      pages.push(page.items.map(({ record }) => record.trackingId))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    return pages
  }
  const aCoveredApp = (key: string, acronym: string) =>
    house.anApp({ key, acronym, fields: FIELDS, workflow: WORKFLOW } as never)
  const create = (appId: string, fields: JsonObject, by = actor()) =>
    house.records.createRecord(house.scope, by, { appId, fields: { title: 'One', team: 'A', ...fields } })

  it('counts the records that took each rule, names those that none did, and leaves out what the asker can’t see', async () => {
    const { id } = await aCoveredApp('covered', 'COV')
    const { trackingId } = await create(id, { severity: 9 })
    const coverage = await workflowCoverage(deps(), house.scope, actor(), { appId: id })
    expect(coverage).toMatchObject({ records: 1, rules: { severe: 1, loud: 1, closed: 0 } })
    expect(coverage.never).toEqual(
      ['closed', 'team', 'stop', 'counted'].filter((rule) => coverage.rules[rule] === 0),
    )
    expect(await taking(id, 'severe')).toEqual([[trackingId]])
    expect(await taking(id, 'closed')).toEqual([[]])
    expect(coverage.rules['sealed']).toBeUndefined()
    await expect(taking(id, 'sealed')).rejects.toMatchObject({ code: 'resource.not_found' })
    await expect(taking(id, 'gone')).rejects.toMatchObject({ code: 'resource.not_found' })
    expect(await taking(id, 'sealed', insider())).toEqual([[]])
    const reader = anActor(house.scope, { may: ['record:read'] })
    await expect(taking(id, 'severe', reader)).rejects.toMatchObject({ code: 'right.missing' })
  })

  it('counts a record once, in whichever revision its saves took a rule, and lists all of them by page', async () => {
    const covered = await aCoveredApp('counted', 'CNT')
    const { id } = covered
    const first = await create(id, { severity: 9 })
    const update = (recordId: string, fields: JsonObject) =>
      house.records.updateRecord(house.scope, actor(), { appId: id, recordId, fields })
    await update(first.id, { severity: 10 })
    const others = [await create(id, { severity: 9 }), await create(id, { severity: 8 })]
    await create(id, { severity: 1 })
    const { name, icon, titleField, listColumns, layout, fields, revision } = covered
    const [stage] = WORKFLOW.stages
    const reordered = { stages: [{ ...stage, branches: stage?.branches.toReversed() }] }
    const shape = { name, icon, titleField, listColumns, layout, fields, revision }
    await house.apps.updateApp(house.scope, actor(), { ...shape, appId: id, workflow: reordered } as never)
    await update(first.id, { title: 'Later' })
    await house.records.deleteRecord(house.scope, actor(), { appId: id, recordId: others[1]?.id ?? '' })
    const coverage = await workflowCoverage(deps(), house.scope, actor(), { appId: id })
    expect(coverage).toMatchObject({ records: 3, rules: { severe: 2, loud: 2, closed: 0 } })
    expect(await taking(id, 'severe', actor(), 1)).toEqual([[first.trackingId], [others[0]?.trackingId]])
  })

  it('is empty for someone who builds the app and can’t read its records', async () => {
    const { id } = await aCoveredApp('unread', 'UNR')
    await create(id, { severity: 9 })
    const builder = anActor(house.scope, { may: ['app:build', 'app:read'] })
    const coverage = await workflowCoverage(deps(), house.scope, builder, { appId: id })
    expect([coverage.records, coverage.rules['severe']]).toEqual([0, 0])
    expect(await taking(id, 'severe', builder)).toEqual([[]])
  })
})
