import type { ChatMessage, ComponentToExecute, getConversation } from '@caseloom/contract/assistant/assistant'
import { MessageId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { setTimeout as pause } from 'node:timers/promises'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import type { AssistantDeps } from '../asking/assistant-deps.ts'
import { forgetChat, forgetOldChats, messagesOf, readChat, saveComponent, wantStop } from './chat.store.ts'
import { asker } from '../asking/flags-gate.ts'

/** A longer conversation shows its newest messages. */
export const MAX_MESSAGES = 200

/** The user's own conversation; components that were running are brought up to date. */
export async function readConversation(
  deps: AssistantDeps,
  scope: TenantScope,
  actor: Actor,
): Promise<RouteReply<typeof getConversation>> {
  const userId = await asker(deps, scope, actor)
  const { chat, messages } = await scope.read(async (tx) => ({
    chat: await readChat(tx, userId),
    messages: await messagesOf(tx, userId, MAX_MESSAGES),
  }))
  await Promise.all(messages.map((message) => settle(deps, scope, actor, message)))
  const isUnderWay = (chat?.answering_until?.getTime() ?? 0) > Date.now()
  return {
    messages,
    answering: isUnderWay && typeof chat?.answering === 'string' ? MessageId.parse(chat.answering) : null,
  }
}

async function settle(
  deps: AssistantDeps,
  scope: TenantScope,
  actor: Actor,
  message: ChatMessage,
): Promise<void> {
  for (const [at, component] of message.components.entries())
    message.components[at] = await settled(deps, scope, actor, component)
}

/** A component with the current state of its run. */
export async function settled(
  deps: AssistantDeps,
  scope: TenantScope,
  actor: Actor,
  component: ComponentToExecute,
): Promise<ComponentToExecute> {
  if (component.componentStatus !== 'InProgress' || component.run === null) return component
  const run = await deps.runState(scope, actor, component.run.id)
  const after = outcomeOf(component, run)
  if (after !== component) await scope.tx((tx) => saveComponent(tx, after))
  return after
}

function outcomeOf(
  component: ComponentToExecute,
  run: Awaited<ReturnType<AssistantDeps['runState']>>,
): ComponentToExecute {
  if (run === null)
    return { ...component, componentStatus: 'Failure', statusMessage: 'The run is no longer retained' }
  switch (run.state) {
    case 'succeeded':
      return { ...component, componentStatus: 'Success', statusMessage: '' }
    case 'failed':
    case 'cancelled':
      return {
        ...component,
        componentStatus: 'Failure',
        statusMessage: run.error?.message ?? 'The run was canceled',
      }
    case 'queued':
    case 'running':
    case 'waiting':
      return component
    default:
      return run.state satisfies never
  }
}

/** Ends the user's conversation in this tenant. */
export async function endConversation(deps: AssistantDeps, scope: TenantScope, actor: Actor): Promise<void> {
  const userId = await asker(deps, scope, actor)
  await scope.tx((tx) => forgetChat(tx, userId))
}

/** Asks the answer under way to stop; what there is of it stays. */
export async function stopAnswer(deps: AssistantDeps, scope: TenantScope, actor: Actor): Promise<void> {
  const userId = await asker(deps, scope, actor)
  await scope.tx((tx) => wantStop(tx, userId))
}

const RETENTION_DAYS = 30
const BATCH = 500
const PAUSE_MS = 50

/** Forgets conversations that rested for thirty days; answers how many. */
export async function keepChats(system: SystemScope, days = RETENTION_DAYS): Promise<number> {
  let total = 0
  for (;;) {
    const gone = await system.tx((tx) =>
      forgetOldChats(tx, new Date(tx.now.getTime() - days * 86_400_000), BATCH),
    )
    total += gone
    if (gone < BATCH) return total
    await pause(PAUSE_MS)
  }
}
