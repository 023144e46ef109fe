import { RunId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Tried } from '@caseloom/contract/automation/triggers'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { traceCarrier } from '../../../platform/telemetry/tracing.ts'
import { type AcceptedDelivery, acceptSample, type AcceptDeliveryDeps } from '../hooks/accept-delivery.ts'
import { moveTrigger, triggerById, type TriggerRow } from '../intake/trigger.store.ts'
import { type PersonDeps, startByPerson } from './start-by-person.ts'

export type TryDeps = AcceptDeliveryDeps & PersonDeps

export interface TryCommand {
  triggerId: string
  payload: JsonValue
  headers: Readonly<Record<string, string>>
  ip?: string
}

/**
 * Fires a trigger now, for real and as the requesting user, who then can't approve what they started.
 * Throws trigger.off, request.invalid for a kind that is set off elsewhere, resource.not_found, request.too_many.
 */
export async function tryTrigger(
  deps: TryDeps,
  scope: TenantScope,
  actor: Actor,
  command: TryCommand,
): Promise<Tried> {
  allow(actor, 'playbook:build')
  const row = await published(scope, command.triggerId)
  const tried = await setOff(deps, scope, { actor, row, command })
  await scope.tx((tx) =>
    audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'trigger.tried',
      object: { kind: 'trigger', id: row.id, name: row.key },
      after: { outcome: tried.outcome },
      ip: command.ip ?? null,
    }),
  )
  return tried
}

async function published(scope: TenantScope, triggerId: string): Promise<TriggerRow> {
  const row = await scope.read((tx) => triggerById(tx, triggerId))
  if (row?.published !== true) throw fail('resource.not_found')
  if (!row.enabled) throw fail('trigger.off')
  return row
}

interface Trying {
  actor: Actor
  row: TriggerRow
  command: TryCommand
}

async function setOff(deps: TryDeps, scope: TenantScope, trying: Trying): Promise<Tried> {
  const { row } = trying
  switch (row.kind) {
    case 'webhook':
      return sendSample(deps, scope, trying)
    case 'schedule':
      return startNow(deps, scope, trying)
    case 'poll':
      return askNow(scope, row)
    case 'mail':
      return row.options['via'] === 'imap' ? askNow(scope, row) : elsewhere(row)
    case 'record':
    case 'button':
    case 'form':
    case 'failure':
      return elsewhere(row)
    default:
      return row.kind satisfies never
  }
}

function elsewhere({ kind }: TriggerRow): never {
  throw fail('request.invalid', { detail: `Triggers of the type ${kind} can’t be fired manually` })
}

async function sendSample(
  deps: TryDeps,
  scope: TenantScope,
  { actor, row, command }: Trying,
): Promise<Tried> {
  const { payload, headers } = command
  try {
    const taken = await acceptSample(deps, scope, {
      hookKey: row.hook_key,
      body: Buffer.from(JSON.stringify(payload)),
      headers: { ...headers, 'content-type': 'application/json' },
      query: {},
      ...(actor.id === null ? {} : { initiator: actor.id }),
    })
    return outcomeOf(deps, scope, taken)
  } catch (error) {
    // The log shows it with its reason, which is enough for the user.
    if (!isFailure(error, 'hook.bad_payload')) throw error
    return { outcome: 'failed', reason: error.message }
  }
}

function outcomeOf(deps: TryDeps, scope: TenantScope, taken: AcceptedDelivery): Tried {
  if (taken.kind === 'filtered') return { outcome: 'filtered', reason: taken.reason }
  const runId = RunId.parse(taken.runId)
  if (taken.kind === 'duplicate') return { outcome: 'duplicate', runId, reason: taken.reason }
  if (taken.done === null && taken.admitted) {
    const trace = traceCarrier()
    const start = { tenantId: scope.tenantId, runId, recorded: 0, ...(trace === undefined ? {} : { trace }) }
    void deps.relay.start(taken.relayId, start)
  }
  return { outcome: 'accepted', runId }
}

function startNow(deps: TryDeps, scope: TenantScope, { actor, command }: Trying): Promise<Tried> {
  const at = new Date().toISOString()
  return startByPerson(deps, scope, () => published(scope, command.triggerId), {
    payload: { scheduledAt: at },
    initiator: actor.id,
    once: null,
    summary: `${at} · ${actor.name}`,
  })
}

/** The worker checks what is due each second; a reported fault doesn't delay it. */
async function askNow(scope: TenantScope, { id }: TriggerRow): Promise<Tried> {
  await scope.tx(async (tx) => {
    const row = await triggerById(tx, id, true)
    if (row?.enabled === true) await moveTrigger(tx, { ...row, due_at: tx.now })
  })
  return { outcome: 'asking' }
}
