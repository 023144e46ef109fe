import { Popover } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { avatarHue, initials } from '../../../ui/glyphs/initials.ts'
import { hueVar } from '../../../ui/glyphs/hue.ts'
import classes from './OnCall.module.css'

export type BlockKind = 'turn' | 'override' | 'gap' | 'away'

interface OnCallBlockProps {
  place: { start: number; width: number }
  kind: BlockKind
  person: string
  /** What screen readers say: person, lane, and times. */
  label: string
  /** The reader’s own times, where they differ. */
  title?: string | undefined
  /** The first of its row can be reached by Tab; arrows reach the others. */
  isFirst: boolean
  isOpen: boolean
  onOpen: (open: boolean) => void
  children: ReactNode
}

/** A stretch of time in a lane; the initials are drawn by CSS, so that the name says it all. */
export function OnCallBlock(props: OnCallBlockProps) {
  const { place, kind, person, label, title, isFirst, isOpen, onOpen, children } = props
  const hue = avatarHue(person)
  const colors = {
    '--on-call-soft': hueVar(hue, 'soft'),
    '--on-call-border': hueVar(hue, 'border'),
    '--on-call-text': hueVar(hue, 'text'),
  } as CSSProperties // custom properties aren't among its members
  return (
    <div
      className={classes.place}
      style={{ insetInlineStart: `${place.start}%`, width: `${place.width}%`, ...colors }}
    >
      <Popover opened={isOpen} onChange={onOpen} position="bottom" withinPortal trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={classes.block}
            data-block
            data-kind={kind}
            data-initials={initials(person)}
            data-person={person}
            aria-label={label}
            title={title}
            tabIndex={isFirst ? 0 : -1}
            onClick={() => onOpen(!isOpen)}
          />
        </Popover.Target>
        <Popover.Dropdown>{isOpen && children}</Popover.Dropdown>
      </Popover>
    </div>
  )
}
