import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'
import { WeaveMotif } from './glyphs/Weave.tsx'

interface EmptyStateProps {
  title: string
  /** What appears here, and how to start; may include a `Kbd`. */
  text: ReactNode
  children?: ReactNode
  /** Heading level, so that none is skipped. */
  level?: 2 | 3
}

/**
 * A page that never had data: the motif, what appears here, two ways to start. For filters without matches, use the
 * grid's no-results line.
 */
export function EmptyState({ title, text, children, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={classes.root}>
      <WeaveMotif />
      <Heading className={classes.title}>{title}</Heading>
      <p className={classes.text}>{text}</p>
      {children !== undefined && <div className={classes.starts}>{children}</div>}
    </section>
  )
}

interface StartCardProps {
  icon: ReactNode
  title: string
  text: string
  onClick: () => void
}

/** One way to start, as a button; only for what works. */
export function StartCard({ icon, title, text, onClick }: StartCardProps) {
  return (
    <button type="button" className={classes.start} onClick={onClick}>
      <span className={classes.startIcon} aria-hidden>
        {icon}
      </span>
      <span className={classes.startTitle}>{title}</span>
      <span className={classes.startText}>{text}</span>
    </button>
  )
}
