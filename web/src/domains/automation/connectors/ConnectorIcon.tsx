import {
  IconAlertTriangle,
  IconApi,
  IconBell,
  IconBrandAws,
  IconBrandAzure,
  IconBrandGithub,
  IconBrandOffice,
  IconBrandSlack,
  IconBrandTeams,
  IconBug,
  type Icon,
  IconMail,
  IconPlug,
  IconRobot,
  IconSearch,
  IconShield,
  IconTicket,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'

const ICONS: Readonly<Record<string, Icon>> = {
  'alert-triangle': IconAlertTriangle,
  api: IconApi,
  bell: IconBell,
  'brand-aws': IconBrandAws,
  'brand-azure': IconBrandAzure,
  'brand-github': IconBrandGithub,
  'brand-office': IconBrandOffice,
  'brand-slack': IconBrandSlack,
  'brand-teams': IconBrandTeams,
  bug: IconBug,
  mail: IconMail,
  robot: IconRobot,
  search: IconSearch,
  shield: IconShield,
  ticket: IconTicket,
  users: IconUsers,
  world: IconWorld,
}

/** The icon that a connector names; a plug for those that are not drawn here. */
export function ConnectorIcon({ name }: { name: string }) {
  const Drawn = ICONS[name] ?? IconPlug
  return <Drawn size={18} stroke={1.6} aria-hidden />
}
