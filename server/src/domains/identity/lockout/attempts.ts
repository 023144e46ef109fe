// Limits on failed sign-ins, and how a locked person gets in again.
import type { Throttle } from '../../../platform/http/throttle.ts'
import { isFailure } from '../../../platform/errors.ts'
import { deviceHash, knowsDevice } from '../sessions/device.store.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { notifyLocked } from './lockout.ts'
import type { Origin } from '../sessions/session.store.ts'
import { sourceOf } from '../../../platform/http/source.rules.ts'

/** Two counters: of one person from one source or device, and of one person from all sources that no one knows. */
export interface AttemptLimits {
  narrow: Throttle
  wide: Throttle
  /** Locks no sign-in: no one is notified. */
  quiet?: true
}
export interface Attempt {
  who: { emailKey: string } | { personId: string }
  origin: Origin
}

/**
 * Counts an attempt at a person's sign-in; answers how to give it back when it was a good one. Strangers can use up
 * their own source and the person's wide limit, never a device that the person signed in with before.
 * @throws request.too_many
 */
export async function takeAttempt(
  deps: Pick<IdentityDeps, 'system' | 'throttles' | 'publicUrl'>,
  { narrow, wide, quiet }: AttemptLimits,
  { who, origin }: Attempt,
): Promise<() => Promise<void>> {
  const key = 'emailKey' in who ? who.emailKey : who.personId
  const device = origin.device ?? null
  const isKnown = device !== null && (await deps.system.read((tx) => knowsDevice(tx, device, who)))
  const from = isKnown
    ? `device ${deviceHash(device).toString('base64url')}`
    : `source ${sourceOf(origin.ip)}`
  await narrow.take(`${key}\n${from}`)
  if (!isKnown) {
    try {
      await wide.take(key)
    } catch (error) {
      if (quiet !== true && isFailure(error, 'request.too_many')) await notifyLocked(deps, who, origin)
      throw error
    }
  }
  return async () => {
    await Promise.all([narrow.giveBack(`${key}\n${from}`), ...(isKnown ? [] : [wide.giveBack(key)])])
  }
}
