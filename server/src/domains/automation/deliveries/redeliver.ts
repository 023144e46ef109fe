// A stored delivery is given to its trigger once more, after the playbook was fixed.
import type { Redelivered } from '@caseloom/contract/automation/redelivery'
import { DeliveryId, RunId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { inputsAtStart } from '../components/inputs.rules.ts'
import type { RunBasis } from '../expressions/messages.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import type { Acceptance } from '../intake/delivery.store.ts'
import type { DeliveryLine } from '../intake/delivery-log.store.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import { triggerById, type TriggerRow } from '../intake/trigger.store.ts'
import { copyBytes, NO_PAYLOAD, storedBytes } from '../run-model/run-input.ts'
import { StoredRequest } from '../run-model/run.store.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { sharedWithOf } from '../sharing/sharing.store.ts'
import { requireConfirmation } from '../statements/confirm-statement.ts'
import type { StatementDeps } from '../statements/statement.read.ts'
import { originOf } from './deliveries.read.ts'
import { acceptanceOf, evaluateDelivery, logLine, RETAINED_OUTPUT, retained } from './evaluate-delivery.ts'
import { redeliverBlock } from './redelivery.rules.ts'
import { markRedelivered, type StoredDelivery, storedDelivery, takeDedupKey } from './redelivery.store.ts'
import { readableDeliveries } from './see-deliveries.ts'
import { saveEvaluatedEvent, type SavedEvent, type TriggerEventDeps } from './trigger-event.ts'

export type RedeliverDeps = TriggerEventDeps & GateDeps & StatementDeps & { limits: HookLimits }

interface Redelivery {
  stored: StoredDelivery
  actor: Actor
  ip: string | null
}

/**
 * Gives a stored delivery to its trigger again, as the version decides that is published now. The caller can read all of
 * its data and counts as a person behind the run, as for a rerun. Throws delivery.not_redeliverable, trigger.off,
 * statement.confirm_first, right.missing, request.too_many, resource.not_found.
 */
export async function redeliver(
  deps: RedeliverDeps,
  scope: TenantScope,
  actor: Actor,
  command: { deliveryId: string; statement?: string | undefined; ip?: string },
): Promise<Redelivered> {
  const { deliveryId, statement, ip } = command
  allow(actor, 'playbook:run')
  allow(actor, 'run:data')
  const stored = await redeliverable(deps, scope, actor, deliveryId)
  await deps.limits.allowAcceptance(scope, stored.size)
  if (stored.initiator !== null) {
    const { playbook_id: playbookId } = stored
    await requireConfirmation(deps, scope, actor, { playbookId, statement, isOwnOnly: true, ip })
  }
  for (let turn = 0; turn < 3; turn += 1) {
    const done = await attempt(deps, scope, { stored, actor, ip: ip ?? null })
    if (done !== null) return done
  }
  throw fail('dependency.unavailable', {
    detail: 'The playbook is being published. Try again.',
    retryAfter: 1,
  })
}

async function redeliverable(
  deps: RedeliverDeps,
  scope: TenantScope,
  actor: Actor,
  deliveryId: string,
): Promise<StoredDelivery> {
  const { stored, isShared } = await scope.read(async (tx) => {
    const found = await storedDelivery(tx, deliveryId)
    if (found === null) throw fail('resource.not_found')
    return { stored: found, isShared: isSharedTo(actor, await sharedWithOf(tx, found.playbook_id)) }
  })
  const line = { ...originOf(stored), runId: stored.run_id }
  const isReadable = await readableDeliveries(deps, scope, actor, [line])
  const { kind, outcome, initiator, enabled: isOn } = stored
  const facts = { kind, outcome, initiator, isOn, isStored: stored.request !== null }
  const block = redeliverBlock(actor, facts, { isShared, isSeen: isReadable(line) })
  switch (block) {
    case null:
      return stored
    case 'permission':
      throw fail('right.missing', { detail: 'This playbook isn’t shared with you' })
    case 'hidden':
      throw fail('right.missing', {
        detail: 'You don’t have permission to read everything in this delivery or its run',
      })
    case 'initiator':
      throw fail('right.missing', {
        detail: 'The run of this delivery acted as the person who started it. Only they can redeliver it.',
      })
    case 'off':
      throw fail('trigger.off')
    case 'kind':
      throw fail('delivery.not_redeliverable', { detail: 'Deliveries of this kind can’t be redelivered' })
    case 'duplicate':
      throw fail('delivery.not_redeliverable', {
        detail: 'This is a duplicate. Redeliver the first delivery.',
      })
    case 'not_stored':
      throw fail('delivery.not_redeliverable', { detail: 'The payload of this delivery isn’t stored' })
    default:
      return block satisfies never
  }
}

/** One evaluation by the published version; null when that changed meanwhile. */
async function attempt(
  deps: RedeliverDeps,
  scope: TenantScope,
  redelivery: Redelivery,
): Promise<Redelivered | null> {
  const { stored } = redelivery
  const row = await scope.read((tx) => triggerById(tx, stored.trigger_id))
  if (row?.enabled !== true) throw fail('trigger.off')
  const found = await evaluate(deps, scope, row, redelivery)
  return scope.tx(async (tx) => {
    if (found.kind === 'line') {
      const [saved] = await saveEvaluatedEvent(deps, tx, [found])
      return settle(tx, redelivery, row, { saved, deliveryId: found.line.id })
    }
    const { item } = found
    // The key may have been used: this run is wanted all the same.
    const run = { kind: 'run' as const, item: { ...item, dedupHash: null }, about: [] }
    const from = stored.run_id ?? undefined
    const [saved] = await saveEvaluatedEvent(deps, tx, [{ ...run, from }])
    if (saved?.kind === 'accepted') await takeDedupKey(tx, item)
    return settle(tx, redelivery, row, { saved, deliveryId: item.deliveryId })
  })
}

type Found = { kind: 'run'; item: Acceptance } | { kind: 'line'; line: DeliveryLine }

async function evaluate(
  deps: RedeliverDeps,
  scope: TenantScope,
  row: TriggerRow,
  { stored, actor }: Redelivery,
): Promise<Found> {
  const version = await deps.versions.get(scope, row.version_id)
  const { body, received } = await receivedAgain(deps, scope, { stored, actor })
  const inputs = inputsAtStart(version.document)
  const at = Date.now()
  const basis: RunBasis = {
    versionId: version.id,
    run: { id: newId(), startedAt: at },
    tenant: { id: scope.tenantId },
    received: { ...received, ...(Object.keys(inputs).length === 0 ? {} : { inputs }), receivedAt: at },
  }
  const question = { document: version.document, basis, triggerKey: row.key, outputLimit: RETAINED_OUTPUT }
  const judgement = await evaluateDelivery(deps, question)
  if (judgement.kind === 'match') {
    const summary = row.kind === 'webhook' ? judgement.summary : stored.summary
    const matched = { row, body, basis, judgement: { ...judgement, summary }, initiator: stored.initiator }
    return { kind: 'run', item: await acceptanceOf(deps, scope, matched) }
  }
  const isFiltered = judgement.kind === 'filtered'
  const outcome = judgement.kind === 'unreadable' ? 'refused' : judgement.kind
  const reason = isFiltered ? judgement.reason : judgement.message
  const summary = isFiltered && row.kind === 'webhook' ? judgement.summary : stored.summary
  const line = logLine(row, body.length, {
    outcome,
    reason,
    summary,
    received: retained(basis.received, body),
  })
  return { kind: 'line', line }
}

/** What was received, without what names it once and for all; who redelivers it counts as a person behind it. */
async function receivedAgain(
  deps: RedeliverDeps,
  scope: TenantScope,
  { stored, actor }: Pick<Redelivery, 'stored' | 'actor'>,
): Promise<{ body: Buffer; received: Omit<RunBasis['received'], 'receivedAt' | 'inputs'> }> {
  const { request, payload, payload_ref: ref } = stored
  const { headers, query, kind, by = [] } = StoredRequest.parse(request)
  const body =
    payload ?? (ref === null ? NO_PAYLOAD : await scope.read((tx) => storedBytes(deps.values, tx, ref)))
  const behind = [...new Set([...by, ...(actor.id === null ? [] : [actor.id])])]
  return {
    body,
    received: { ...(kind === undefined ? {} : { kind }), by: behind, headers, query, body: copyBytes(body) },
  }
}

interface Settled {
  saved: SavedEvent | undefined
  deliveryId: string
}

async function settle(
  tx: TenantTx,
  { stored, actor, ip }: Redelivery,
  row: TriggerRow,
  { saved, deliveryId }: Settled,
): Promise<Redelivered | null> {
  if (saved === undefined || saved.kind === 'stale' || saved.kind === 'duplicate') return null
  await markRedelivered(tx, { id: deliveryId, of: stored.id, by: actor.name })
  const isRun = saved.kind === 'accepted'
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action: isRun ? 'run.redelivered' : 'delivery.redelivered',
    object: isRun
      ? { kind: 'run', id: saved.runId, name: row.key }
      : { kind: 'delivery', id: deliveryId, name: row.key },
    after: { redeliveryOf: stored.id, outcome: saved.kind },
    ip,
  })
  const id = DeliveryId.parse(deliveryId)
  if (saved.kind === 'accepted')
    return { outcome: 'accepted', deliveryId: id, runId: RunId.parse(saved.runId) }
  return { outcome: saved.kind, deliveryId: id, reason: saved.reason }
}
