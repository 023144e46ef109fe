import { readdirSync, readFileSync } from 'node:fs'
import { round } from './statistics.ts'

const TICKS_PER_SECOND = 100

export interface Usage {
  cpuSeconds: number
  /** Proportional set size of all processes: shared memory counts once. */
  pssMiB: number
  processes: number
}

/** CPU time and memory of a process and all its descendants, ended children included as far as they were waited for. */
export function usage(root: number): Usage {
  const tree = processesBelow(root)
  return {
    cpuSeconds: tree.reduce((sum, { cpu }) => sum + cpu, 0),
    pssMiB: round(
      tree.reduce((sum, { pid }) => sum + pssOf(pid), 0),
      0,
    ),
    processes: tree.length,
  }
}

function processesBelow(root: number): { pid: number; cpu: number }[] {
  const parents = new Map<number, { parent: number; cpu: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = read(`/proc/${name}/stat`)
    if (stat === '') continue
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const cpu = [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0) / TICKS_PER_SECOND
    parents.set(Number(name), { parent: fields[1] ?? 0, cpu })
  }
  return [...parents].filter(([pid]) => isBelow(pid, root, parents)).map(([pid, { cpu }]) => ({ pid, cpu }))
}

/** CPU milliseconds of a piece of work: over all processes of the product, and by its parts. */
export interface Cost {
  cpuMs: number
  byPart: Record<string, number>
}

/** Measures what a piece of work costs the product. */
export async function cpuOf<T>(root: number, work: () => Promise<T>): Promise<{ result: T } & Cost> {
  const before = cpuByPart(root)
  const result = await work()
  const after = cpuByPart(root)
  const byPart = Object.fromEntries(
    Object.entries(after).map(([part, cpu]) => [part, (cpu - (before[part] ?? 0)) * 1000]),
  )
  return { result, cpuMs: Object.values(byPart).reduce((sum, cpu) => sum + cpu, 0), byPart }
}

/** What bounds a workload, in words: CPU per run by part, and how many cores were busy. */
export function boundsOf(cost: Cost, runs: number, wallMs: number): string {
  const parts = Object.entries(cost.byPart)
    .filter(([, cpu]) => cpu > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([part, cpu]) => `${part} ${round(cpu / Math.max(1, runs))}`)
  return `${parts.join(', ')} CPU-ms per run; ${round(cost.cpuMs / wallMs, 2)} cores busy`
}

function cpuByPart(root: number): Record<string, number> {
  const parts: Record<string, number> = {}
  for (const { pid, cpu } of processesBelow(root)) {
    const part = partOf(pid)
    parts[part] = (parts[part] ?? 0) + cpu
  }
  return parts
}

/** Proportional set size in MiB by part of the product. */
export function memoryByPart(root: number): Record<string, number> {
  const parts: Record<string, number> = {}
  for (const { pid } of processesBelow(root)) {
    const part = partOf(pid)
    parts[part] = (parts[part] ?? 0) + pssOf(pid)
  }
  return Object.fromEntries(Object.entries(parts).map(([part, mib]) => [part, round(mib, 0)]))
}

function partOf(pid: number): string {
  const command = read(`/proc/${pid}/cmdline`)
  if (command.includes('restate-server')) return 'engine'
  if (command.includes('postgres')) return 'database'
  return /(?:^|\0)CASELOOM_ROLE=(\w+)/.exec(read(`/proc/${pid}/environ`))?.[1] ?? 'launcher'
}

function isBelow(pid: number, root: number, parents: Map<number, { parent: number }>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at !== 0; at = parents.get(at)?.parent) {
    if (at === root) return true
  }
  return false
}

function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
