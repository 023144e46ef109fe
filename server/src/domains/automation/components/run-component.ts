import type { RunSummary } from '@caseloom/contract/automation/automation'
import type { ComponentView } from '@caseloom/contract/automation/builder'
import { PlaybookId } from '@caseloom/contract/kernel/ids'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { Component } from '@caseloom/playbook/document'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { touchRecords } from '../gate/run-touch.store.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import { runById, runSummary } from '../runs/runs.read.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { type StartRunDeps, startRunIn } from '../runs/start-run.ts'
import { requireConfirmation } from '../statements/confirm-statement.ts'
import type { StatementDeps } from '../statements/statement.read.ts'
import { allComponents, componentById, type ComponentRow } from '../playbooks/component.store.ts'
import { readInputs } from './inputs.rules.ts'

/** Components of the tenant that the actor may run or call, by title. */
export async function listComponents(scope: TenantScope, actor: Actor): Promise<ComponentView[]> {
  const rows = await scope.read(allComponents)
  return rows.filter((row) => isSharedTo(actor, row.shared_with)).map((row) => componentView(row, actor))
}

function componentView(row: ComponentRow, actor: Actor): ComponentView {
  const { inputs } = row.document
  const isSchema = typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs)
  return {
    playbookId: PlaybookId.parse(row.id),
    key: row.key,
    title: row.title,
    description: row.description,
    version: row.version,
    inputs: isSchema ? inputs : { type: 'object', properties: {} },
    looksUp: [],
    ...optionsOf(row),
    can: { run: may(actor, 'playbook:run') },
  }
}

/** What the document says of the component; absent options are left out. */
export function optionsOf({ document }: ComponentRow) {
  const { looksUp, ...options } = Component.parse(document['component'])
  return { ...options, ...(looksUp === undefined ? {} : { looksUp }) }
}

export interface RunComponent {
  playbookId: string
  inputs: JsonObject
  confirmed: boolean
  /** The statement that the person confirms with this start. */
  statement?: string | undefined
  /** Records whose values are among the inputs. */
  about?: readonly TouchedRecord[]
  ip?: string
}

/**
 * Runs a component as the person who asks. Throws component.confirm_first, statement.confirm_first, inputs.invalid,
 * request.too_many, resource.not_found.
 */
export async function runComponent(
  deps: StartRunDeps & StatementDeps & { limits: HookLimits },
  scope: TenantScope,
  actor: Actor,
  command: RunComponent,
): Promise<RunSummary> {
  allow(actor, 'playbook:run')
  await deps.limits.allowAcceptance(scope)
  const { playbookId, confirmed, statement, about = [], ip } = command
  const { row, inputs } = await scope.read((tx) => readyToRun(tx, actor, command))
  if (optionsOf(row).confirm && !confirmed) throw fail('component.confirm_first')
  const { versionId } = await requireConfirmation(deps, scope, actor, { playbookId, statement, ip })
  return scope.tx(async (tx) => {
    const now = await readyToRun(tx, actor, command)
    if (now.row.version_id !== versionId)
      throw fail('dependency.unavailable', {
        detail: 'The component is being published. Try again.',
        retryAfter: 1,
      })
    const runId = await startRunIn(deps, tx, {
      playbookId,
      versionId,
      triggerKey: 'component',
      triggerKind: 'component',
      payload: { by: { id: actor.id, name: actor.name } },
      inputs,
      initiator: actor.id,
    })
    await touchRecords(
      tx,
      about.map((one) => ({ ...one, runId })),
    )
    const made = await runById(tx, runId)
    if (made === null) throw new Error('The new run is missing')
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'component.run',
      object: { kind: 'run', id: runId, name: `${row.title} #${made.number}` },
      ip: ip ?? null,
    })
    return runSummary(made)
  })
}

async function readyToRun(
  tx: TenantTx,
  actor: Actor,
  { playbookId, inputs: given }: RunComponent,
): Promise<{ row: ComponentRow; inputs: JsonObject }> {
  const row = await componentById(tx, playbookId)
  if (row === null || !isSharedTo(actor, row.shared_with)) throw fail('resource.not_found')
  const read = readInputs(row.document, given)
  if (!read.ok) throw fail('inputs.invalid', { issues: read.issues })
  return { row, inputs: read.inputs }
}
