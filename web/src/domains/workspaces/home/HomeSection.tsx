import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { formatCount } from '../../../ui/time.ts'
import classes from './Home.module.css'

interface HomeSectionProps {
  title: string
  /** Beside the title: how many. */
  total?: { value: number; capped: boolean } | undefined
  /** Beside the title: of when. */
  note?: string
  /** As its query answers. */
  query: { isError: boolean; error: Error | null; isLoading: boolean; refetch: () => unknown }
  texts: { failed: string; empty: string }
  isEmpty: boolean
  /** The page that has all of it. */
  all?: { to: string; search?: Record<string, string>; label: string } | undefined
  /** Below the rows. */
  foot?: ReactNode
  children: ReactNode
}

/** A list of the home page: it loads, fails, and is empty without the others. */
export function HomeSection(props: HomeSectionProps) {
  const { title, total, note, all } = props
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {total !== undefined && total.value > 0 && (
          <span className={classes.quiet}>
            {formatCount(total.value)}
            {total.capped && '+'}
          </span>
        )}
        {note !== undefined && <span className={classes.quiet}>{note}</span>}
        {all !== undefined && (
          <Link
            className={classes.all}
            to={all.to}
            {...(all.search === undefined ? {} : { search: all.search })}
          >
            {all.label}
          </Link>
        )}
      </header>
      <Body {...props} />
    </section>
  )
}

function Body({ query, texts, isEmpty, foot, children }: HomeSectionProps) {
  const { t } = useTranslation('ui')
  if (query.isLoading) return <Skeleton height={64} radius="sm" m="4px 12px 12px" w="auto" />
  // What was loaded before is shown although reading it again failed.
  if (query.isError && isEmpty)
    return (
      <p className={classes.line} role="alert">
        {texts.failed}. {query.error !== null && describeError(query.error).text}{' '}
        <Button size="compact-xs" variant="default" onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </p>
    )
  if (isEmpty) return <p className={classes.line}>{texts.empty}</p>
  return (
    <>
      <ul className={classes.rows}>{children}</ul>
      {foot !== undefined && <div className={classes.line}>{foot}</div>}
    </>
  )
}
