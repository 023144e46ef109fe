import type { ReactNode } from 'react'
import classes from './User.module.css'

interface BlockProps {
  title: string
  text?: ReactNode
  /** At the right of the title. */
  action?: ReactNode
  children?: ReactNode
}

/** A part of a section: heading, what it is for, and its rows; space instead of a box. */
export function Block({ title, text, action, children }: BlockProps) {
  return (
    <section className={classes.block} aria-label={title}>
      <header className={classes.blockHead}>
        <div className={classes.blockWords}>
          <h2 className={classes.blockTitle}>{title}</h2>
          {text !== undefined && <p className={classes.blockText}>{text}</p>}
        </div>
        {action !== undefined && <div className={classes.blockAction}>{action}</div>}
      </header>
      {children}
    </section>
  )
}

interface RowProps {
  icon: ReactNode
  title: ReactNode
  text: ReactNode
  children?: ReactNode
}

/** One thing of a list with its actions at the right. */
export function Row({ icon, title, text, children }: RowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.rowIcon} aria-hidden>
        {icon}
      </span>
      <span className={classes.rowWords}>
        <span className={classes.rowTitle}>{title}</span>
        <span className={classes.rowText}>{text}</span>
      </span>
      <span className={classes.rowEnd}>{children}</span>
    </li>
  )
}
