import type { SourceCategory } from '@caseloom/playbook/source-mapping/source-entry'
import {
  IconActivityHeartbeat,
  IconCloud,
  IconDatabaseSearch,
  IconDeviceDesktopAnalytics,
  IconGitBranch,
  IconId,
  IconMail,
} from '@tabler/icons-react'
import classes from './Sources.module.css'

const ICONS = {
  endpoint: IconDeviceDesktopAnalytics,
  siem: IconDatabaseSearch,
  identity: IconId,
  cloud: IconCloud,
  mail: IconMail,
  code: IconGitBranch,
  monitoring: IconActivityHeartbeat,
} satisfies Record<SourceCategory, unknown>

export function CategoryIcon({ category }: { category: SourceCategory }) {
  const Icon = ICONS[category]
  return (
    <span className={classes.tile} aria-hidden>
      <Icon size={18} stroke={1.6} />
    </span>
  )
}
