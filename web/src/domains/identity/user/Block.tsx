import type { ReactNode } from 'react'
import classes from './User.module.css'

interface BlockProps {
  title: string
  text?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

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
