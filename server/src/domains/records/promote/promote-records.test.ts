import { AppFile, readAppFile } from '@caseloom/contract/apps/app-file'
import { type AppView, AppCreate } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { promoteRecords } from './promote-records.ts'

let house: RecordsFixture
let analyst: Actor
const apps = new Map<string, AppView>()

/** The apps as they come with the product. */
beforeAll(async () => {
  house = await createRecordsFixture()
  analyst = anActor(house.scope)
  for (const name of ['asset', 'observable-intel', 'case', 'alert']) {
    const at = new URL(`../../installer/starter/${name}.app.json`, import.meta.url)
    const file = AppFile.parse(JSON.parse(readFileSync(at, 'utf8')))
    const { app } = readAppFile(file, (key) => apps.get(key)?.id)
    const made = await house.apps.createApp(house.scope, analyst, AppCreate.parse(app))
    apps.set(made.key, made)
  }
})
afterAll(() => house.close())

const idOf = (key: string) => apps.get(key)?.id ?? ''

async function anAlert(fields: Record<string, string> = {}) {
  const values = { title: `Beacon ${newId()}`, severity: 'high', ...fields }
  return house.records.createRecord(house.scope, analyst, { appId: idOf('alert'), fields: values })
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return isFailure(error) ? error.code : String(error)
}

/** Leaves the record to one group alone. */
function restrict(appKey: string, recordId: string, group: string) {
  const table = `"${house.scope.schema}"."a_${idOf(appKey).replaceAll('-', '')}"`
  return house.scope.tx((tx) =>
    tx.query(`update ${table} set acl = $2::uuid[] where id = $1`, [recordId, [group]]),
  )
}

/** The values of observables, sorted. */
function valuesIn(value: JsonValue | undefined): string[] {
  const items = Array.isArray(value) ? value : []
  return items
    .flatMap((item) =>
      item !== null && typeof item === 'object' && !Array.isArray(item) ? item['value'] : [],
    )
    .map(String)
    .sort()
}

function promote(records: readonly string[], over: object = {}, actor = analyst) {
  const command = { appId: idOf('alert'), promotion: 'case', records, ...over }
  return promoteRecords(house, house.scope, actor, command)
}

describe('promoting alerts', () => {
  test('creates one case from the first alert’s values, and links all alerts to it', async () => {
    const [first, second] = [await anAlert({ tlp: 'red' }), await anAlert()]
    const made = await promote([first.id, second.id])
    expect(made).toMatchObject({ promoted: 2, failed: [] })
    expect(made.record.fields).toMatchObject({
      title: first.fields['title'],
      severity: 'high',
      tlp: 'red',
      status: 'new',
    })
    const after = await house.records.getRecord(house.scope, analyst, {
      appId: idOf('alert'),
      recordId: second.id,
    })
    expect(after.fields['status']).toBe('promoted')
    expect(after.fields['case']).toMatchObject({
      total: 1,
      items: [{ id: made.record.id, trackingId: 'CAS-1' }],
    })
    expect(after.fields['closed_at']).not.toBeNull()
    expect(after.fields['time_to_close']).toBeGreaterThanOrEqual(0)
  })

  test('creates one case with the highest severity, the earliest time, and all values of its alerts', async () => {
    const [first, second] = [
      await anAlert({ severity: 'low', tlp: 'green' }),
      await anAlert({ severity: 'critical', tlp: 'red' }),
    ]
    const observe = (recordId: string, values: readonly string[]) =>
      house.records.updateRecord(house.scope, analyst, {
        appId: idOf('alert'),
        recordId,
        fields: { observables: values.map((value) => ({ value })), techniques: ['T1059'] },
      })
    await observe(first.id, ['10.0.0.1', 'evil.example'])
    await observe(second.id, ['evil.example', '10.0.0.2'])
    const { record } = await promote([first.id, second.id])
    expect(record.fields).toMatchObject({
      title: first.fields['title'],
      severity: 'critical',
      tlp: 'red',
      techniques: ['T1059'],
    })
    expect(valuesIn(record.fields['observables'])).toEqual(['10.0.0.1', '10.0.0.2', 'evil.example'])

    const third = await anAlert({ severity: 'medium', tlp: 'red' })
    await observe(third.id, ['10.0.0.3', '10.0.0.1'])
    const more = (await promote([third.id], { into: record.id })).record
    expect(more.fields).toMatchObject({ title: first.fields['title'], severity: 'critical' })
    expect(valuesIn(more.fields['observables'])).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3', 'evil.example'])
  })

  test('shows a restricted alert only in a case visible to the same people', async () => {
    const GROUP = newId()
    const insider = anActor(house.scope, { principals: [...analyst.principals, GROUP] })
    const [secret, open] = [await anAlert({ severity: 'critical' }), await anAlert({ severity: 'low' })]
    await restrict('alert', secret.id, GROUP)
    const { record } = await promote([secret.id, open.id], {}, insider)
    expect(record).toMatchObject({ restricted: true, fields: { title: secret.fields['title'] } })
    const hidden = house.records.getRecord(house.scope, analyst, { appId: idOf('case'), recordId: record.id })
    expect(await codeOf(hidden)).toBe('resource.not_found')
    const again = await promote([open.id, secret.id], {}, insider)
    expect(again.record).toMatchObject({
      restricted: false,
      fields: { title: open.fields['title'], severity: 'low' },
    })
  })

  test('adds to a case that is there', async () => {
    const { record } = await promote([(await anAlert()).id])
    const more = await promote([(await anAlert()).id], { into: record.id })
    expect(more.record.id).toBe(record.id)
    const found = await house.records.searchRecords(house.scope, analyst, {
      appId: idOf('alert'),
      filter: { field: 'case', op: 'contains', value: record.id },
    })
    expect(found.items).toHaveLength(2)
  })

  test('neither takes from an archived app nor adds to one', async () => {
    const { id } = await anAlert()
    const { record } = await promote([(await anAlert()).id])
    const archive = (key: string, archived: boolean) =>
      house.apps.lifecycle.archive(house.scope, analyst, { appId: idOf(key), archived })
    const codes: string[] = []
    for (const key of ['case', 'alert']) {
      await archive(key, true)
      codes.push(await codeOf(promote([id])), await codeOf(promote([id], { into: record.id })))
      await archive(key, false)
    }
    expect(codes).toEqual(codes.map(() => 'app.archived'))
    expect(codes).toHaveLength(4)
  })

  test('does nothing twice under one key', async () => {
    const alert = await anAlert()
    const first = await promote([alert.id], { operationKey: 'again' })
    const second = await promote([alert.id], { operationKey: 'again' })
    expect(second.record.id).toBe(first.record.id)
    const after = await house.records.getRecord(house.scope, analyst, {
      appId: idOf('alert'),
      recordId: alert.id,
    })
    expect(after.fields['case']).toMatchObject({ total: 1 })
  })

  test('knows nothing of alerts, cases and promotions that the actor does not see', async () => {
    const alert = await anAlert()
    expect(await codeOf(promote([alert.id, newId()]))).toBe('resource.not_found')
    expect(await codeOf(promote([alert.id], { promotion: 'other' }))).toBe('resource.not_found')
    expect(await codeOf(promote([alert.id], { into: newId() }))).toBe('resource.not_found')
    const reader = anActor(house.scope, { permissions: new Set(['record:read'] as const) })
    expect(await codeOf(promote([alert.id], {}, reader))).toBe('right.missing')
  })
})

describe('closing', () => {
  const change = (appKey: string, recordId: string, fields: Record<string, string | null>) =>
    house.records.updateRecord(house.scope, analyst, { appId: idOf(appKey), recordId, fields })

  test('asks for a disposition, and says so at its field', async () => {
    const alert = await anAlert()
    await expect(change('alert', alert.id, { status: 'closed' })).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: ['body', 'fields', 'disposition'], code: 'required' }] },
    })
    const closed = await change('alert', alert.id, { status: 'closed', disposition: 'benign' })
    expect(closed.fields['status']).toBe('closed')
    expect(await codeOf(change('alert', alert.id, { disposition: null }))).toBe('request.invalid')
    expect(
      (await change('alert', alert.id, { status: 'triage', disposition: null })).fields['disposition'],
    ).toBeNull()
  })

  test('asks for the impact of a true positive only', async () => {
    const { record } = await promote([(await anAlert()).id])
    const close = { status: 'closed', disposition: 'true_positive' }
    expect(await codeOf(change('case', record.id, close))).toBe('request.invalid')
    const closed = await change('case', record.id, { ...close, impact: 'low' })
    expect(closed.fields).toMatchObject({ status: 'closed', impact: 'low' })
    expect(closed.fields['time_to_resolve']).toBeGreaterThanOrEqual(0)
  })

  test('asks already when a record is made closed', async () => {
    expect(await codeOf(anAlert({ status: 'closed' }))).toBe('request.invalid')
  })
})

describe('the times of a response', () => {
  const HOUR = 3_600_000
  const BEGIN = new Date('2026-11-02T08:00:00.000Z')
  /** The tenant so many hours after the beginning. */
  const after = (hours: number): TenantScope => {
    const now = new Date(BEGIN.getTime() + hours * HOUR)
    return { ...house.scope, tx: (work) => house.scope.tx((tx) => work({ ...tx, now })) }
  }
  const change = (hours: number, appKey: string, recordId: string, fields: Record<string, string | null>) =>
    house.records.updateRecord(after(hours), analyst, { appId: idOf(appKey), recordId, fields })
  const arrived = () =>
    house.records.createRecord(after(0), analyst, {
      appId: idOf('alert'),
      fields: {
        title: 'Late alert',
        severity: 'high',
        source_ref: newId(),
        detected_at: new Date(BEGIN.getTime() - HOUR).toISOString(),
      },
    })
  const closing = { status: 'closed', disposition: 'benign' }

  test('of an alert run from detection to acknowledgment, and from arrival to closing', async () => {
    const alert = await arrived()
    const looked = await change(2, 'alert', alert.id, { status: 'triage' })
    expect(looked.fields).toMatchObject({ time_to_acknowledge: 3 * 3600, time_to_close: null })
    const closed = await change(5, 'alert', alert.id, closing)
    expect(closed.fields).toMatchObject({ time_to_acknowledge: 3 * 3600, time_to_close: 5 * 3600 })
    const again = await change(6, 'alert', alert.id, { status: 'in_progress', disposition: null })
    expect(again.fields).toMatchObject({ time_to_acknowledge: 3 * 3600, time_to_close: null })
    const last = await change(9, 'alert', alert.id, closing)
    expect(last.fields).toMatchObject({ time_to_acknowledge: 3 * 3600, time_to_close: 9 * 3600 })
  })

  test('of a case begin with the work on its alert, and end with its last closing', async () => {
    const alert = await arrived()
    await change(2, 'alert', alert.id, { status: 'in_progress' })
    const { record } = await promoteRecords(house, after(3), analyst, {
      appId: idOf('alert'),
      promotion: 'case',
      records: [alert.id],
    })
    const begun = await change(4, 'case', record.id, { status: 'in_progress' })
    expect(begun.fields).toMatchObject({ time_to_acknowledge: 3600, time_to_resolve: null })
    const closed = await change(12, 'case', record.id, closing)
    expect(closed.fields['time_to_resolve']).toBe(10 * 3600)
    const again = await change(13, 'case', record.id, { status: 'in_progress', disposition: null })
    expect(again.fields).toMatchObject({ time_to_acknowledge: 3600, time_to_resolve: null })
    expect((await change(20, 'case', record.id, closing)).fields['time_to_resolve']).toBe(18 * 3600)
  })

  test('of a case of several alerts start with the first acknowledged alert', async () => {
    const [late, early] = [await arrived(), await arrived()]
    await change(1, 'alert', early.id, { status: 'triage' })
    await change(3, 'alert', late.id, { status: 'triage' })
    const { record } = await promoteRecords(house, after(4), analyst, {
      appId: idOf('alert'),
      promotion: 'case',
      records: [late.id, early.id],
    })
    expect((await change(6, 'case', record.id, closing)).fields['time_to_resolve']).toBe(5 * 3600)
    const earliest = await arrived()
    await change(0.5, 'alert', earliest.id, { status: 'triage' })
    const more = await promoteRecords(house, after(7), analyst, {
      appId: idOf('alert'),
      promotion: 'case',
      records: [earliest.id],
      into: record.id,
    })
    expect(more.record.fields['time_to_resolve']).toBe(5.5 * 3600)
  })

  test('of a case closed before any work on it start when it was opened', async () => {
    const { record } = await promoteRecords(house, after(1), analyst, {
      appId: idOf('alert'),
      promotion: 'case',
      records: [(await arrived()).id],
    })
    expect((await change(3, 'case', record.id, closing)).fields['time_to_resolve']).toBe(2 * 3600)
  })
})

describe('a rule that comes after the records', () => {
  test('ignores existing violations until the records are closed again', async () => {
    const shape = { name: 'Old', titleField: 'title', listColumns: [], layout: [] }
    const fields = [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'done', label: 'Done', type: 'selection', options: [{ key: 'yes', label: 'Yes' }] },
      { key: 'why', label: 'Why', type: 'text' },
    ]
    const app = await house.apps.createApp(
      house.scope,
      analyst,
      AppCreate.parse({ key: 'old', acronym: 'OLD', ...shape, fields }),
    )
    const record = await house.records.createRecord(house.scope, analyst, {
      appId: app.id,
      fields: { title: 'a', done: 'yes' },
    })
    const requiredWhen = { field: 'done', op: 'eq' as const, value: 'yes' }
    await house.apps.updateApp(house.scope, analyst, {
      ...shape,
      appId: app.id,
      revision: 1,
      icon: 'table',
      sharing: null,
      fields: app.fields.map((field) => (field.key === 'why' ? { ...field, requiredWhen } : field)),
    })
    const change = (values: Record<string, string | null>) =>
      house.records.updateRecord(house.scope, analyst, { appId: app.id, recordId: record.id, fields: values })
    expect((await change({ title: 'b' })).fields['title']).toBe('b')
    await change({ done: null })
    expect(await codeOf(change({ done: 'yes' }))).toBe('request.invalid')
  })
})
