import { RunState } from '@caseloom/contract/automation/automation'
import type { ReplayLine } from '@caseloom/contract/automation/builder'
import { DeliveryId, RunId } from '@caseloom/contract/kernel/ids'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { StoredSpec } from '../registry/stored-spec.ts'
import type { Replayed } from '../expressions/messages.ts'
import { OverLimit } from '../expressions/thread-pool.ts'
import { isOpenRun } from '../gate/run-gate.ts'
import { getPlaybookRow } from '../playbooks/playbook.store.ts'
import { underDocument } from '../playbooks/playbook-document.rules.ts'
import { problemsOf } from '../publishing/playbooks.read.ts'
import { runInputOf, NO_PAYLOAD, storedBytes, storedJson } from '../run-model/run-input.ts'
import { eventOf } from '../run-model/run-entry.ts'
import { entriesOf, runRow } from '../run-model/run.store.ts'
import { MAX_SCRIPTS, runScript, withScripts } from '../saved-tests/run-scripts.ts'
import type { TestDeps } from './test-playbook.ts'

type Line = z.infer<typeof ReplayLine>

export interface Replay {
  playbookId: string
  document: JsonObject
  last: number
}

/**
 * Replays the last runs of a playbook with a draft, without any effect, and returns what would differ. Runs with
 * records that the actor may not read are left out. Throws playbook.invalid, resource.not_found.
 */
export async function replayTriggers(
  deps: TestDeps,
  scope: TenantScope,
  actor: Actor,
  { playbookId, document, last }: Replay,
): Promise<Line[]> {
  allow(actor, 'run:data')
  const runs = await scope.read(async (tx) => {
    await getPlaybookRow(tx, playbookId)
    return lastRuns(tx, playbookId, last)
  })
  const issues = await problemsOf(deps, scope, document)
  if (issues.length > 0) throw fail('playbook.invalid', { issues: underDocument(issues) })
  const actions = (await deps.connectors?.catalog.specsFor(scope, document)) ?? []
  const lines: Line[] = []
  for (const run of runs) {
    const line = await replayOne(deps, scope, actor, { run, draft: { document, actions } })
    if (line !== null) lines.push(line)
  }
  return lines
}

const PastRun = z.object({
  id: z.string(),
  number: z.string(),
  state: RunState,
  created_at: z.date(),
  delivery_id: z.string().nullable(),
  trigger_key: z.string(),
})
type PastRun = z.infer<typeof PastRun>

function lastRuns(tx: TenantTx, playbookId: string, last: number): Promise<PastRun[]> {
  return tx.rows(
    PastRun,
    `select id, number, state, created_at, delivery_id, trigger_key from caseloom.run
      where tenant_id = $1 and playbook_id = $2 and not test and state in ('succeeded', 'failed', 'cancelled')
      order by id desc limit $3`,
    [tx.tenantId, playbookId, last],
  )
}

interface Again {
  run: PastRun
  draft: { document: JsonObject; actions: readonly StoredSpec[] }
}

async function replayOne(
  deps: TestDeps,
  scope: TenantScope,
  actor: Actor,
  { run, draft }: Again,
): Promise<Line | null> {
  if (!(await isOpenRun(deps, scope, actor, run.id))) return null
  const replayed = await replay(deps, scope, actor, { run, draft })
  if (replayed === null) return null
  const differences = replayed.differences.map(({ action, ...rest }) => masked(deps, action, rest))
  return {
    deliveryId: run.delivery_id === null ? null : DeliveryId.parse(run.delivery_id),
    run: {
      id: RunId.parse(run.id),
      number: Number(run.number),
      state: run.state,
      at: run.created_at.toISOString(),
    },
    draft: { state: replayed.state, error: replayed.error },
    same: differences.length === 0 && replayed.state === run.state,
    differences,
  }
}

type Shown = Omit<Replayed['differences'][number], 'action'>

/** Credentials that stand in a step's input are for the other side only. */
function masked(deps: TestDeps, action: string, difference: Shown): Shown {
  const { what, before, draft } = difference
  const mask = deps.actions.get(action)?.masked
  if (mask === undefined || (what !== 'input' && what !== 'needs-effect')) return difference
  const hide = (value: JsonValue) => (typeof value === 'string' ? '•••' : mask(value))
  return { ...difference, before: hide(before), draft: hide(draft) }
}

async function replay(
  deps: TestDeps,
  scope: TenantScope,
  actor: Actor,
  { run, draft }: Again,
): Promise<Replayed | null> {
  const row = await scope.read((tx) => runRow(tx, run.id))
  if (row === null) return null
  const version = await deps.versions.get(scope, row.version_id)
  const { body, past } = await scope.read(async (tx) => {
    const { payload, payload_ref: ref } = row
    const stored = (await entriesOf(tx, run.id)).flatMap((entry) => entry.events)
    return {
      body: payload ?? (ref === null ? NO_PAYLOAD : await storedBytes(deps.values, tx, ref)),
      past: await Promise.all(
        stored.map((event) => eventOf(event, (big) => storedJson(deps.values, tx, big))),
      ),
    }
  })
  const basis = runInputOf(row, body)
  const given = { document: version.document, draft, basis, triggerKey: run.trigger_key, past }
  try {
    const replayed = await withScripts((computed) => deps.expressions.replay({ ...given, computed }), {
      perform: async (command) => ({
        ...(await runScript(deps, scope, actor, command)),
        at: run.created_at.getTime(),
      }),
    })
    if (replayed.complete) return replayed.answer
    const message = `The draft runs more than ${MAX_SCRIPTS} scripts that the run didn’t`
    return { ...replayed.answer, state: 'unknown', error: { code: 'expression.limit', message } }
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error
    const reason = { code: 'expression.limit', message: error.message }
    return { state: 'unknown' as const, error: reason, before: null, differences: [], scripts: [] }
  }
}
