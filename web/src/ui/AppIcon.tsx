import type { Icon } from '@tabler/icons-react'
import {
  IconAlertTriangle,
  IconBolt,
  IconBox,
  IconBriefcase,
  IconBug,
  IconBuilding,
  IconClipboardList,
  IconCloud,
  IconDatabase,
  IconDeviceDesktop,
  IconFingerprint,
  IconFlag,
  IconKey,
  IconLock,
  IconMail,
  IconNetwork,
  IconServer,
  IconShield,
  IconTable,
  IconTag,
  IconTicket,
  IconUser,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'

const ICONS: Record<string, Icon> = {
  'alert-triangle': IconAlertTriangle,
  bolt: IconBolt,
  box: IconBox,
  briefcase: IconBriefcase,
  bug: IconBug,
  building: IconBuilding,
  'clipboard-list': IconClipboardList,
  cloud: IconCloud,
  database: IconDatabase,
  'device-desktop': IconDeviceDesktop,
  fingerprint: IconFingerprint,
  flag: IconFlag,
  key: IconKey,
  lock: IconLock,
  mail: IconMail,
  network: IconNetwork,
  server: IconServer,
  shield: IconShield,
  table: IconTable,
  tag: IconTag,
  ticket: IconTicket,
  user: IconUser,
  users: IconUsers,
  world: IconWorld,
}

/** Names of all icons that an app may have. */
export const APP_ICONS: readonly string[] = Object.keys(ICONS)

/** Unknown names render as a table. */
export function AppIcon({ name, size = 16 }: { name: string; size?: number }) {
  const Drawn = ICONS[name] ?? IconTable
  return <Drawn size={size} stroke={1.6} aria-hidden />
}
