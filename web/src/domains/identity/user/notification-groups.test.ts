import { NOTIFICATION_KINDS } from '@caseloom/contract/identity/notification-choices'
import { expect, it } from 'vitest'
import { NOTIFICATION_GROUPS } from './notification-groups.ts'

it('shows every kind of notification once', () => {
  const shown = NOTIFICATION_GROUPS.flatMap(({ kinds }) => kinds)
  expect(shown.toSorted()).toEqual(NOTIFICATION_KINDS.toSorted())
})
