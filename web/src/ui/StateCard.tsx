import { Button } from '@mantine/core'
import { IconLock, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './CopyButton.tsx'
import classes from './StateCard.module.css'

/** Title, text, and request ID of an error. Made by `describeError` of the data layer. */
export interface ErrorView {
  title?: string
  text: string
  requestId?: string
  /** `right`: known but not allowed; shown with a lock and without Try again. */
  kind?: 'error' | 'right'
}

interface StateCardProps {
  /** Overrides the title of the error, for example "Couldn't load the list". */
  title?: string
  error: ErrorView
  onRetry?: () => void
  /** Seconds until `onRetry` is called automatically; counted down in the card. */
  retryAfter?: number
  /** 1 when the card is all the page has. */
  level?: 1 | 2
  children?: ReactNode
}

/**
 * The one card of a failed page or pane: what happened, what is safe, Try again, request id with copy, countdown.
 * Keep the frame around it. `<StateCard title={t('x')} error={describeError(query.error)} onRetry={query.refetch} />`
 */
export function StateCard({ title, error, onRetry, retryAfter, level = 2, children }: StateCardProps) {
  const { t } = useTranslation('ui')
  const Heading = level === 1 ? 'h1' : 'h2'
  const isRight = error.kind === 'right'
  return (
    <section className={classes.card} role="alert">
      <div className={classes.icon} data-kind={error.kind ?? 'error'}>
        {isRight ? (
          <IconLock size={18} stroke={1.6} aria-hidden />
        ) : (
          <IconPlugConnectedX size={18} stroke={1.6} aria-hidden />
        )}
      </div>
      <Heading className={classes.title}>{title ?? error.title ?? t('error.title')}</Heading>
      <p className={classes.text}>{error.text}</p>
      {(onRetry !== undefined || children !== undefined) && !isRight && (
        <div className={classes.actions}>
          {onRetry !== undefined && (
            <Button
              variant="filled"
              leftSection={<IconRefresh size={14} stroke={1.7} aria-hidden />}
              onClick={onRetry}
            >
              {t('retry')}
            </Button>
          )}
          {children}
        </div>
      )}
      {(error.requestId !== undefined || retryAfter !== undefined) && (
        <footer className={classes.footer}>
          {error.requestId !== undefined && (
            <span className={classes.request}>
              {t('request')} <code>{error.requestId}</code>
              <CopyButton value={error.requestId} label={t('copyRequest')} />
            </span>
          )}
          {retryAfter !== undefined && onRetry !== undefined && (
            <Countdown seconds={retryAfter} onEnd={onRetry} />
          )}
        </footer>
      )}
    </section>
  )
}

function Countdown({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const { t } = useTranslation('ui')
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) {
      onEnd()
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onEnd])
  return <span className={classes.countdown}>{t('retryingIn', { seconds: Math.max(0, left) })}</span>
}
