import { IconPuzzle } from '@tabler/icons-react'
import { APP_ICONS, AppIcon } from '../../../ui/AppIcon.tsx'

/** Applets without an icon of their own are pieces of a puzzle. */
export function AppletIcon({ name, size }: { name: string; size: number }) {
  if (APP_ICONS.includes(name)) return <AppIcon name={name} size={size} />
  return <IconPuzzle size={size} stroke={1.6} aria-hidden />
}
