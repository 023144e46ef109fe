import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './draft/ConflictDialog.module.css'
import { Dialog } from './dialog/Dialog.tsx'
import { DialogActions } from './dialog/DialogActions.tsx'
import { addTexts } from './text/i18n.ts'
import { workEn } from './text/work.en.ts'

addTexts('ui', workEn)

/** How long leaving waits for the last save. */
const SAVING_MS = 4000

interface UnsavedGuardProps {
  when: boolean
  /** Saves first; true once nothing is unsaved, so that leaving needs no question. */
  save?: () => Promise<boolean>
}

/**
 * Asks before a page with unsaved changes is left, inside the app and when the tab closes. `<UnsavedGuard
 * when={isDirty} />`
 */
export function UnsavedGuard({ when, save }: UnsavedGuardProps) {
  const { t } = useTranslation('ui')
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!when || current.pathname === next.pathname) return false
      return save === undefined || !(await Promise.race([save(), tooLong()]))
    },
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

function tooLong(): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), SAVING_MS)
  })
}
