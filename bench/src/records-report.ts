import type { AtSize, Measured } from './records-figures.ts'
import type { Filled } from './records-import.ts'
import type { Figure } from './workloads.ts'

const IMPORT_GOAL = 15_000
const TEN_USERS_GOAL = 300
const ADD_FIELD_GOAL_MS = 50
/** Measured with the same alerts on such a machine (Directus 12.4 · NocoDB 0.301). */
const PEERS = { bulk: '421 · 1,025 per s', tenUsers: '2.5 · 1.5 per s' }

/** Prints the sizes side by side: p50 in ms, and CPU-ms of all processes. */
export function printSizes(curve: readonly AtSize[]): void {
  const names = new Set(curve.flatMap(({ ops }) => ops.map(({ name }) => name)))
  const head = ['p50 ms / CPU-ms', ...curve.map(({ rows }) => rows.toLocaleString('en'))]
  const lines = [
    ...[...names].map((name) => [name, ...curve.map((size) => opAt(size, name))]),
    ['list + total, ten users', ...curve.map((size) => `${size.tenUsersPerSecond ?? '–'} per s`)],
    ['import', ...curve.map(({ filled }) => `${filled?.perSecond ?? '–'} per s`)],
    ['import, found by words', ...curve.map(({ filled }) => `${filled?.searchablePerSecond ?? '–'} per s`)],
    ['import, CPU-µs per row', ...curve.map(({ filled }) => cpuWords(filled))],
    ['add a field', ...curve.map((size) => `${size.addFieldMs ?? '–'} ms`)],
  ]
  process.stdout.write(`${table([head, ...lines])}\n`)
}

function cpuWords(filled: AtSize['filled']): string {
  return Object.entries(filled?.cpuUs ?? {})
    .filter(([, us]) => us > 0)
    .map(([part, us]) => `${part} ${us}`)
    .join(' ')
}

/** One figure per kind of work at the largest size. */
export function figuresOf(curve: readonly AtSize[]): Figure[] {
  const last = curve.at(-1)
  return last === undefined ? [] : figuresAt(last)
}

function opAt({ ops }: AtSize, name: string): string {
  const op = ops.find((one) => one.name === name)
  return op === undefined ? '–' : `${op.p50} ms / ${op.cpuMs}`
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n')
}

function figuresAt({ rows, filled, ops, tenUsersPerSecond, addFieldMs }: AtSize): Figure[] {
  const size = rows.toLocaleString('en')
  return [
    ...ops.map((op) => opFigure(size, op)),
    {
      workload: `list with total of ${size} records, ten concurrent users`,
      reached: `${tenUsersPerSecond ?? '–'} per s ${met((tenUsersPerSecond ?? 0) >= TEN_USERS_GOAL)}`,
      goal: `≥ ${TEN_USERS_GOAL} per s`,
      peers: PEERS.tenUsers,
      details: {},
    },
    ...(filled === null ? [] : [importFigure(size, filled)]),
    {
      workload: `add a field to ${size} records`,
      reached: `${addFieldMs ?? '–'} ms ${met((addFieldMs ?? Infinity) <= ADD_FIELD_GOAL_MS)}`,
      goal: `≤ ${ADD_FIELD_GOAL_MS} ms`,
      peers: '–',
      details: {},
    },
  ]
}

function importFigure(size: string, filled: Filled): Figure {
  const { perSecond, searchablePerSecond, rows } = filled
  return {
    workload: `import up to ${size} records of 25 fields, each with history and words`,
    reached: `${perSecond} per s, found by words ${searchablePerSecond} per s ${met(perSecond >= IMPORT_GOAL)}`,
    goal: `≥ ${IMPORT_GOAL} per s`,
    peers: PEERS.bulk,
    bounds: `CPU microseconds per record: ${cpuWords(filled)}`,
    details: { rows },
  }
}

function opFigure(size: string, { name, p50, p95, cpuMs, rawMs, goalMs, peers }: Measured): Figure {
  const ratio = rawMs === undefined ? '' : `; plain SQL ${rawMs} ms, ratio ${(p50 / rawMs).toFixed(1)}`
  const judged = goalMs === undefined ? '' : ` ${met(p50 <= goalMs)}`
  return {
    workload: `${name} (${size} records)`,
    reached: `${p50} ms p50, ${p95} ms p95, ${cpuMs} CPU-ms${ratio}${judged}`,
    goal: goalMs === undefined ? 'flat' : `≤ ${goalMs} ms`,
    peers,
    details: {},
  }
}

function met(good: boolean): string {
  return good ? '(met)' : '(NOT met)'
}
