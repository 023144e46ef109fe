import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog/Dialog.tsx'
import { Kbd } from '../Kbd.tsx'
import type { Shortcut } from './shortcut.ts'
import classes from './Shortcuts.module.css'

export function ShortcutsDialog({
  shortcuts,
  onClose,
}: {
  shortcuts: readonly Shortcut[]
  onClose: () => void
}) {
  const { t } = useTranslation('ui')
  return (
    <Dialog onClose={onClose} title={t('shortcuts.title')} size={420}>
      <dl className={classes.list}>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.label} className={classes.row}>
            <dt>{shortcut.label}</dt>
            <dd className={classes.keys}>
              {shortcut.keys.map((keys) => (
                <span key={keys}>
                  <Kbd keys={keys} />
                  <span className="cl-clipped">{keys}</span>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
