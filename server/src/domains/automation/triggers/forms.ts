import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { FormView, OwnFormView } from '@caseloom/contract/automation/triggers'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { Throttle } from '../../../platform/http/throttle.ts'
import { allow } from '../../../platform/rights.ts'
import { sharedTrigger } from '../intake/shared-trigger.store.ts'
import { triggerByHook, type TriggerRow } from '../intake/trigger.store.ts'
import { openOwnStatement, requireConfirmation } from '../statements/confirm-statement.ts'
import type { StatementDeps } from '../statements/statement.read.ts'
import { schemaOf } from './buttons.ts'
import { checkInputs } from './check-inputs.ts'
import { type PersonDeps, startByPerson } from './start-by-person.ts'

export interface FormDeps extends PersonDeps, StatementDeps {
  /** Sendings of one network address to one form. */
  formThrottle: Throttle
}

const Options = z.object({
  heading: z.string(),
  text: z.string().optional(),
  audience: z.enum(['tenant', 'link']),
  thanks: z.string().optional(),
})

/** A form for the people of the tenant; throws resource.not_found. */
export async function readForm(
  deps: FormDeps,
  scope: TenantScope,
  actor: Actor,
  triggerId: string,
): Promise<OwnFormView> {
  allow(actor, 'tenant')
  const row = await formOf(scope, actor, triggerId)
  const statement = await openOwnStatement(deps, scope, actor, row.playbook_id)
  return { ...(await viewOf(deps, scope, row)), statement }
}

/** A form for anyone who has its address; throws resource.not_found. */
export async function readOpenForm(deps: FormDeps, scope: TenantScope, formKey: string): Promise<FormView> {
  return viewOf(deps, scope, await openFormOf(scope, formKey))
}

async function viewOf(deps: FormDeps, scope: TenantScope, row: TriggerRow): Promise<FormView> {
  const { heading, text } = Options.parse(row.options)
  const { document } = await deps.versions.get(scope, row.version_id)
  return { heading, text: text ?? null, inputs: schemaOf(document) }
}

/**
 * Starts the playbook with what a signed-in person filled in; one that acts with their permissions only after they
 * confirmed what it does. Throws inputs.invalid, statement.confirm_first, resource.not_found.
 */
export function answerForm(
  deps: FormDeps,
  scope: TenantScope,
  actor: Actor,
  command: { triggerId: string; inputs: JsonObject; statement?: string | undefined },
): Promise<{ thanks: string | null }> {
  allow(actor, 'tenant')
  const { triggerId, inputs, statement } = command
  const find = () => formOf(scope, actor, triggerId)
  return take(deps, scope, find, {
    inputs,
    by: { id: actor.id, name: actor.name },
    confirm: async ({ playbook_id: playbookId }) => {
      await requireConfirmation(deps, scope, actor, { playbookId, statement, isOwnOnly: true })
    },
  })
}

/** The same for an outsider, at most so often from one address; throws request.too_many, too. */
export async function answerOpenForm(
  deps: FormDeps,
  scope: TenantScope,
  command: { formKey: string; inputs: JsonObject; ip: string },
): Promise<{ thanks: string | null }> {
  const { formKey, inputs, ip } = command
  await deps.formThrottle.take(`${scope.tenantId} ${formKey} ${ip}`)
  return take(deps, scope, () => openFormOf(scope, formKey), {
    inputs,
    by: null,
    confirm: async () => undefined,
  })
}

interface Answer {
  inputs: JsonObject
  by: { id: string | null; name: string } | null
  /** Throws when the person has to confirm something first. */
  confirm: (row: TriggerRow) => Promise<void>
}

/** The sender of a form always gets the thank-you text: whether the playbook's condition matched stays private. */
async function take(
  deps: FormDeps,
  scope: TenantScope,
  find: () => Promise<TriggerRow>,
  { inputs, by, confirm }: Answer,
): Promise<{ thanks: string | null }> {
  const row = await find()
  const { document } = await deps.versions.get(scope, row.version_id)
  checkInputs(document, inputs)
  const confirmed = async () => {
    const found = await find()
    await confirm(found)
    return found
  }
  await startByPerson(deps, scope, confirmed, {
    payload: { by },
    inputs,
    initiator: by?.id ?? null,
    once: null,
    summary: by?.name ?? null,
  })
  return { thanks: Options.parse(row.options).thanks ?? null }
}

async function formOf(scope: TenantScope, actor: Actor, triggerId: string): Promise<TriggerRow> {
  return shown(await scope.read((tx) => sharedTrigger(tx, actor, triggerId)))
}

async function openFormOf(scope: TenantScope, formKey: string): Promise<TriggerRow> {
  const row = shown(await scope.read((tx) => triggerByHook(tx, formKey, 'form')))
  if (Options.parse(row.options).audience !== 'link') throw fail('resource.not_found')
  return row
}

function shown(row: TriggerRow | null): TriggerRow {
  if (row?.enabled !== true || row.kind !== 'form') throw fail('resource.not_found')
  return row
}
