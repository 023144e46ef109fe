import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { type ReaderView, readerView } from '../workflow/reader-view.ts'
import { unpackRun } from '../workflow/run-code.rules.ts'
import type { StoredRun } from '../workflow/workflow-runs.store.ts'
import { type ReadyWorkflow, workflowOf } from '../workflow/workflow-of.ts'
import { changedSomething, markOf, type RunMark } from './changed-something.rules.ts'
import { evaluatedWorkflow } from './whole-workflow.rules.ts'

/** The workflow of a revision, and what of it a reader may see of one record’s runs. */
export interface SeenWorkflow {
  /** The app as it was. */
  table: AppTable
  ready: ReadyWorkflow
  view: ReaderView
  /** With the rules that settings of fields stand for. */
  whole: ReturnType<typeof evaluatedWorkflow>
  /** IDs of the rules whose outcome the reader may see. */
  shown: ReadonlySet<string>
}

/** By revision: what one reader may see of the runs of one record. */
export type SeenRevisions = (revision: number) => Promise<SeenWorkflow | null>

/** Each revision is looked up once; null for one that is no longer stored. */
export function seenRevisions(
  deps: RecordsDeps,
  tx: TenantTx,
  { app, actor, recordId }: { app: AppTable; actor: Actor; recordId: string },
): SeenRevisions {
  const known = new Map<number, SeenWorkflow | null>()
  const lookUp = async (revision: number): Promise<SeenWorkflow | null> => {
    const then = await deps.apps.compiled(tx, app.id, false, revision)
    const ready = then === null ? null : await workflowOf(deps, tx, then)
    if (then === null || ready === null) return null
    const view = await readerView(tx, app, ready, { actor, recordId })
    const whole = evaluatedWorkflow(ready.workflow, ready.compiled, view.readable)
    return { table: then, ready, view, whole, shown: shownRules(ready, view, whole.absent) }
  }
  return async (revision) => {
    const found = known.get(revision)
    if (found !== undefined) return found
    const seen = await lookUp(revision)
    known.set(revision, seen)
    return seen
  }
}

function shownRules(
  { compiled }: ReadyWorkflow,
  { hidden }: ReaderView,
  absent: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set(
    compiled.rules.flatMap(({ placed: { rule, parent } }) => {
      const isHidden = hidden.has(rule.id) || (parent !== null && hidden.has(parent.rule.id))
      return isHidden || absent.has(rule.id) ? [] : [rule.id]
    }),
  )
}

/** Whether each of these runs, newest first, changed something that the reader may see; the last is compared with none. */
export async function changesOf(seen: SeenRevisions, runs: readonly StoredRun[]): Promise<boolean[]> {
  const marks: (RunMark | null)[] = []
  for (const run of runs) {
    const of = await seen(run.revision)
    marks.push(of === null ? null : markAt(run, of))
  }
  return marks.map((mark, at) => mark !== null && changedSomething(mark, marks[at + 1] ?? null))
}

function markAt({ run, set }: StoredRun, { ready, view, shown }: SeenWorkflow): RunMark {
  const order = ready.compiled.rules.map(({ placed }) => placed.rule.id)
  const reader = { isShown: (rule: string) => shown.has(rule), isReadable: view.readable }
  return markOf({ order, outcomes: unpackRun(run).outcomes, set }, reader)
}
