import { useTranslation } from 'react-i18next'
import classes from './User.module.css'

/** Rows to come; drawn only when it takes a moment. */
export function RowsSkeleton() {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.skeleton} role="status" aria-label={t('loading')}>
      <span />
      <span />
      <span />
    </div>
  )
}
