import type { ComponentToExecute } from '@caseloom/contract/assistant/assistant'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { AssistantDeps } from '../asking/assistant-deps.ts'
import { lockComponent, saveComponent } from './chat.store.ts'
import { asker } from '../asking/flags-gate.ts'

interface RunOffered {
  componentId: string
  inputValues: JsonObject
  confirmed: boolean
  statement?: string | undefined
  ip: string
}

/** Text of a component that was just started, as the specification words it. */
const STARTED = 'Component execution started.....'

/**
 * Runs an offered component as the user, who pressed Run. Throws component.confirm_first, statement.confirm_first,
 * inputs.invalid, assistant.component_over, right.missing, resource.not_found.
 */
export async function runOffered(
  deps: AssistantDeps,
  scope: TenantScope,
  actor: Actor,
  command: RunOffered,
): Promise<ComponentToExecute> {
  // Only a person can press Run; API tokens and other programs can't.
  if (actor.token !== undefined) throw fail('right.missing')
  const userId = await asker(deps, scope, actor)
  const { AiComponentExecution } = await deps.flags(scope.accountId)
  if (!AiComponentExecution) throw fail('resource.not_found')
  const component = await claim(scope, userId, command)
  const run = await deps
    .runComponent(scope, actor, {
      playbookId: component.playbookId,
      inputs: command.inputValues,
      confirmed: command.confirmed,
      statement: command.statement,
      ip: command.ip,
    })
    .catch(async (error: unknown) => {
      // Nothing was started: the card is as it was, and can be tried again.
      await scope.tx((tx) =>
        saveComponent(tx, { ...component, componentStatus: 'NotStarted', statusMessage: '' }),
      )
      throw error
    })
  const started = { ...component, run: { id: run.id, number: run.number } }
  await scope.tx(async (tx) => {
    await saveComponent(tx, started)
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'assistant.component_run',
      object: { kind: 'run', id: run.id, name: `${component.title} #${run.number}` },
      after: { playbookId: component.playbookId, inputs: command.inputValues },
      ip: command.ip,
    })
  })
  return started
}

/** If Run is pressed twice at the same time, only one press starts a run. */
function claim(scope: TenantScope, userId: string, command: RunOffered): Promise<ComponentToExecute> {
  return scope.tx(async (tx) => {
    const component = await openComponent(lockComponent(tx, userId, command.componentId))
    const claimed: ComponentToExecute = {
      ...component,
      inputValues: command.inputValues,
      componentStatus: 'InProgress',
      statusMessage: STARTED,
    }
    await saveComponent(tx, claimed)
    return claimed
  })
}

async function openComponent(found: Promise<ComponentToExecute | null>): Promise<ComponentToExecute> {
  const component = await found
  if (component === null) throw fail('resource.not_found')
  if (component.componentStatus !== 'NotStarted') throw fail('assistant.component_over')
  return component
}

/** Turns an offered component down. Throws assistant.component_over, resource.not_found. */
export async function cancelOffered(
  deps: AssistantDeps,
  scope: TenantScope,
  actor: Actor,
  componentId: string,
): Promise<ComponentToExecute> {
  const userId = await asker(deps, scope, actor)
  return scope.tx(async (tx) => {
    const component = await openComponent(lockComponent(tx, userId, componentId))
    const cancelled: ComponentToExecute = { ...component, componentStatus: 'Cancelled' }
    await saveComponent(tx, cancelled)
    return cancelled
  })
}
