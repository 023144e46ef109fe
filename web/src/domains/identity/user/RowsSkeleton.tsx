import { useTranslation } from 'react-i18next'
import classes from './User.module.css'

/** Drawn only when loading takes a moment. */
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
