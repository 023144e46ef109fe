import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './CardsPage.module.css'

export function Cards({ label, className = '', children }: CardsProps) {
  return (
    <ul className={`${classes.cards} ${className}`} aria-label={label}>
      {children}
    </ul>
  )
}

interface CardsProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

interface CardProps {
  icon: ReactNode
  name: string
  /** The whole card leads there. */
  to: string
  text?: string | undefined
  facts?: ReactNode
  menu?: { label: string; items: ReactNode } | undefined
  /** Dialogs. */
  children?: ReactNode
}

/** A place to go to: icon, name, one line, facts, and what can be done with it. */
export function Card({ icon, name, to, text, facts, menu, children }: CardProps) {
  return (
    <li className={classes.card}>
      {icon}
      <span className={classes.words}>
        <Link to={to} className={classes.name}>
          {name}
        </Link>
        {text !== undefined && <span className={classes.quiet}>{text}</span>}
        {facts !== undefined && <span className={classes.quiet}>{facts}</span>}
      </span>
      {menu !== undefined && (
        <span className={classes.menu}>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size={24} aria-label={menu.label}>
                <IconDots size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>{menu.items}</Menu.Dropdown>
          </Menu>
        </span>
      )}
      {children}
    </li>
  )
}
