import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../Kbd.tsx'
import classes from './BulkBar.module.css'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'

addTexts('ui', workEn)

/** Floats over the grid while rows are selected: count, Clear, then the actions as children. */
export function BulkBar({
  count,
  words,
  onClear,
  children,
}: {
  count: number
  words?: string | undefined
  onClear: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation('ui')
  if (count === 0) return null
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('grid.actions')}>
      <span className={classes.count}>{words ?? t('grid.selected', { count })}</span>
      <button type="button" className={classes.clear} onClick={onClear}>
        {t('clear')}
        <Kbd keys="Esc" />
      </button>
      {children !== undefined && <span className={classes.divider} aria-hidden />}
      {children}
    </div>
  )
}
