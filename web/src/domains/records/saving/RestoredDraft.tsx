import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './SaveState.module.css'

/** Under a text that was typed before a reload and isn't saved. */
export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation('records')
  return (
    <p className={classes.restored}>
      {t('page.restored')}
      <Button size="compact-xs" h={24} variant="subtle" onClick={onDiscard}>
        {t('page.discardDraft')}
      </Button>
    </p>
  )
}
