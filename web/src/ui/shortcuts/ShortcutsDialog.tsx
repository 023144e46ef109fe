import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog/Dialog.tsx'
import { Kbd } from '../Kbd.tsx'
import type { Shortcut } from './shortcut.ts'
import classes from './Shortcuts.module.css'
import { setSingleKeys, usesSingleKeys } from './single-keys.ts'

export function ShortcutsDialog({
  shortcuts,
  onClose,
}: {
  shortcuts: readonly Shortcut[]
  onClose: () => void
}) {
  const { t } = useTranslation('ui')
  const [isOn, setIsOn] = useState(usesSingleKeys)
  const turn = (on: boolean) => {
    setSingleKeys(on)
    setIsOn(on)
  }
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
      <Switch
        className={classes.switch ?? ''}
        label={t('shortcuts.single')}
        description={t('shortcuts.singleText')}
        checked={isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
