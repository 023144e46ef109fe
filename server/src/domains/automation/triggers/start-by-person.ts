import { RunId } from '@caseloom/contract/kernel/ids'
import type { Started } from '@caseloom/contract/automation/triggers'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import { isStartedOnceBy } from '../intake/started-once.read.ts'
import type { TriggerRow } from '../intake/trigger.store.ts'
import {
  isCrowded,
  evaluateTriggerEvent,
  saveEvaluatedEvent,
  type SavedEvent,
  type TriggerEvent,
  type TriggerEventDeps,
} from '../deliveries/trigger-event.ts'

export interface PersonDeps extends TriggerEventDeps {
  limits: HookLimits
}

/**
 * Starts the run that a person asked for; judged again when the playbook was published meanwhile. Asked again for what
 * `once` names, it answers the run that this started before.
 */
export async function startByPerson(
  deps: PersonDeps,
  scope: TenantScope,
  find: () => Promise<TriggerRow>,
  occurrence: TriggerEvent,
): Promise<Started> {
  await deps.limits.allowAcceptance(scope)
  for (let turn = 0; turn < 3; turn += 1) {
    const row = await find()
    const judged = await evaluateTriggerEvent(deps, scope, row, occurrence)
    const [saved] = await scope.tx((tx) => saveEvaluatedEvent(deps, tx, [judged]))
    if (isCrowded(saved))
      throw fail('request.too_many', { detail: 'Too many runs are queued', retryAfter: 30 })
    const started = saved === undefined ? null : startedOf(saved)
    if (started !== null) return acceptedBefore(scope, started, occurrence.once)
  }
  throw fail('dependency.unavailable', {
    detail: 'The playbook is being published. Try again.',
    retryAfter: 1,
  })
}

async function acceptedBefore(scope: TenantScope, started: Started, once: string | null): Promise<Started> {
  if (started.outcome !== 'duplicate' || once === null) return started
  const { runId } = started
  const isOwn = await scope.read((tx) => isStartedOnceBy(tx, runId, once))
  return isOwn ? { outcome: 'accepted', runId } : started
}

function startedOf(saved: SavedEvent): Started | null {
  switch (saved.kind) {
    case 'accepted':
      return { outcome: 'accepted', runId: RunId.parse(saved.runId) }
    case 'duplicate':
      return { outcome: 'duplicate', runId: RunId.parse(saved.runId), reason: saved.reason }
    case 'filtered':
    case 'refused':
    case 'failed':
      return { outcome: saved.kind, reason: saved.reason }
    case 'stale':
      return null
    default:
      return saved satisfies never
  }
}
