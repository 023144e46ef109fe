import type { AppView } from '@caseloom/contract/apps/apps'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/admin/Settings.tsx'
import { useUnarchive } from '../model/useUnarchive.ts'
import classes from './Setup.module.css'

/** Why nothing can be published, and the way out. */
export function ArchivedNotice({ app }: { app: AppView }) {
  const { t } = useTranslation('apps')
  const restore = useUnarchive(app)
  return (
    <Notice>
      <div className={classes.actions}>
        <span className={classes.grow}>{t('archive.notice')}</span>
        <Button loading={restore.isPending} onClick={() => restore.mutate()}>
          {t('archive.restore', { name: app.name })}
        </Button>
      </div>
    </Notice>
  )
}
