import type { ConnectorIcon as ConnectorIconName } from '@caseloom/contract/automation/connectors'
import {
  IconApi,
  IconBellRinging,
  IconBrandCloudflare,
  IconBrandGithub,
  IconBrandGitlab,
  IconBrandSlack,
  IconBrandTeams,
  IconBrandWindows,
  IconBug,
  IconDatabaseSearch,
  IconDeviceDesktopAnalytics,
  IconFileSearch,
  IconId,
  type Icon,
  IconMail,
  IconMessage,
  IconPlug,
  IconRadar,
  IconRobot,
  IconShare,
  IconShieldExclamation,
  IconShieldSearch,
  IconTicket,
  IconUserShield,
  IconVirus,
  IconWorld,
  IconWorldSearch,
} from '@tabler/icons-react'

const ICONS: Readonly<Record<ConnectorIconName, Icon>> = {
  api: IconApi,
  'bell-ringing': IconBellRinging,
  'brand-cloudflare': IconBrandCloudflare,
  'brand-github': IconBrandGithub,
  'brand-gitlab': IconBrandGitlab,
  'brand-slack': IconBrandSlack,
  'brand-teams': IconBrandTeams,
  'brand-windows': IconBrandWindows,
  bug: IconBug,
  'database-search': IconDatabaseSearch,
  'device-desktop-analytics': IconDeviceDesktopAnalytics,
  'file-search': IconFileSearch,
  id: IconId,
  mail: IconMail,
  message: IconMessage,
  radar: IconRadar,
  robot: IconRobot,
  share: IconShare,
  'shield-exclamation': IconShieldExclamation,
  'shield-search': IconShieldSearch,
  ticket: IconTicket,
  'user-shield': IconUserShield,
  virus: IconVirus,
  world: IconWorld,
  'world-search': IconWorldSearch,
}

const isDrawn = (name: string): name is ConnectorIconName => Object.hasOwn(ICONS, name)

export function ConnectorIcon({ name }: { name: string }) {
  const Drawn = isDrawn(name) ? ICONS[name] : IconPlug
  return <Drawn size={18} stroke={1.6} aria-hidden />
}
