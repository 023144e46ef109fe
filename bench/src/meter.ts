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
  const tree = [...parents.keys()].filter((pid) => isBelow(pid, root, parents))
  return {
    cpuSeconds: tree.reduce((sum, pid) => sum + (parents.get(pid)?.cpu ?? 0), 0),
    pssMiB: round(
      tree.reduce((sum, pid) => sum + pssOf(pid), 0),
      0,
    ),
    processes: tree.length,
  }
}

/** Measures what a piece of work costs in CPU milliseconds over all processes of the product. */
export async function cpuOf<T>(root: number, work: () => Promise<T>): Promise<{ result: T; cpuMs: number }> {
  const before = usage(root).cpuSeconds
  const result = await work()
  return { result, cpuMs: (usage(root).cpuSeconds - before) * 1000 }
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
