import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../data/describe-error.ts'
import { StateCard } from '../ui/StateCard.tsx'
import classes from './PlainPages.module.css'

/** The error of a page, with the request to copy and a second try. */
export function PageErrorCard({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className={classes.cover}>
      <StateCard level={1} title={t('page.failed')} error={describeError(error)} onRetry={again} />
    </div>
  )
}
