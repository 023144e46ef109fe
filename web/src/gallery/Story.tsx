import type { ReactNode } from 'react'
import classes from './Gallery.module.css'

/** One card of the gallery. */
export function Story({
  title,
  children,
  wide = false,
}: {
  title: string
  children: ReactNode
  wide?: boolean
}) {
  return (
    <section className={classes.story} data-wide={wide || undefined}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </section>
  )
}

/** A line of things side by side. */
export function Line({ children }: { children: ReactNode }) {
  return <div className={classes.line}>{children}</div>
}
