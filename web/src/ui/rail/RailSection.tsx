import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'
import { formatCount } from '../time.ts'
import classes from './RailSection.module.css'

addTexts('ui', workEn)

interface RailSectionProps {
  title: string
  /** Beside the title: how many, or how far. */
  count?: string | number | undefined
  children: ReactNode
}

/** A part of what is shown beside a page. */
export function RailSection({ title, count, children }: RailSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
        {count !== undefined && (
          <span className={classes.count}>{typeof count === 'number' ? formatCount(count) : count}</span>
        )}
      </h2>
      {children}
    </section>
  )
}

/** How many rows a section shows. */
export const RAIL_ROWS = 4

/** Leads to the tab that has all of them. */
export function MoreRows({ all, onOpen }: { all: number; onOpen: () => void }) {
  const { t } = useTranslation('ui')
  if (all <= RAIL_ROWS) return null
  return (
    <button type="button" className={classes.more} onClick={onOpen}>
      {t('rail.more', { count: all - RAIL_ROWS })}
    </button>
  )
}

/** The page is usable without the section: one line, and another try. */
export function RailFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <p className={classes.failure} role="status">
      {t('rail.failed')}{' '}
      <button type="button" className={classes.more} onClick={onRetry}>
        {t('retry')}
      </button>
    </p>
  )
}
