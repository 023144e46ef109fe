import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { keyOfWarning } from '../model/publish-warnings.ts'
import { useWarningWords } from '../model/warning-words.ts'
import { WarningText } from '../model/WarningText.tsx'
import classes from '../model/WarningText.module.css'
import type { Publishing } from './usePublishing.ts'

/** What publishing asks about first, each with a way to its place. */
export function PublishWarnings({ publishing }: { publishing: Publishing }) {
  const { t } = useTranslation('apps')
  const { name: nameOf } = useWarningWords()
  const { warnings, show, confirm, close } = publishing
  if (warnings.length === 0) return null
  return (
    <Dialog onClose={close} title={t('builder.warnings.title')} size={520}>
      <ul className={classes.warnings}>
        {warnings.map((warning) => (
          <li key={keyOfWarning(warning)}>
            <WarningText warning={warning} />
            <Button
              variant="subtle"
              aria-label={t('builder.warnings.showOne', { name: nameOf(warning) })}
              onClick={() => show(warning)}
            >
              {t('builder.warnings.show')}
            </Button>
          </li>
        ))}
      </ul>
      <DialogActions
        onCancel={close}
        confirm={t('builder.warnings.publish')}
        onConfirm={confirm}
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
