import type { DeliveryView } from '@caseloom/contract/automation/automation'
import { loopText } from '../shared/loop-text.ts'
import type { Translate } from '../shared/translate.ts'

/** Why a delivery started no run, or why the run that it started failed. */
export function deliveryReason(
  t: Translate,
  { reason, loop, runError }: Pick<DeliveryView, 'reason' | 'loop' | 'runError'>,
): string | undefined {
  if (loop !== null) return [reason, loopText(t, loop)].filter(Boolean).join(': ')
  return reason ?? runError?.message
}
