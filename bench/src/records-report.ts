import type { AtSize, Measured } from './records-figures.ts'
import type { Figure } from './workloads.ts'

const IMPORT_GOAL = 15_000
const TEN_USERS_GOAL = 300
const ADD_FIELD_GOAL_MS = 50
/** Measured with the same alerts on such a machine (Directus 12.4 · NocoDB 0.301). */
const PEERS = { bulk: '421 · 1,025 per s', tenUsers: '2.5 · 1.5 per s' }

/** Prints the sizes side by side, and answers one figure per kind of work at the largest. */
export function printCurve(curve: readonly AtSize[]): Figure[] {
  const last = curve.at(-1)
  if (last === undefined) return []
  const figures = figuresOf(last)
  const head = ['', ...curve.map(({ rows }) => rows.toLocaleString('en'))]
  const lines = [
    ...last.ops.map(({ name }) => [name, ...curve.map((size) => opAt(size, name))]),
    ['list + total, ten users', ...curve.map((size) => `${size.tenUsersPerSecond} per s`)],
    ['import', ...curve.map((size) => `${size.filled.perSecond} per s`)],
    ['add a field', ...curve.map((size) => `${size.addFieldMs} ms`)],
  ]
  process.stdout.write(`${table([head, ...lines])}\n`)
  return figures
}

function opAt({ ops }: AtSize, name: string): string {
  const op = ops.find((one) => one.name === name)
  return op === undefined ? '–' : `${op.p50} ms / ${op.cpuMs}`
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n')
}

function figuresOf({ rows, filled, ops, tenUsersPerSecond, addFieldMs }: AtSize): Figure[] {
  const size = rows.toLocaleString('en')
  const cpu = Object.entries(filled.cpuUs).map(([part, us]) => `${part} ${us}`)
  return [
    ...ops.map((op) => opFigure(size, op)),
    {
      workload: `list with total of ${size} records, ten users at once`,
      reached: `${tenUsersPerSecond} per s ${met(tenUsersPerSecond >= TEN_USERS_GOAL)}`,
      goal: `≥ ${TEN_USERS_GOAL} per s`,
      peers: PEERS.tenUsers,
      details: {},
    },
    {
      workload: `import up to ${size} records of 25 fields, each with history and words`,
      reached: `${filled.perSecond} per s ${met(filled.perSecond >= IMPORT_GOAL)}`,
      goal: `≥ ${IMPORT_GOAL} per s`,
      peers: PEERS.bulk,
      bounds: `CPU microseconds per record: ${cpu.join(', ')} (launcher: the process with the door)`,
      details: { rows: filled.rows },
    },
    {
      workload: `add a field to ${size} records`,
      reached: `${addFieldMs} ms ${met(addFieldMs <= ADD_FIELD_GOAL_MS)}`,
      goal: `≤ ${ADD_FIELD_GOAL_MS} ms`,
      peers: '–',
      details: {},
    },
  ]
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
