import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  type AutomationFixture,
  deliver,
} from '@caseloom/testkit/automation-fixture'
import { anActor } from '@caseloom/testkit/installation'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseWaits } from '../../../platform/database/patience.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { listRuns } from './runs.read.ts'

let house: AutomationFixture
let superuser: pg.Client
beforeAll(async () => {
  house = await createAutomationFixture()
  superuser = new pg.Client({ connectionString: house.installation.superuserUrl })
  await superuser.connect()
  await superuser.query(`
    create table public.fault (code text not null);
    create function public.refuse() returns trigger language plpgsql security definer as $$
      declare wanted text;
      begin
        select code into wanted from public.fault limit 1;
        if wanted is not null then raise exception 'refused for a test' using errcode = wanted; end if;
        return coalesce(new, old);
      end $$`)
  for (const table of ['run', 'run_entry', 'relay', 'done_once'])
    await superuser.query(
      `create trigger refuse before insert or update or delete on caseloom.${table}
         for each row execute function public.refuse()`,
    )
})
afterAll(async () => {
  await superuser.end()
  await house.close()
})

const RUNS = 10
const text = (key: string) => ({
  key,
  label: key,
  type: 'text' as const,
  required: false,
  readOnly: false,
  multiline: false,
  maxLength: 1_000,
  unique: false,
})
const STEPS = [
  aCall('before'),
  {
    key: 'save',
    after: 'before',
    action: 'record.create',
    with: { app: 'alert', set: { title: '{% trigger.body.title %}' } },
  },
  aCall('after', 'save'),
]

async function aTenantWithRuns() {
  const scope = await house.aTenant()
  const app = await house.apps.createApp(scope, anActor(scope), {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    icon: 'alert-triangle',
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Details', columns: 2, fields: ['title'] }],
    fields: [text('title')],
  })
  const playbook = await house.publish(scope, aPlaybook(STEPS))
  const send = (title: string) =>
    deliver(house.automation, scope, {
      hookKey: playbook.hooks[0]?.hookKey ?? '',
      raw: Buffer.from(JSON.stringify({ title })),
    })
  return { scope, app, send }
}
const statesOf = async (scope: TenantScope) =>
  (await listRuns(scope, { limit: 100, state: undefined })).items.map((run) => run.state).toSorted()
const succeeded = Array.from({ length: RUNS }, () => 'succeeded')
const callsOf = (runIds: readonly string[]) =>
  house.performed.map((one) => one.idempotencyKey).filter((key) => runIds.some((id) => key.startsWith(id)))

/** Runs that are stopped in their first call, meet a fault there, and end after it. */
async function throughFault(fault: { begin(): Promise<void>; end(): Promise<void> }) {
  const { scope, app, send } = await aTenantWithRuns()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const echo = house.answer.current
  let waiting = 0
  house.answer.current = async (input, key) => {
    waiting += 1
    await gate
    return echo(input, key)
  }
  for (let at = 0; at < RUNS; at += 1) expect((await send(`alert ${at}`)).status).toBe(202)
  await expect.poll(() => waiting, { timeout: 20_000 }).toBe(RUNS)
  try {
    await fault.begin()
    open()
    // Steps and history have met the fault by then, and wait.
    await expect.poll(() => databaseWaits().length, { timeout: 20_000 }).toBeGreaterThan(0)
  } finally {
    open()
    house.answer.current = echo
    await fault.end()
  }
  await expect.poll(() => statesOf(scope), { timeout: 60_000 }).toEqual(succeeded)
  await expect.poll(() => databaseWaits(), { timeout: 20_000 }).toEqual([])
  const ids = (await listRuns(scope, { limit: 100, state: undefined })).items.map((run) => run.id)
  const found = await house.records.searchRecords(scope, anActor(scope), { appId: app.id, limit: 100 })
  expect(new Set(found.items.map((one) => one.fields['title']))).toEqual(
    new Set(Array.from({ length: RUNS }, (_one, at) => `alert ${at}`)),
  )
  expect(found.items).toHaveLength(RUNS)
  return { calls: callsOf(ids) }
}

describe('runs that meet a database that', () => {
  it.each([
    ['takes no writes', '25006'],
    ['is out of disk', '53100'],
    ['is out of memory', '53200'],
    ['cancels statements at their time limit', '57014'],
    ['gives no lock', '55P03'],
    ['can not serialize', '40001'],
    ['found a deadlock', '40P01'],
    ['can not write its files', '58030'],
  ])(
    '%s wait, and all of them succeed with every call made once',
    async (_name, code) => {
      const { calls } = await throughFault({
        begin: async () => void (await superuser.query('insert into public.fault values ($1)', [code])),
        end: async () => void (await superuser.query('truncate public.fault')),
      })
      expect(calls).toHaveLength(2 * RUNS)
      expect(new Set(calls).size).toBe(2 * RUNS)
    },
    120_000,
  )

  it('is switched to read-only succeed, and sessions that were read-only are not used again', async () => {
    const { calls } = await throughFault({
      begin: () => breakSessions('set default_transaction_read_only = on'),
      end: async () => void (await superuser.query(onDatabase('reset default_transaction_read_only'))),
    })
    expect(new Set(calls).size).toBe(2 * RUNS)
  }, 120_000)

  it('has no connection left succeed', async () => {
    const { calls } = await throughFault({
      begin: () => breakSessions('connection limit 0'),
      end: async () => void (await superuser.query(onDatabase('connection limit -1'))),
    })
    expect(new Set(calls).size).toBe(2 * RUNS)
  }, 120_000)
})

/** Settings of a database hold for new sessions: those there are end. */
async function breakSessions(change: string): Promise<void> {
  await superuser.query(onDatabase(change))
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
}

function onDatabase(change: string): string {
  return `alter database ${pg.escapeIdentifier(superuser.database ?? '')} ${change}`
}
