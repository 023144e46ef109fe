import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './Sidebar.module.css'

/** A titled list of places in the navigation. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.group}>
      <h2 className={classes.heading}>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

interface ItemProps {
  to: string
  also?: string
  /** Where the beginning of the path doesn’t say it. */
  isAlso?: (path: string) => boolean
  /** True where paths below are separate places. */
  exact?: boolean
  icon?: ReactNode
  label: string
  badge?: ReactNode
}

export function Item({ to, also, isAlso, exact, icon, label, badge }: ItemProps) {
  const here = useRouterState({ select: (state) => state.location.pathname })
  const isCurrent =
    (exact === true ? here === to : here.startsWith(to)) ||
    (also !== undefined && here.startsWith(also)) ||
    isAlso?.(here) === true
  return (
    <li>
      <Link
        to={to}
        className={classes.item}
        title={label}
        data-current={isCurrent || undefined}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {icon}
        <span className={classes.label}>{label}</span>
        {badge}
      </Link>
    </li>
  )
}
