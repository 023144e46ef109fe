import { IconAlertCircleFilled } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ErrorSummary.module.css'

interface ErrorSummaryProps {
  /** Errors of the form as a whole. */
  message?: string | undefined
  /** Faults by field: label and text. */
  faults?: readonly { label: string; text: string }[]
  requestId?: string | undefined
  /** Doesn't scroll: the user is in another field by now. */
  still?: boolean
}

/** The summary above a form after a failed save; the same texts are at their fields. Renders nothing when empty. */
export function ErrorSummary({ message, faults = [], requestId, still = false }: ErrorSummaryProps) {
  const { t } = useTranslation('ui')
  const summary = useRef<HTMLDivElement>(null)
  const words = [message, ...faults.map(({ label, text }) => `${label} ${text}`)].join('\n')
  // Scrolled into view, because the button may be at the end of a long form.
  useEffect(() => {
    if (words !== '' && !still) summary.current?.scrollIntoView({ block: 'nearest' })
  }, [words, still])
  if (message === undefined && faults.length === 0) return null
  const title = message ?? (faults.length === 1 ? t('form.summaryOne') : t('form.summary'))
  return (
    <div className={classes.summary} role="alert" ref={summary}>
      <IconAlertCircleFilled size={16} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <p className={classes.title}>{title}</p>
        {faults.length > 0 && (
          <ul className={classes.faults}>
            {faults.map((fault) => (
              <li key={`${fault.label} ${fault.text}`}>
                {fault.label}: {fault.text}
              </li>
            ))}
          </ul>
        )}
        {requestId !== undefined && (
          <p className={classes.request}>
            {t('request')} <code>{requestId}</code>
          </p>
        )}
      </div>
    </div>
  )
}
