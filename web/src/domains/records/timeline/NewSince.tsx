import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../../ui/Times.tsx'
import classes from './Timeline.module.css'

/** Below the entries that were added since the reader was here. */
export function NewSince({ at }: { at: number }) {
  const { t } = useTranslation('timeline')
  return (
    <div className={classes.newSince}>
      <IconArrowUp size={14} stroke={1.6} aria-hidden />
      <span>
        {t('newSince')} <DateTime at={new Date(at).toISOString()} />
      </span>
    </div>
  )
}
