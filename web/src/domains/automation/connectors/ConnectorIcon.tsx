import type { ConnectorIcon as ConnectorIconName } from '@caseloom/contract/automation/connectors'
import {
  IconApi,
  IconBellRinging,
  IconBrandGithub,
  IconBrandSlack,
  IconBrandTeams,
  IconBrandWindows,
  IconDatabaseSearch,
  IconDeviceDesktopAnalytics,
  IconFileSearch,
  type Icon,
  IconMail,
  IconPlug,
  IconRobot,
  IconShare,
  IconShieldExclamation,
  IconShieldSearch,
  IconTicket,
  IconUserShield,
  IconWorld,
  IconWorldSearch,
} from '@tabler/icons-react'

const ICONS: Readonly<Record<ConnectorIconName, Icon>> = {
  api: IconApi,
  'bell-ringing': IconBellRinging,
  'brand-github': IconBrandGithub,
  'brand-slack': IconBrandSlack,
  'brand-teams': IconBrandTeams,
  'brand-windows': IconBrandWindows,
  'database-search': IconDatabaseSearch,
  'device-desktop-analytics': IconDeviceDesktopAnalytics,
  'file-search': IconFileSearch,
  mail: IconMail,
  robot: IconRobot,
  share: IconShare,
  'shield-exclamation': IconShieldExclamation,
  'shield-search': IconShieldSearch,
  ticket: IconTicket,
  'user-shield': IconUserShield,
  world: IconWorld,
  'world-search': IconWorldSearch,
}

const isDrawn = (name: string): name is ConnectorIconName => Object.hasOwn(ICONS, name)

export function ConnectorIcon({ name }: { name: string }) {
  const Drawn = isDrawn(name) ? ICONS[name] : IconPlug
  return <Drawn size={18} stroke={1.6} aria-hidden />
}
