import { AppView } from '@caseloom/contract/apps/apps'
import { SessionView } from '@caseloom/contract/identity/identity'
import { launcherOf, type Product } from '@caseloom/testkit/product'
import { openDoors } from '@caseloom/testkit/product-doors'
import { z } from 'zod'
import type { Caseloom } from './caseloom.ts'
import { alertWorkflow } from './form-app.ts'
import { cpuOf } from './meter.ts'
import { alertApp } from './records-app.ts'
import { importRecords } from './records-import.ts'
import { type Place, sqlNames } from './records-ops.ts'
import { round, summarize } from './statistics.ts'
import type { Figure } from './workloads.ts'

const IMPORTED = 1_000
const COPIES = 99
/** Copies of one transaction: 10,000 records. */
const TOGETHER = 10
const ROUNDS = 7
/** A field that no file brings and that rules set. */
const VERDICT = { key: 'verdict', label: 'Verdict', type: 'text' }

const RUN_COLUMNS = '(tenant_id, app_id, record_id, sequence, revision, at, run)'

const Reply = z.looseObject({ records: z.number() })

type Target = Pick<Place, 'doors' | 'app'>

/** Which rules 100,000 records with two runs each took: asked, and counted from all runs by plain SQL, by turns. */
export async function coverage(product: Product, caseloom: Caseloom): Promise<Figure> {
  const session = SessionView.parse(await caseloom.call('GET', '/iam/session'))
  const accountId = session.accounts[0]?.id ?? ''
  const doors = await openDoors(product, { tenantId: caseloom.tenantId, accountId })
  try {
    const body = { ...alertApp, fields: [...alertApp.fields, VERDICT], workflow: alertWorkflow() }
    const base = `/api/tenant/${caseloom.tenantId}/apps`
    const app = AppView.parse(await caseloom.call('POST', base, body))
    const root = launcherOf(product)
    await importRecords({ caseloom, appId: app.id, root, hasEnded: () => false }, { from: 0, to: IMPORTED })
    await copy({ doors, app })
    await addSecondRuns({ doors, app })
    await doors.asOwner((query) => query('vacuum analyze'))
    const ask = async () => Reply.parse(await caseloom.call('GET', `${base}/${app.id}/workflow-coverage`))
    const { records } = await ask()
    const counted = await countRuns({ doors, app })
    if (records !== counted) throw new Error(`Coverage has ${records} records, the runs have ${counted}`)
    return figureOf(records, await measure(root, { ask, count: () => countRuns({ doors, app }) }))
  } finally {
    await doors.close()
  }
}

interface Turns {
  asked: { ms: number; cpuMs: number }[]
  counted: { ms: number; cpuMs: number }[]
}

async function measure(
  root: number,
  { ask, count }: Record<'ask' | 'count', () => Promise<unknown>>,
): Promise<Turns> {
  const timed = async (work: () => Promise<unknown>) => {
    const begin = performance.now()
    const { cpuMs } = await cpuOf(root, work)
    return { ms: performance.now() - begin, cpuMs }
  }
  const turns: Turns = { asked: [], counted: [] }
  for (let at = 0; at < ROUNDS; at += 1) {
    turns.asked.push(await timed(ask))
    turns.counted.push(await timed(count))
  }
  return turns
}

function figureOf(records: number, { asked, counted }: Turns): Figure {
  const middle = (list: Turns['asked'], key: 'ms' | 'cpuMs') =>
    summarize(
      list.map((one) => one[key]),
      0,
    ).p50
  const ratio = middle(asked, 'cpuMs') / Math.max(1, middle(counted, 'cpuMs'))
  return {
    workload: `Coverage of ${records} records with ${2 * records} runs`,
    reached: `${round(middle(asked, 'ms'), 0)} ms p50, ${round(middle(asked, 'cpuMs'), 0)} CPU-ms, ${round(ratio, 2)} times counting all runs`,
    goal: '≤ 300 ms, ≤ 0.25 times',
    peers: 'not measured',
    details: { countedMs: round(middle(counted, 'ms'), 0), countedCpuMs: round(middle(counted, 'cpuMs'), 0) },
  }
}

/** Copies what was imported, with its runs. */
async function copy(target: Target): Promise<void> {
  const { scope } = target.doors
  const key = sqlNames(target).column('alert_key')
  const { table } = sqlNames(target)
  const found = await scope.read((tx) =>
    tx.query<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'seq')`,
      [table],
    ),
  )
  const columns = found.map(({ name }) => `"${name}"`)
  const values = columns.map((name) => (name === key ? `t.${name} || '-' || p.copy` : `t.${name}`))
  for (let first = 1; first <= COPIES; first += TOGETHER)
    await scope.tx(async (tx) => {
      await tx.query(
        `create temp table pair on commit drop as
         select t.id as old, gen_random_uuid() as id, copy, t.seq + copy * ${IMPORTED} as seq
           from ${table} t cross join generate_series($1::int, $2::int) copy where t.seq <= ${IMPORTED}`,
        [first, Math.min(COPIES, first + TOGETHER - 1)],
      )
      await tx.query(
        `insert into ${table} (id, seq, ${columns.join(', ')})
         select p.id, p.seq, ${values.join(', ')} from pair p join ${table} t on t.id = p.old`,
      )
      await tx.query(
        `insert into caseloom.workflow_run ${RUN_COLUMNS}
         select tenant_id, app_id, p.id, sequence, revision, at, run
           from caseloom.workflow_run w join pair p on p.old = w.record_id`,
      )
    })
}

/** Gives every record a second run, and writes the rows that saves would have written. */
async function addSecondRuns({ doors, app }: Target): Promise<void> {
  await doors.scope.tx((tx) =>
    tx.query(
      // The second save takes four more rules, which depend on the record.
      `insert into caseloom.workflow_run ${RUN_COLUMNS}
       select tenant_id, app_id, record_id, 2, revision, at + interval '1 second',
              set_byte(run, 1 + get_byte(uuid_send(record_id), 15) % 2, 85)
         from caseloom.workflow_run where app_id = $1 and sequence = 1`,
      [app.id],
    ),
  )
  await doors.scope.tx((tx) => tx.query(ROWS, [app.id]))
}

/** Rows of coverage as saves write them. */
const ROWS = `
  insert into caseloom.workflow_coverage (tenant_id, app_id, record_id, newest, kinds, ats)
  select tenant_id, app_id, record_id, max(at), array_agg(kind order by kind), array_agg(at order by kind)
    from (select tenant_id, app_id, record_id, max(at) as at,
                 int4send(revision) || set_byte(run, 0, get_byte(run, 0) & 128) as kind
            from caseloom.workflow_run where app_id = $1 group by 1, 2, 3, 5) k
   group by 1, 2, 3
  on conflict (record_id) do update set newest = excluded.newest, kinds = excluded.kinds, ats = excluded.ats`

/** The same without rows of coverage: all runs beside their records, grouped by their kinds. Answers how many records. */
async function countRuns(target: Target): Promise<number> {
  const { scope } = target.doors
  const rows = await scope.read(async (tx) => {
    // Between the runs being written and analyzed, the planner guesses a nested loop over all of them.
    await tx.query('set local enable_nestloop = off')
    return tx.query<{ records: number }>(
      `with runs as (
         select distinct w.record_id, w.revision, w.run from caseloom.workflow_run w
           join ${sqlNames(target).table} t on t.id = w.record_id and t.deleted_at is null and t.acl is null
          where w.app_id = $1 and w.at >= now() - interval '90 days'),
       seen as materialized (
         select record_id, dense_rank() over (order by revision, run)::int as place from runs),
       records as (select array_agg(place order by place) as kinds from seen group by record_id),
       kinds as (select kinds, count(*)::int as count from records group by kinds)
       select sum(count)::int as records from kinds`,
      [target.app.id],
    )
  })
  return rows[0]?.records ?? 0
}
