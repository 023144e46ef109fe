import { VICTIMS } from './killer.ts'
import type { Figures } from './trial.ts'

/** The figures of all trials as a table that fits a terminal. */
export function chaosTable(all: readonly Figures[]): string {
  const rows = all.map((figures) => {
    const { trial, runs, calls, kills, faults, judged, unanswered, knownAlready, seconds } = figures
    const killed = VICTIMS.map((victim) => kills.filter((kill) => kill.victim === victim).length)
    const repeats = [...judged.repeats].map(([victim, n]) => `${victim} ${n}`).join(' ')
    const accepting = kills.flatMap(({ at, acceptedAt }) => (acceptedAt === null ? [] : [acceptedAt - at]))
    const slowest = accepting.length === 0 ? '–' : `${Math.max(...accepting) / 1000} s`
    return {
      trial,
      runs,
      calls,
      'kills worker/web/engine/database': killed.join('/'),
      'faults injected':
        [...Map.groupBy(faults, (one) => one.fault)]
          .map(([name, all]) => `${name} ${all.length}`)
          .join(', ') || 0,
      lost: judged.lost,
      'wrong ends': judged.wrongEnds,
      'repeats in flight': repeats || 0,
      'sent again': `${unanswered} (${knownAlready} known)`,
      'accepts again within': slowest,
      seconds,
      faults: judged.faults.length,
    }
  })
  return rows
    .map((row) =>
      Object.entries(row)
        .map(([name, value]) => `${name.padEnd(34)} ${value}`)
        .join('\n'),
    )
    .join('\n\n')
}
