import type { Icon } from '@tabler/icons-react'
import {
  IconArrowsSplit2,
  IconDatabase,
  IconDatabaseEdit,
  IconDatabasePlus,
  IconDatabaseSearch,
  IconFilter,
  IconHourglass,
  IconPuzzle,
  IconTextCaption,
  IconTransform,
  IconUserCheck,
  IconWebhook,
  IconWorld,
} from '@tabler/icons-react'

const ICONS: Record<string, Icon> = {
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
  webhook: IconWebhook,
}

/** What colours the tile of a node: people amber, decisions blue, all else grey. */
export function tileHue(action: string): 'amber' | 'blue' | 'gray' {
  if (action.startsWith('human.')) return 'amber'
  return action === 'flow.switch' ? 'blue' : 'gray'
}

/** The icon of an action or of a kind of trigger. */
export function ActionIcon({ action, size = 16 }: { action: string; size?: number }) {
  const Drawn = ICONS[action] ?? (action.startsWith('human.') ? IconUserCheck : IconPuzzle)
  return <Drawn size={size} stroke={size < 16 ? 1.7 : 1.6} aria-hidden />
}
