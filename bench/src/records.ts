import { AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import { SessionView } from '@caseloom/contract/identity/identity'
import { launcherOf, type Product } from '@caseloom/testkit/product'
import { openDoors, type ProductDoors } from '@caseloom/testkit/product-doors'
import type { Caseloom } from './caseloom.ts'
import { drive } from './load.ts'
import { cpuOf } from './meter.ts'
import { copyRecords } from './records-copy.ts'
import { makeApps } from './records-fill.ts'
import { type Filled, importRecords } from './records-import.ts'
import { type Op, type Place as OpPlace, recordOps, sqlNames } from './records-ops.ts'
import type { AtSize, Measured } from './records-figures.ts'
import { figuresOf, printSizes } from './records-report.ts'
import { round, summarize } from './statistics.ts'
import type { Figure } from './workloads.ts'

/** No operation is measured for longer than this. */
const OP_MS = 15_000
/** What measuring one size takes, with a vacuum before it: copying ends in time for it. */
const MEASURING_MS = 5 * 60_000
/** Requests before any is measured: a process compiles what it runs often, and prepares its statements. */
const WARM_ROWS = 5_000
const WARM_UP = { requests: 2_000, ofEach: 20, concurrency: 4 }

/** How far it goes: the sizes of the app, and minutes after which nothing more is begun. */
export interface Extent {
  sizes: readonly number[]
  /** Records beyond these are copied by SQL, which takes a fraction of the time. */
  imported: number
  minutes: number
}

/**
 * Records in one app by the size of the app, through REST, beside plain SQL, goals and peers; twenty other tenants
 * have theirs beside it. Prints after every size; when the time is up it ends with what it has.
 */
export async function records(product: Product, caseloom: Caseloom, extent: Extent): Promise<Figure[]> {
  const until = Date.now() + extent.minutes * 60_000
  const hasEnded = () => Date.now() > until
  const isNearlyOver = () => Date.now() > until - MEASURING_MS
  const session = SessionView.parse(await caseloom.call('GET', '/iam/session'))
  const accountId = session.accounts[0]?.id ?? ''
  const doors = await openDoors(product, { tenantId: caseloom.tenantId, accountId })
  const root = launcherOf(product)
  const curve: AtSize[] = []
  try {
    const app = await makeApps(caseloom, accountId, doors)
    const filling = { caseloom, appId: app.id, root, hasEnded }
    await importRecords(filling, { from: 0, to: WARM_ROWS })
    await warmUp({ caseloom, doors, app, rows: WARM_ROWS, root, hasEnded })
    let from = WARM_ROWS
    for (const wanted of [...extent.sizes].sort((a, b) => a - b)) {
      if (wanted <= from || hasEnded()) continue
      const to = Math.min(wanted, extent.imported)
      const filled = to <= from ? null : await importRecords(filling, { from, to })
      from += filled?.rows ?? 0
      if (from < wanted) from = await copyRecords({ doors, app, rows: from, hasEnded: isNearlyOver }, wanted)
      await settle(doors, app)
      curve.push(await measure({ caseloom, doors, app, rows: from, root, hasEnded }, filled))
      printSizes(curve)
      if (from < wanted) process.stdout.write(`The time is up: ${from} of ${wanted} records are there.\n`)
    }
  } catch (error) {
    // What was measured until then is worth more than nothing.
    if (curve.length === 0) throw error
    process.stdout.write(`It ended early: ${String(error)}\n`)
  } finally {
    await doors.close()
  }
  return figuresOf(curve)
}

interface Place extends OpPlace {
  /** The process whose tree is metered. */
  root: number
  hasEnded(): boolean
}

/** Reads, lists and writes as the measured ones, until the process is what it is after minutes of work. */
async function warmUp(place: Place): Promise<void> {
  const ops = (await recordOps(place)).filter((op) => op.goalMs !== undefined || op.name === 'get')
  const each = Math.ceil(WARM_UP.requests / ops.length)
  for (const op of ops) await drive(each, WARM_UP.concurrency, op.rest, deadline())
}

/** Statistics and visibility as autovacuum leaves them some minutes after a fill, and pending words in the index. */
async function settle(doors: ProductDoors, app: AppView): Promise<void> {
  const { table, search } = sqlNames({ doors, app })
  await doors.asOwner(async (query) => {
    for (const name of [table, search]) await query(`vacuum (analyze) ${name}`)
  })
}

async function measure(place: Place, filled: Filled | null): Promise<AtSize> {
  const ops: Measured[] = []
  const all = await recordOps(place)
  for (const op of all) {
    if (place.hasEnded()) break
    const measured = await measureOp(place, op)
    ops.push(measured)
    const { name, p50, cpuMs, rawMs } = measured
    process.stdout.write(
      `  ${place.rows} ${name}: ${p50} ms p50, ${cpuMs} CPU-ms, raw SQL ${rawMs ?? '–'} ms\n`,
    )
  }
  const one = all.find((op) => op.name === 'list + capped total')
  const ten = one === undefined || place.hasEnded() ? null : await drive(400, 10, one.rest, deadline())
  return {
    rows: place.rows,
    filled,
    ops,
    tenUsersPerSecond: ten?.perSecond ?? null,
    addFieldMs: place.hasEnded() ? null : await addField(place),
  }
}

async function measureOp({ doors, root }: Place, op: Op): Promise<Measured> {
  await drive(WARM_UP.ofEach, 1, op.rest, deadline())
  const { result, cpuMs } = await cpuOf(root, () => drive(op.runs, 1, op.rest, deadline()))
  if (result.n === 0) throw new Error(`${op.name} failed: ${JSON.stringify(result.errors)}`)
  const { name, goalMs, peers, raw } = op
  const times: number[] = []
  const stop = deadline()
  for (let at = 0; raw !== undefined && at < op.runs && !stop(); at += 1) {
    const { text, values } = raw(at)
    await doors.scope.read(async (tx) => {
      const begin = performance.now()
      await tx.query(text, values)
      times.push(performance.now() - begin)
    })
  }
  return {
    name,
    p50: result.p50,
    p95: result.p95,
    cpuMs: round(cpuMs / result.n),
    peers,
    ...(goalMs === undefined ? {} : { goalMs }),
    ...(times.length === 0 ? {} : { rawMs: summarize(times, 1).p50 }),
  }
}

function deadline(): () => boolean {
  const until = Date.now() + OP_MS
  return () => Date.now() > until
}

/** Adding a field is metadata and one column, however many records there are. */
async function addField({ doors, app, rows }: Place): Promise<number> {
  const now = await doors.apps.getApp(doors.scope, doors.actor, app.id)
  const field = { key: `added_${rows}`, label: `Added ${rows}`, type: 'text' as const }
  const { id: appId, revision, name, icon, titleField, listColumns, layout } = now
  const shape = { revision, name, icon, titleField, listColumns, layout }
  const update = AppUpdate.parse({ ...shape, fields: [...now.fields, field] })
  const begin = performance.now()
  await doors.apps.updateApp(doors.scope, doors.actor, { ...update, appId })
  return round(performance.now() - begin)
}
