import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './DataGrid.module.css'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'

addTexts('ui', workEn)

/** One line when filters leave nothing, with the way back. */
export function NoResults({ onClear }: { onClear?: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.noResults}>
      <span className={classes.noResultsTitle}>{t('grid.noResults')}</span>
      <span>{t('grid.noResultsText')}</span>
      {onClear !== undefined && <Button onClick={onClear}>{t('grid.clearFilters')}</Button>}
    </div>
  )
}
