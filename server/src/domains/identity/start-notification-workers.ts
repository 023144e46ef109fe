import type { Background } from '../../platform/foundation/module.ts'
import type { Feed } from '../../platform/hubs/feed.ts'
import { startNoteDeliveries } from './notices/deliver-notes.ts'
import { type MessageDeps, startMessageDeliveries } from './notices/deliver-messages.ts'

/** Starts what takes notifications out of the product: emails that waited, and messages to channels. */
export function startNotificationWorkers(deps: MessageDeps, feed: Pick<Feed, 'onSignal'>): Background[] {
  const messages = startMessageDeliveries(deps)
  feed.onSignal(() => messages.wake(), ['notification.queued'])
  return [startNoteDeliveries(deps), messages]
}
