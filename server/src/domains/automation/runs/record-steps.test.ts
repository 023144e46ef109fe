import { AppCreate } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Permission } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import { anActor } from '@caseloom/testkit/installation'
import { createAutomationFixture, aPlaybook, type AutomationFixture, deliver } from '../automation.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { createPlaybook } from '../publishing/edit-playbook.ts'
import { getRun, readStepValue } from './get-run.ts'
import { publishPlaybook } from '../publishing/publish-playbook.ts'
import { listRuns } from './runs.read.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture()
})
afterAll(() => house.close())

const text = (key: string, over: JsonObject = {}) => ({
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
const intake = (steps: JsonObject[]) =>
  aPlaybook(steps, {
    triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'result' } }],
  })
const upsert: JsonObject = {
  key: 'save',
  action: 'record.upsert',
  with: {
    app: 'alert',
    match: { source_ref: '{% trigger.body.ref %}' },
    set: { title: '{% trigger.body.title %}' },
  },
}

async function aTenant() {
  const scope = await house.aTenant()
  await house.apps.createApp(scope, anActor(scope), {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    icon: 'alert-triangle',
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Details', columns: 2, fields: ['title', 'source_ref'] }],
    fields: [text('title'), text('source_ref', { unique: true })],
  })
  return scope
}
async function published(scope: TenantScope, document: JsonObject, may?: Permission[]) {
  const actor = anActor(scope, may === undefined ? {} : { may })
  const draft = await createPlaybook(house.automation, scope, actor, document)
  const { id: playbookId, revision } = draft
  const view = await publishPlaybook(house.automation, scope, actor, { playbookId, revision })
  const hookKey = view.hooks[0]?.address.split('/').at(-1) ?? ''
  const send = (body: JsonObject) =>
    deliver(house.automation, scope, { hookKey, raw: Buffer.from(JSON.stringify(body)) })
  return { playbookId, send }
}

describe('a step on records', () => {
  it('upserts as the playbook, and record and run know of each other', async () => {
    const scope = await aTenant()
    const { playbookId, send } = await published(scope, intake([upsert]))
    for (const title of ['first', 'second']) expect((await send({ ref: 'r1', title })).status).toBe(200)
    const alice = anActor(scope)
    const page = await house.records.searchRecords(scope, alice, { appId: 'alert' })
    expect(page.items).toMatchObject([
      { trackingId: 'ALR-1', version: 2, fields: { title: 'second', source_ref: 'r1' } },
    ])
    const place = { appId: page.items[0]?.appId ?? '', recordId: page.items[0]?.id ?? '' }
    const history = await house.records.recordHistory(scope, alice, { ...place, limit: 10 })
    const runs = await listRuns(scope, { limit: 10, recordId: place.recordId })
    expect(history.items.map((entry) => entry.actor)).toEqual(
      runs.items.map((run) => ({ kind: 'playbook', id: playbookId, name: 'Test playbook', runId: run.id })),
    )
    const view = await getRun(house.automation, scope, alice, runs.items[0]?.id ?? '')
    expect(view.records).toEqual([{ ...place, trackingId: 'ALR-1' }])
  })

  it('finds, reads and changes records', async () => {
    const scope = await aTenant()
    const steps: JsonObject[] = [
      upsert,
      {
        key: 'get',
        action: 'record.get',
        after: 'save',
        with: { app: 'alert', id: '{% steps.save.output.id %}' },
      },
      {
        key: 'change',
        action: 'record.update',
        after: 'get',
        with: {
          app: 'alert',
          id: '{% steps.get.output.id %}',
          set: { title: '{% steps.get.output.fields.title & "!" %}' },
        },
      },
      {
        key: 'find',
        action: 'record.search',
        after: 'change',
        with: { app: 'alert', filter: { field: 'title', op: 'eq', value: 'hello!' } },
      },
    ]
    const { send } = await published(scope, {
      ...intake(steps),
      output: '{% steps.find.output.items[0].trackingId %}',
    })
    expect(await send({ ref: 'r', title: 'hello' })).toEqual({ status: 200, body: 'ALR-1' })
  })

  it('fails clearly on a record that someone locked', async () => {
    const scope = await aTenant()
    const { send } = await published(scope, intake([upsert]))
    await send({ ref: 'r', title: 'free' })
    const bob = anActor(scope, { name: 'Bob Example' })
    const { items } = await house.records.searchRecords(scope, bob, { appId: 'alert' })
    const place = { appId: items[0]?.appId ?? '', recordId: items[0]?.id ?? '' }
    const table = `"${scope.schema}"."a_${place.appId.replaceAll('-', '')}"`
    const lock = { by: actorRef(bob), at: new Date().toISOString(), reason: null }
    await scope.tx((tx) => tx.query(`update ${table} set lock = $1`, [JSON.stringify(lock)]))
    expect(await send({ ref: 'r', title: 'changed' })).toMatchObject({
      status: 422,
      body: { error: { code: 'record.locked', message: 'Step save failed: Bob Example locked this record' } },
    })
    expect((await house.records.getRecord(scope, bob, place)).fields['title']).toBe('free')
  })

  it.each([
    ['an empty match', { ref: '', title: 't' }, /match/],
    ['a missing match', { title: 't' }, /match/],
  ])('fails on %s instead of matching everything', async (_name, body, reason) => {
    const scope = await aTenant()
    const { send } = await published(scope, intake([upsert]))
    expect(await send(body)).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(reason) } },
    })
    expect((await house.records.searchRecords(scope, anActor(scope), { appId: 'alert' })).items).toEqual([])
  })

  it('writes one found value into a field that holds a list', async () => {
    const scope = await aTenant()
    const fields = [
      { key: 'tags', label: 'Tags', type: 'list' as const, of: 'text' as const },
      { key: 'seen', label: 'Seen', type: 'observables' as const },
      {
        key: 'areas',
        label: 'Areas',
        type: 'selection' as const,
        multiple: true,
        options: [{ key: 'mail', label: 'Mail' }],
      },
    ]
    await house.apps.createApp(
      scope,
      anActor(scope),
      AppCreate.parse({
        key: 'note',
        acronym: 'NOT',
        name: 'Note',
        icon: 'note',
        titleField: 'title',
        listColumns: ['title'],
        layout: [{ title: 'Details', columns: 1, fields: ['title', 'tags', 'seen', 'areas'] }],
        fields: [text('title'), ...fields],
      }),
    )
    const one = {
      title: 'one of each',
      // One match is a single value in expressions, not a list of one.
      tags: '{% trigger.body.found[kind = "tag"].value %}',
      seen: '{% trigger.body.found[kind = "ipv4"] %}',
      areas: '{% trigger.body.found[kind = "area"].value %}',
    }
    const step = { key: 'save', action: 'record.create', with: { app: 'note', set: one } }
    const { send } = await published(scope, intake([step]))
    const found = [
      { kind: 'tag', value: 'urgent' },
      { kind: 'ipv4', value: '192.0.2.1' },
      { kind: 'area', value: 'mail' },
    ]
    expect(await send({ found })).toMatchObject({ status: 200 })
    const page = await house.records.searchRecords(scope, anActor(scope), { appId: 'note' })
    expect(page.items[0]?.fields).toMatchObject({
      tags: ['urgent'],
      seen: [{ kind: 'ipv4', value: '192.0.2.1' }],
      areas: ['mail'],
    })
  })

  it('names an app or a field that is not there', async () => {
    const scope = await aTenant()
    const wrong = { ...upsert, with: { app: 'alert', match: { source_ref: 'x' }, set: { nothing: 1 } } }
    const { send } = await published(scope, intake([wrong]))
    expect(await send({})).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining('nothing') } },
    })
  })

  it('may do no more than the one who published', async () => {
    const scope = await aTenant()
    const { send } = await published(scope, intake([upsert]), ['playbook:build', 'record:read'])
    expect(await send({ ref: 'r', title: 't' })).toMatchObject({
      status: 422,
      body: { error: { code: 'right.missing' } },
    })
  })

  it('shows its values only to those who may read the records it touched', async () => {
    const scope = await aTenant()
    const { send } = await published(scope, {
      ...intake([upsert]),
      output: '{% steps.save.output.trackingId %}',
    })
    await send({ ref: 'secret', title: 'secret' })
    const [run] = (await listRuns(scope, { limit: 1 })).items
    const blind = anActor(scope, { may: ['run:read', 'run:data'] })
    const view = await getRun(house.automation, scope, blind, run?.id ?? '')
    expect(view).toMatchObject({ records: [], output: null, can: { data: false }, state: 'succeeded' })
    const asked = { runId: run?.id ?? '', path: 'save', side: 'output' as const }
    await expect(readStepValue(house.automation, scope, blind, asked)).rejects.toMatchObject({
      code: 'resource.not_found',
    })
    const value = await readStepValue(house.automation, scope, anActor(scope), asked)
    expect(value).toMatchObject({
      recomputed: false,
      value: { trackingId: 'ALR-1', fields: { title: 'secret' } },
    })
  })
})
