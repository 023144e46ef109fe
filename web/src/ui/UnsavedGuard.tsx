import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './ConflictDialog.module.css'
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
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={stay}
      title={t('unsaved.title')}
      size={420}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className={classes.text}>{t('unsaved.text')}</p>
      <footer>
        <Button onClick={stay} data-autofocus>
          {t('unsaved.stay')}
        </Button>
        <Button variant="filled" color="red" onClick={() => blocker.proceed?.()}>
          {t('unsaved.leave')}
        </Button>
      </footer>
    </Modal>
  )
}
