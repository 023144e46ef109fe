import { ON_CALL_LIMITS, type OnCallAway, type OnCallAwayInput } from '@caseloom/contract/identity/on-call'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { activeUsers } from './active-users.read.ts'
import { awayById, deleteAway, insertAway, openAway } from './on-call-away.store.ts'
import type { By, OnCallDeps } from './on-call-deps.ts'
import { publishOnCall } from './on-call.events.ts'
import { allowAway, awayView } from './on-call-view.ts'

const DAY = 86_400_000

/** Notes when someone is away, in all schedules of the tenant; throws right.missing, schedule.away_invalid. */
export async function addAway(
  { system }: Pick<OnCallDeps, 'system'>,
  scope: TenantScope,
  by: By,
  { userId, from, to, reason }: OnCallAwayInput,
): Promise<OnCallAway> {
  allow(by.actor, 'record:read')
  allowAway(by.actor, userId)
  const active = await activeUsers(system, scope, [userId])
  if (!active.has(userId)) throw invalid('userId', 'unknown_user', 'This person isn’t active in this tenant')
  return scope.tx(async (tx) => {
    if (Date.parse(to) <= tx.now.getTime()) throw invalid('to', 'in_past', 'The end must be in the future')
    if (Date.parse(to) - Date.parse(from) > ON_CALL_LIMITS.days * DAY)
      throw invalid('to', 'too_long', `A time away can last at most ${ON_CALL_LIMITS.days} days`)
    if ((await openAway(tx, userId)) >= ON_CALL_LIMITS.away)
      throw invalid('to', 'limit', `A person can have at most ${ON_CALL_LIMITS.away} times away`)
    const row = { id: newId(), user_id: userId, from_at: new Date(from), to_at: new Date(to), reason }
    await insertAway(tx, row)
    const change = { verb: 'updated', action: 'onCall.awayAdded', id: row.id, name: '' } as const
    await publishOnCall(tx, by, { ...change, after: row })
    return awayView(row, by.actor)
  })
}

/** Deletes a time away; throws resource.not_found, right.missing. */
export async function removeAway(scope: TenantScope, by: By, awayId: string): Promise<void> {
  allow(by.actor, 'record:read')
  await scope.tx(async (tx) => {
    const row = await awayById(tx, awayId)
    if (row === null) throw fail('resource.not_found')
    allowAway(by.actor, row.user_id)
    await deleteAway(tx, awayId)
    const change = { verb: 'updated', action: 'onCall.awayRemoved', id: row.id, name: '' } as const
    await publishOnCall(tx, by, { ...change, before: row })
  })
}

function invalid(name: string, code: string, message: string) {
  return fail('schedule.away_invalid', { issues: [{ path: ['body', name], code, message }] })
}
