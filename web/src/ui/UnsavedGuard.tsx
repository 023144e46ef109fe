import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './draft/ConflictDialog.module.css'
import { Dialog } from './dialog/Dialog.tsx'
import { DialogActions } from './dialog/DialogActions.tsx'
import { addTexts } from './text/i18n.ts'
import { workEn } from './text/work.en.ts'

addTexts('ui', workEn)

/**
 * Asks before a page with unsaved changes is left, inside the app and when the tab closes. `<UnsavedGuard
 * when={isDirty} />`
 */
export function UnsavedGuard({ when }: { when: boolean }) {
  const { t } = useTranslation('ui')
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  })
  const stay = () => blocker.reset?.()
  return (
    <Dialog opened={blocker.status === 'blocked'} onClose={stay} title={t('unsaved.title')} size={420}>
      <p className={classes.text}>{t('unsaved.text')}</p>
      <DialogActions
        cancel={t('unsaved.stay')}
        onCancel={stay}
        confirm={t('unsaved.leave')}
        onConfirm={() => blocker.proceed?.()}
        danger
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
