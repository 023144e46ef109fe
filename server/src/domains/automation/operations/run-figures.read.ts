import { z } from 'zod'
import type { SystemScope } from '../../../platform/database/types.ts'

const StartsRow = z.object({
  waiting: z.string(),
  overdue: z.string(),
  oldest: z.number().nullable(),
  late: z.number().nullable(),
})

const StateRow = z.object({ state: z.string(), count: z.string() })

/** Open runs and waiting starts of the whole installation. */
export interface RunFigures {
  byState: ReadonlyMap<string, number>
  /** Starts that wait for the engine or for their turn, and the age of the oldest one. */
  starts: { waiting: number; overdue: number; oldestSeconds: number; overdueSeconds: number }
}

/** Counting further would cost more than the figure is worth. */
const LIMIT = 100_000
const OPEN_STATES = ['queued', 'running', 'waiting'] as const

/** Counts what is open, each up to 100,000. Overdue: the engine did not confirm the start at its first attempt. */
export async function runFigures(system: SystemScope): Promise<RunFigures> {
  const [runs, starts] = await Promise.all([
    system.ask(
      StateRow,
      `select state, count(*) as count
         from (select state from caseloom.run where state in ('queued', 'running', 'waiting') limit ${LIMIT}) as open
        group by state`,
    ),
    system.ask(
      StartsRow,
      `select count(*) as waiting, count(*) filter (where attempts > 0) as overdue,
              extract(epoch from now() - min(created_at))::float8 as oldest,
              extract(epoch from now() - min(created_at) filter (where attempts > 0))::float8 as late
         from (select attempts, created_at from caseloom.relay limit ${LIMIT}) as waiting`,
    ),
  ])
  const found = new Map(runs.map(({ state, count }) => [state, Number(count)]))
  const [row] = starts
  return {
    byState: new Map(OPEN_STATES.map((state) => [state, found.get(state) ?? 0])),
    starts: {
      waiting: Number(row?.waiting ?? 0),
      overdue: Number(row?.overdue ?? 0),
      oldestSeconds: Math.max(0, row?.oldest ?? 0),
      overdueSeconds: Math.max(0, row?.late ?? 0),
    },
  }
}
