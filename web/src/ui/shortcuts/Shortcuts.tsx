import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../Kbd.tsx'
import { useAllShortcuts, useKeyActions, useListedShortcuts } from './registry.ts'
import type { Shortcut } from './shortcut.ts'
import classes from './Shortcuts.module.css'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'

addTexts('ui', workEn)

const Dialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

/**
 * "? all shortcuts" for the end of a status bar; the key `?` opens the same list: what the parts of the page handle, and
 * `shortcuts` that have a handler of their own.
 */
export function Shortcuts({ shortcuts = [] }: { shortcuts?: readonly Shortcut[] }) {
  const { t } = useTranslation('ui')
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  useListedShortcuts(shortcuts)
  useKeyActions([{ keys: ['?'], label: t('shortcuts.this'), run: open }])
  const all = useAllShortcuts()
  return (
    <>
      <button type="button" className={classes.open} aria-keyshortcuts="?" onClick={open}>
        <Kbd keys="?" />
        {t('shortcuts.all')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Dialog shortcuts={all} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
