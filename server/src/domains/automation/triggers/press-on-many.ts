import type { JobView, Selection } from '@caseloom/contract/records/jobs'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Started } from '@caseloom/contract/automation/triggers'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { requireConfirmation } from '../statements/confirm-statement.ts'
import { type ButtonDeps, ButtonOptions, buttonOf, pressButton, requireOpenApp } from './buttons.ts'
import { checkInputs } from './check-inputs.ts'

interface ManyCommand {
  triggerId: string
  records: Selection
  inputs: JsonObject
  statement?: string | undefined
  ip?: string | undefined
  zone?: string | undefined
}

/** Begins the job; throws what keeps the actor from changing many records of the app. */
export type StartAction = (
  scope: TenantScope,
  actor: Actor,
  action: {
    appId: string
    records: Selection
    button: { id: string; label: string }
    inputs: JsonObject
    statement: string | null
    ip: string | undefined
    zone: string | undefined
  },
) => Promise<JobView>

/**
 * Begins to press a button for many records, as a job that decides for each of them again. Throws resource.not_found,
 * right.missing, app.archived, inputs.invalid, statement.confirm_first, field.unknown.
 */
export async function pressOnMany(
  deps: ButtonDeps & { startAction?: StartAction | undefined },
  scope: TenantScope,
  actor: Actor,
  { triggerId, records, inputs, statement, ip, zone }: ManyCommand,
): Promise<JobView> {
  allow(actor, 'playbook:run')
  allow(actor, 'record:bulk')
  const row = await buttonOf(scope, actor, triggerId)
  if (row.app_id === null || deps.startAction === undefined) throw fail('resource.not_found')
  // Before they confirm anything: a button of an app that they can't see doesn't exist for them.
  await requireOpenApp(deps, scope, actor, row.app_id)
  const { document } = await deps.versions.get(scope, row.version_id)
  const { label, askInputs } = ButtonOptions.parse(row.options)
  if (askInputs) checkInputs(document, inputs)
  const confirmation = { playbookId: row.playbook_id, statement, ip }
  await requireConfirmation(deps, scope, actor, confirmation)
  return deps.startAction(scope, actor, {
    appId: row.app_id,
    records,
    button: { id: row.id, label },
    inputs: askInputs ? inputs : {},
    statement: statement ?? null,
    ip,
    zone,
  })
}

export type PressForJob = (
  scope: TenantScope,
  actor: Actor,
  press: { buttonId: string; recordId: string; inputs: JsonObject; statement: string | null; once: string },
) => Promise<Started>

/** Presses a button for one record of a job. Throws as `pressButton` does. */
export function pressForJob(deps: ButtonDeps, ...[scope, actor, press]: Parameters<PressForJob>) {
  const { buttonId, statement, ...rest } = press
  const confirmed = statement === null ? {} : { statement }
  return pressButton(deps, scope, actor, { ...rest, ...confirmed, triggerId: buttonId })
}
