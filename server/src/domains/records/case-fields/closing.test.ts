import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import { tasksIn } from './task.rules.ts'

let house: RecordsFixture
let app: AppView

const states = ['new', 'in_progress', 'closed'].map((key) => ({ key, label: key }))
const FIELDS = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'status', label: 'Status', type: 'selection', display: 'state', options: states, default: 'new' },
  { key: 'tasks', label: 'Tasks', type: 'tasks' },
  { key: 'secret', label: 'Secret tasks', type: 'tasks', readers: [SECRET_ROLE], writers: [SECRET_ROLE] },
]

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp({ fields: FIELDS })
})
afterAll(() => house.close())

const actor = (over: Parameters<typeof anActor>[1] = {}) => anActor(house.scope, over)
const task = (title: string, over: JsonObject = {}): JsonObject => ({ title, required: true, ...over })
const make = (fields: JsonObject, by = actor()) =>
  house.records.createRecord(house.scope, by, { appId: app.id, fields: { title: 'A case', ...fields } })
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

describe('closing a record', () => {
  it('is refused while required tasks are open, and the error names them', async () => {
    const { id } = await make({
      tasks: [task('Reset the password'), task('Notify the owner'), task('Tidy up', { required: false })],
    })
    expect(await issuesOf(set(id, { status: 'closed' }))).toEqual([
      [
        'body.fields.status',
        'tasks_open',
        '2 required tasks are open: "Reset the password", "Notify the owner". Finish or skip them first',
      ],
    ])
    expect(await issuesOf(set(id, { status: 'in_progress' }))).toEqual([])
  })

  it('works once they are done or skipped, one by one or in the same change', async () => {
    const { id, fields } = await make({ tasks: [task('One'), task('Two')] })
    const [one, two] = tasksIn(fields['tasks'])
    await set(id, { tasks: [{ ...one, state: 'done' }, { ...two }] } as JsonObject)
    expect(await issuesOf(set(id, { status: 'closed' }))).toEqual([
      ['body.fields.status', 'tasks_open', 'A required task is open: "Two". Finish or skip it first'],
    ])
    await set(id, {
      status: 'closed',
      tasks: [
        { ...one, state: 'done' },
        { ...two, state: 'skipped' },
      ],
    } as JsonObject)
  })

  it('is refused in bulk changes and for playbooks, record by record', async () => {
    const blocked = await make({ tasks: [task('Collect logs')] })
    const free = await make({})
    const playbook = actor({ kind: 'playbook' })
    const answers = await house.records.changeMany(house.scope, playbook, {
      appId: app.id,
      commands: [blocked, free].map(({ id }) => ({ kind: 'update', id, values: { status: 'closed' } })),
    })
    expect(answers.map((answer) => (answer instanceof Error ? 'refused' : 'changed'))).toEqual([
      'refused',
      'changed',
    ])
    expect(await issuesOf(set(blocked.id, { status: 'closed' }, playbook))).toHaveLength(1)
  })

  it('leaves closed records and imports of them alone', async () => {
    const { id } = await make({ status: 'closed', tasks: [task('Old')] })
    await set(id, { title: 'Renamed' })
  })

  it('never names a task that the person may not read', async () => {
    const { id } = await make(
      { secret: [task('Interview the suspect')] },
      actor({ principals: [SECRET_ROLE] }),
    )
    expect(await issuesOf(set(id, { status: 'closed' }))).toEqual([
      ['body.fields.status', 'tasks_open', 'A required task is open. Finish or skip it first'],
    ])
  })
})
