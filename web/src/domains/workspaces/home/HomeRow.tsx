import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import classes from './Home.module.css'

interface HomeRowProps {
  to: string
  search?: Record<string, string>
  /** Before the title, decorative or with a label of its own. */
  glyph?: ReactNode
  /** Tracking ID or number, before the title. */
  id?: string
  title: string
  /** Below the title. */
  sub?: ReactNode
  /** At the end of the row. */
  children?: ReactNode
}

/** A row leads to its place as a whole; its link is what the keys of the page move through. */
export function HomeRow({ to, search, glyph, id, title, sub, children }: HomeRowProps) {
  return (
    <li className={classes.row}>
      {glyph !== undefined && <span className={classes.glyph}>{glyph}</span>}
      <span className={classes.words}>
        <Link
          className={classes.link}
          to={to}
          {...(search === undefined ? {} : { search })}
          title={straight(title)}
          data-row
        >
          {id !== undefined && <span className={classes.id}>{id} </span>}
          {straight(title)}
        </Link>
        {sub !== undefined && <span className={classes.quiet}>{sub}</span>}
      </span>
      {children !== undefined && <span className={classes.end}>{children}</span>}
    </li>
  )
}
