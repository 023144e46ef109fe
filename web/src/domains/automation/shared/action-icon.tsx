import type { Icon } from '@tabler/icons-react'
import {
  IconAlertTriangle,
  IconArrowMerge,
  IconArrowsSplit,
  IconArrowsSplit2,
  IconBell,
  IconCalendarTime,
  IconClock,
  IconCloudDown,
  IconCode,
  IconDatabase,
  IconDatabaseEdit,
  IconDatabaseImport,
  IconDatabasePlus,
  IconDatabaseSearch,
  IconFile,
  IconFilter,
  IconFingerprint,
  IconFlask,
  IconForms,
  IconHandClick,
  IconHourglass,
  IconKey,
  IconMail,
  IconMailOpened,
  IconPackage,
  IconPlayerStop,
  IconPuzzle,
  IconRepeat,
  IconRotateClockwise,
  IconSettings,
  IconSparkles,
  IconTable,
  IconShieldCheck,
  IconTextCaption,
  IconTransform,
  IconUserCheck,
  IconWebhook,
  IconWorld,
} from '@tabler/icons-react'

const ICONS: Record<string, Icon> = {
  'code.script': IconCode,
  'flow.forEach': IconRepeat,
  'flow.repeat': IconRotateClockwise,
  'flow.try': IconShieldCheck,
  'flow.parallel': IconArrowsSplit,
  'flow.call': IconPackage,
  'flow.stop': IconPlayerStop,
  'flow.waitEvent': IconHourglass,
  'flow.waitCondition': IconHourglass,
  'mail.send': IconMail,
  'notify.users': IconBell,
  'notify.webhook': IconWebhook,
  'human.form': IconForms,
  schedule: IconCalendarTime,
  record: IconDatabaseImport,
  button: IconHandClick,
  form: IconForms,
  mail: IconMailOpened,
  poll: IconCloudDown,
  failure: IconAlertTriangle,
  'data.transform': IconTransform,
  'data.filter': IconFilter,
  'data.template': IconTextCaption,
  'flow.switch': IconArrowsSplit2,
  'flow.wait': IconHourglass,
  'http.request': IconWorld,
  'record.create': IconDatabasePlus,
  'record.upsert': IconDatabaseEdit,
  'record.update': IconDatabaseEdit,
  'record.get': IconDatabase,
  'record.search': IconDatabaseSearch,
  'record.merge': IconArrowMerge,
  webhook: IconWebhook,
  // Panels without a step.
  settings: IconSettings,
  test: IconFlask,
}

const GROUPS: Record<string, Icon> = {
  human: IconUserCheck,
  record: IconDatabase,
  observable: IconFingerprint,
  clock: IconClock,
  state: IconKey,
  file: IconFile,
  table: IconTable,
  assistant: IconSparkles,
}

/** Tile color of a node: people amber, decisions blue, everything else gray. */
export function tileHue(action: string): 'amber' | 'blue' | 'gray' {
  if (action.startsWith('human.')) return 'amber'
  return action === 'flow.switch' ? 'blue' : 'gray'
}

export function ActionIcon({ action, size = 16 }: { action: string; size?: number }) {
  const Drawn = ICONS[action] ?? GROUPS[action.split('.')[0] ?? ''] ?? IconPuzzle
  return <Drawn size={size} stroke={size < 16 ? 1.7 : 1.6} aria-hidden />
}
