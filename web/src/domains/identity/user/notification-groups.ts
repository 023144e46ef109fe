import type { NotificationKind } from '@caseloom/contract/identity/notification-choices'

type GroupKey = 'work' | 'clocks' | 'automation' | 'account'

/** Every kind in the order and under the headings in which people choose. */
export const NOTIFICATION_GROUPS: readonly { key: GroupKey; kinds: readonly NotificationKind[] }[] = [
  { key: 'work', kinds: ['assignment', 'mention', 'comment', 'task'] },
  { key: 'clocks', kinds: ['clock'] },
  {
    key: 'automation',
    kinds: ['approval', 'playbook', 'runFailed', 'intakeFailed', 'triggerOff', 'loopStopped'],
  },
  {
    key: 'account',
    kinds: ['signIn', 'securityChanged', 'accessChanged', 'licenseExpires', 'channelPaused'],
  },
]
