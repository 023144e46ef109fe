import type { ActorRef } from '@caseloom/contract/records/records'
import { type IconProps, IconRoute, IconSettings } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { type Hue, hueVar } from '../../../ui/glyphs/hue.ts'
import { ClockTime } from '../../../ui/Times.tsx'
import classes from '../model/Records.module.css'
import timeline from './Timeline.module.css'

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
    <div className={classes.entry}>
      <span className={classes.entryTime}>
        <ClockTime at={at} />
      </span>
      <span className={classes.glyph}>{glyph}</span>
      <span className={classes.entryHead}>{head}</span>
      {children}
    </div>
  )
}

/** A person’s avatar, or the icon of a playbook or the product. */
export function ActorGlyph({ actor: { kind, id, name }, me }: { actor: ActorRef; me: string }) {
  if (kind === 'user') return <Avatar name={name} size={20} own={id === me} />
  const Icon = kind === 'playbook' ? IconRoute : IconSettings
  return <Icon size={18} stroke={1.6} aria-hidden />
}

/** What an entry is about, where that is no actor. */
export function SquareGlyph({ icon: Icon, tone }: { icon: ComponentType<IconProps>; tone?: Hue }) {
  return (
    <span
      className={timeline.square}
      style={tone === undefined ? undefined : { color: hueVar(tone, 'solid') }}
      aria-hidden
    >
      <Icon size={13} stroke={1.8} />
    </span>
  )
}
