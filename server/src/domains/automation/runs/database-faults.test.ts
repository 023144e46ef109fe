import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  type AutomationFixture,
  deliver,
  testLog,
} from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseWaits } from '../../../platform/database/patience.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { startPresence } from '../../../platform/presence/presence.ts'
import { writeFault } from '../../../platform/presence/write-fault.ts'
import { queueFigures } from '../operations/queue-figures.read.ts'
import { getRun } from './get-run.ts'
import { listRuns } from './runs.read.ts'

let house: AutomationFixture
let superuser: pg.Client
beforeAll(async () => {
  house = await createAutomationFixture()
  superuser = new pg.Client({ connectionString: house.installation.superuserUrl })
  await superuser.connect()
  await superuser.query(`
    create table public.fault (code text not null, tenant uuid);
    create function public.refuse() returns trigger language plpgsql security definer as $$
      declare wanted text;
      begin
        select code into wanted from public.fault
         where tenant is null or tenant::text = to_jsonb(coalesce(new, old)) ->> 'tenant_id' limit 1;
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
async function throughFault(fault: {
  begin(): Promise<void>
  end(): Promise<void>
  /** Checks what people see meanwhile. */
  shows?(scope: TenantScope): Promise<void>
}) {
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
    await fault.shows?.(scope)
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

  it('refuses the history of one tenant delay no run of another', async () => {
    const faulty = await aTenantWithRuns()
    const other = await aTenantWithRuns()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const echo = house.answer.current
    let waiting = 0
    house.answer.current = async (input, key) => {
      waiting += 1
      await gate
      return echo(input, key)
    }
    try {
      await faulty.send('alert 0')
      await expect.poll(() => waiting, { timeout: 20_000 }).toBe(1)
      await superuser.query('insert into public.fault values ($1, $2)', ['55P03', faulty.scope.tenantId])
      open()
      await expect.poll(() => databaseWaits().length, { timeout: 20_000 }).toBeGreaterThan(0)
      house.answer.current = echo
      await other.send('alert 0')
      await expect.poll(() => statesOf(other.scope), { timeout: 20_000 }).toEqual(['succeeded'])
      expect(await statesOf(faulty.scope)).not.toEqual(['succeeded'])
      expect((await queueFigures(house.automation, other.scope)).database).toBeNull()
    } finally {
      open()
      house.answer.current = echo
      await superuser.query('truncate public.fault')
    }
    await expect.poll(() => statesOf(faulty.scope), { timeout: 60_000 }).toEqual(['succeeded'])
  }, 120_000)

  it('gives no lock show on their page and in the queue what they wait for, and nothing of it afterward', async () => {
    const pages = async (scope: TenantScope) => {
      const { items } = await listRuns(scope, { limit: 100, state: undefined })
      const views = items.map(({ id }) => getRun(house.automation, scope, anActor(scope), id))
      return (await Promise.all(views)).map(({ databaseWait }) => databaseWait)
    }
    const wait = { reason: 'The database is busy', since: expect.any(String) }
    let seen: TenantScope | undefined
    await throughFault({
      begin: async () => void (await superuser.query('insert into public.fault values ($1)', ['55P03'])),
      async shows(scope) {
        seen = scope
        // The first step of each has ended; what waits is the history of its run, or the step after it.
        await expect
          .poll(() => pages(scope), { timeout: 20_000 })
          .toEqual(Array.from({ length: RUNS }, () => ({ ...wait, step: expect.toBeOneOf([null, 'save']) })))
        expect(await queueFigures(house.automation, scope)).toMatchObject({
          database: { ...wait, runs: RUNS },
        })
        const other = await house.aTenant()
        expect((await queueFigures(house.automation, other)).database).toBeNull()
      },
      end: async () => void (await superuser.query('truncate public.fault')),
    })
    if (seen === undefined) throw new Error('No page was read')
    const scope = seen
    expect(await pages(scope)).toEqual(Array.from({ length: RUNS }, () => null))
    await expect
      .poll(async () => (await queueFigures(house.automation, scope)).database, { timeout: 20_000 })
      .toBeNull()
  }, 120_000)

  it('takes no writes of any process show it by what the process that is asked knows', async () => {
    const presence = startPresence({
      system: house.automation.system,
      log: testLog,
      role: 'web',
      version: '1',
      masterKeys: () => [],
    })
    try {
      await throughFault({
        begin: () => breakSessions('set default_transaction_read_only = on'),
        async shows(scope) {
          // A beat of the last two seconds is believed.
          await expect
            .poll(
              () =>
                presence.proveWrite().then(
                  () => null,
                  ({ code }: { code: string }) => code,
                ),
              {
                timeout: 20_000,
              },
            )
            .toBe('dependency.unavailable')
          const [run] = (await listRuns(scope, { limit: 1, state: undefined })).items
          const view = await getRun(house.automation, scope, anActor(scope), run?.id ?? '')
          const reason = 'The database doesn’t accept changes right now'
          expect(view).toMatchObject({ databaseWait: { reason, step: null } })
          expect(await queueFigures(house.automation, scope)).toMatchObject({ database: { reason, runs: 0 } })
        },
        end: async () => void (await superuser.query(onDatabase('reset default_transaction_read_only'))),
      })
      await expect
        .poll(() => presence.proveWrite().then(writeFault, () => 'no'), { timeout: 20_000 })
        .toBeNull()
    } finally {
      await presence.stop()
    }
  }, 120_000)

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
