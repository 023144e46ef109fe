import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { workflowCoverage } from '@caseloom/contract/apps/workflow-runs'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import type { Say } from '../../../../field-types/field-type.ts'
import { formatCount } from '../../../../ui/time.ts'
import type { PlacedProblem } from './placed-problems.ts'
import { entriesOf } from './workflow-tree.ts'

export type Coverage = RouteReply<typeof workflowCoverage>

/** How many records took a rule; null for one that was never published, and while nothing was saved. */
export function takenOf(coverage: Coverage | null, rule: string): number | null {
  return coverage === null || coverage.records === 0 ? null : (coverage.rules[rule] ?? null)
}

/** With fewer records, a rule that none took says little. */
const ENOUGH_RECORDS = 100

/** Enabled rules that no record took, as problems of the workflow. */
export function neverTaken(workflow: Workflow, coverage: Coverage | null, t: Say): PlacedProblem[] {
  if (coverage === null || coverage.records < ENOUGH_RECORDS) return []
  const { days, records } = coverage
  const message = t('coverage.problem', { count: records, records: formatCount(records), days })
  const never = new Set<string>(coverage.never)
  const entries = entriesOf(workflow)
  const isOff = (id: string): boolean => {
    const entry = entries.get(id)
    return entry !== undefined && entry.kind !== 'branch' && entry.item.off === true
  }
  return [...entries].flatMap(([id, entry]) =>
    entry.kind === 'rule' && never.has(id) && ![id, ...entry.path].some(isOff)
      ? [
          {
            item: id,
            severity: 'warning' as const,
            code: 'branch_never_taken',
            message,
          },
        ]
      : [],
  )
}
