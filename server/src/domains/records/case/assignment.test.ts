import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../platform/telemetry/log.ts'
import type { CaseNote } from './send-due-notifications.ts'
import { processDueClocks } from './due-clock-worker.ts'

let house: RecordsFixture
let app: AppView
let nora: Actor
let omar: Actor
const notified: CaseNote[] = []

const FIELDS = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'assignee', label: 'Assignee', type: 'user' },
  { key: 'watchers', label: 'Watchers', type: 'user', multiple: true },
  { key: 'secret', label: 'Investigator', type: 'user', readers: [SECRET_ROLE], writers: [SECRET_ROLE] },
]

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp({ fields: FIELDS })
  nora = anActor(house.scope, { name: 'Nora', principals: [SECRET_ROLE] })
  omar = anActor(house.scope, { name: 'Omar' })
})
afterAll(() => house.close())
beforeEach(async () => {
  await look()
  notified.length = 0
})

const look = () =>
  processDueClocks(
    {
      system: house.installation.database.system,
      tenant: async (id) => (id === house.scope.tenantId ? house.scope : null),
      apps: house.apps,
      actorOf: async (id) => [nora, omar].find((one) => one.id === id) ?? null,
      notify: async (_tx, note) => void notified.push(note),
      log: createLog({ level: 'silent', process: 'test' }),
    },
    new Date(),
  )
const make = (by: Actor, fields: JsonObject = {}) =>
  house.records.createRecord(house.scope, by, { appId: app.id, fields: { title: 'Beacon', ...fields } })
const set = (by: Actor, recordId: string, fields: JsonObject) =>
  house.records.updateRecord(house.scope, by, { appId: app.id, recordId, fields })
const words = async () => {
  await look()
  return notified.map(({ personId, kind, title }) => [
    personId === omar.personId ? 'Omar' : personId === nora.personId ? 'Nora' : personId,
    kind,
    title,
  ])
}

describe('assigning a record', () => {
  it('notifies the assignee once, with the record and a link', async () => {
    const { id, trackingId } = await make(nora)
    await set(nora, id, { assignee: omar.id })
    await set(nora, id, { title: 'Renamed' })
    expect(await words()).toEqual([['Omar', 'assignment', `${trackingId} is assigned to you (Assignee)`]])
    expect(notified[0]).toMatchObject({
      text: 'Renamed',
      link: expect.stringContaining(`/record/${app.id}/${id}`),
    })
    await words()
    expect(notified).toHaveLength(1)
  })

  it('sends no notice for self-assignment or unassignment, and notifies only new assignees', async () => {
    const { id, trackingId } = await make(omar, { assignee: omar.id, watchers: [omar.id] })
    expect(await words()).toEqual([])
    await set(nora, id, { watchers: [omar.id, nora.id] })
    expect(await words()).toEqual([])
    await set(omar, id, { assignee: nora.id })
    await set(omar, id, { assignee: null })
    expect(await words()).toEqual([])
    expect(trackingId).toBeDefined()
  })

  it('by a bulk edit is one notice for all records', async () => {
    const made = await Promise.all([1, 2, 3].map(() => make(nora)))
    await house.records.changeMany(
      house.scope,
      { ...nora, via: 'bulkEdit' },
      {
        appId: app.id,
        commands: made.map(({ id }) => ({ kind: 'update', id, values: { assignee: omar.id } })),
      },
    )
    expect(await words()).toEqual([['Omar', 'assignment', `3 records of ${app.name} are assigned to you`]])
    expect(notified[0]?.link).toContain(`/search/${app.id}`)
  })

  it('by a playbook sends a notice, by an import does not', async () => {
    const playbook = anActor(house.scope, { kind: 'playbook', name: 'Triage' })
    const { trackingId } = await make(playbook, { assignee: omar.id })
    await make({ ...nora, via: 'import' }, { assignee: omar.id })
    expect(await words()).toEqual([['Omar', 'assignment', `${trackingId} is assigned to you (Assignee)`]])
  })

  it('sends no notice about a field that the person may not read', async () => {
    await make(nora, { secret: omar.id })
    expect(await words()).toEqual([])
  })
})
