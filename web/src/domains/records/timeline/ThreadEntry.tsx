import type { ActorRef } from '@caseloom/contract/records/records'
import { IconRoute, IconSettings } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { ClockTime } from '../../../ui/Times.tsx'
import classes from '../model/Records.module.css'

interface ThreadEntryProps {
  at: string
  glyph: ReactNode
  /** Who did what, in one line. */
  head: ReactNode
  /** Below it. */
  children?: ReactNode
}

/** An entry of the timeline: its time, its glyph on the thread, and what happened. */
export function ThreadEntry({ at, glyph, head, children }: ThreadEntryProps) {
  return (
    <li className={classes.entry}>
      <span className={classes.entryTime}>
        <ClockTime at={at} />
      </span>
      <span className={classes.glyph}>{glyph}</span>
      <span className={classes.entryHead}>{head}</span>
      {children}
    </li>
  )
}

/** A person’s avatar, or the icon of a playbook or the product. */
export function ActorGlyph({ actor: { kind, id, name }, me }: { actor: ActorRef; me: string }) {
  if (kind === 'user') return <Avatar name={name} size={20} own={id === me} />
  const Icon = kind === 'playbook' ? IconRoute : IconSettings
  return <Icon size={18} stroke={1.6} aria-hidden />
}
