import type { Channel } from '@caseloom/contract/identity/notification-channels'
import { IconBrandSlack, IconBrandTeams, IconWebhook } from '@tabler/icons-react'

const ICONS: Readonly<Record<Channel, typeof IconWebhook>> = {
  slack: IconBrandSlack,
  teams: IconBrandTeams,
  webhook: IconWebhook,
}

export function ChannelIcon({ channel }: { channel: Channel }) {
  const Icon = ICONS[channel]
  return <Icon size={16} stroke={1.6} aria-hidden />
}
