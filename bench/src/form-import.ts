import { AppUpdate, AppView } from '@caseloom/contract/apps/apps'
import { SessionView } from '@caseloom/contract/identity/identity'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import { launcherOf, type Product } from '@caseloom/testkit/product'
import { openDoors, type ProductDoors } from '@caseloom/testkit/product-doors'
import type { Caseloom } from './caseloom.ts'
import { alertWorkflow } from './form-app.ts'
import { alertApp } from './records-app.ts'
import { copyRecords } from './records-copy.ts'
import { importRecords } from './records-import.ts'
import { round } from './statistics.ts'
import type { Figure } from './workloads.ts'

const ROWS = 10_000
const ROUNDS = 5
const PUBLISHED = 5
/** A field that no file brings and that rules set. */
const VERDICT = { key: 'verdict', label: 'Verdict', type: 'text' }

/** Importing with a hundred rules and without, by turns; then publishing changed rules over the given number of records. */
export async function formImport(product: Product, caseloom: Caseloom, records: number): Promise<Figure[]> {
  const session = SessionView.parse(await caseloom.call('GET', '/iam/session'))
  const accountId = session.accounts[0]?.id ?? ''
  const doors = await openDoors(product, { tenantId: caseloom.tenantId, accountId })
  try {
    const ruled = await anApp(caseloom, 'ruled', alertWorkflow())
    const plain = await anApp(caseloom, 'plain')
    const cost = async (appId: string, from: number, rows: number) => {
      const place = { caseloom, appId, root: launcherOf(product), hasEnded: () => false }
      const { cpuUs } = await importRecords(place, { from, to: from + rows })
      return Object.values(cpuUs).reduce((sum, cpu) => sum + cpu, 0)
    }
    for (const { id } of [ruled, plain]) await cost(id, 0, ROWS / 2)
    const costs: { plain: number; ruled: number }[] = []
    for (let at = 1; at <= ROUNDS; at += 1)
      costs.push({
        plain: await cost(plain.id, at * ROWS, ROWS),
        ruled: await cost(ruled.id, at * ROWS, ROWS),
      })
    const sizes = await sizesOf(doors, ruled.id)
    const figures = [importFigure(costs), sizeFigure(sizes)]
    await copyRecords({ doors, app: ruled, rows: ROUNDS * ROWS + ROWS / 2, hasEnded: () => false }, records)
    return [...figures, await publishing(caseloom, ruled, records)]
  } finally {
    await doors.close()
  }
}

async function anApp(caseloom: Caseloom, key: string, workflow?: Workflow): Promise<AppView> {
  const app = {
    ...alertApp,
    key,
    acronym: key.slice(0, 3).toUpperCase(),
    fields: [...alertApp.fields, VERDICT],
    ...(workflow === undefined ? {} : { workflow }),
  }
  return AppView.parse(await caseloom.call('POST', `/api/tenant/${caseloom.tenantId}/apps`, app))
}

function importFigure(costs: readonly { plain: number; ruled: number }[]): Figure {
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  const plain = middle(costs.map((one) => one.plain))
  const ruled = middle(costs.map((one) => one.ruled))
  return {
    workload: `Importing ${ROWS} rows through 100 rules`,
    reached: `${round(ruled / plain, 2)} times the CPU, the middle of ${costs.length}`,
    goal: '≤ 1.25 times',
    peers: 'not measured',
    details: {
      plainUs: plain,
      ruledUs: ruled,
      ratios: costs.map((one) => round(one.ruled / one.plain, 2)).join(' '),
    },
  }
}

interface Sizes {
  runs: number
  records: number
}

/** Bytes of the runs with their coverage and of the records with their history and search, indexes and all. */
async function sizesOf({ scope }: ProductDoors, appId: string): Promise<Sizes> {
  const hex = appId.replaceAll('-', '')
  const rows = await scope.read((tx) =>
    tx.query<Sizes>(
      `select
         (select count(*) from caseloom.workflow_run where app_id = $1)::float8
           * pg_total_relation_size('caseloom.workflow_run') / greatest((select count(*) from caseloom.workflow_run), 1)
           + (select count(*) from caseloom.workflow_coverage where app_id = $1)::float8
           * pg_total_relation_size('caseloom.workflow_coverage') / greatest((select count(*) from caseloom.workflow_coverage), 1) as runs,
         (select sum(pg_total_relation_size(c.oid)) from pg_class c where c.relname in ('a_' || $2, 's_' || $2))::float8
           + (select sum(pg_column_size(h.*)) from caseloom.record_history h where h.app_id = $1)::float8 as records`,
      [appId, hex],
    ),
  )
  return rows[0] ?? { runs: 0, records: 1 }
}

function sizeFigure({ runs, records }: Sizes): Figure {
  return {
    workload: 'Workflow runs beside their records',
    reached: `${round((100 * runs) / records, 1)} % of the bytes`,
    goal: '≤ 10 %',
    peers: 'not measured',
    details: { runs: round(runs, 0), records: round(records, 0) },
  }
}

async function publishing(caseloom: Caseloom, app: AppView, records: number): Promise<Figure> {
  const path = `/api/tenant/${caseloom.tenantId}/apps/${app.id}`
  const took: number[] = []
  for (let at = 0; at < PUBLISHED; at += 1) {
    const { id: _id, key: _key, acronym: _acronym, ...now } = AppView.parse(await caseloom.call('GET', path))
    const [first, ...others] = now.workflow?.stages ?? []
    const stages = first === undefined ? [] : [{ ...first, title: `Stage after ${at}` }, ...others]
    const body = AppUpdate.strip().parse({ ...now, workflow: { stages } })
    const begin = performance.now()
    await caseloom.call('PUT', path, body)
    took.push(performance.now() - begin)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return {
    workload: `Publishing changed rules over ${records} records`,
    reached: `${round(sorted[Math.floor(sorted.length / 2)] ?? 0, 0)} ms, the middle of ${PUBLISHED}`,
    goal: '≤ 1,000 ms over 1,000,000',
    peers: 'not measured',
    details: { max: round(sorted.at(-1) ?? 0, 0) },
  }
}
