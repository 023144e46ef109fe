import { Portal } from '@mantine/core'
import { useEffect } from 'react'
import { Avatar } from '../glyphs/Avatar.tsx'
import { announce } from '../live-region.ts'
import classes from './RichEditor.module.css'
import type { MentionList } from './useMentions.ts'

interface MentionMenuProps {
  list: MentionList
  id: string
  label: string
  none: string
}

/** The focus stays in the text, whose attributes name the active person. */
export function MentionMenu({ list, id, label, none }: MentionMenuProps) {
  const { items, active, rect, choose } = list
  const marked = items[active]?.name
  useEffect(() => announce(marked ?? none), [marked, none])
  if (rect === null) return null
  const above = rect.bottom > window.innerHeight - 260
  const place = above ? { bottom: window.innerHeight - rect.top + 4 } : { top: rect.bottom + 4 }
  return (
    <Portal>
      <div className={classes.menu} style={{ left: rect.left, ...place }} data-portal>
        {items.length === 0 ? (
          <p className={classes.none}>{none}</p>
        ) : (
          <div role="listbox" id={id} aria-label={label} className={classes.people}>
            {items.map((person, at) => (
              <div
                key={person.id}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                className={classes.person}
                // The focus must not leave the text.
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(person)
                }}
              >
                <Avatar name={person.name} size={20} own={false} />
                <bdi>{person.name}</bdi>
              </div>
            ))}
          </div>
        )}
      </div>
    </Portal>
  )
}
