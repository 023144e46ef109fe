import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { belongsElsewhere } from '../grid/grid-cursor.ts'
import { Kbd } from '../Kbd.tsx'
import type { Shortcut } from './shortcut.ts'
import classes from './Shortcuts.module.css'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'

addTexts('ui', workEn)

const Dialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

/**
 * "? all shortcuts" for the end of a status bar; the key `?` opens the same list. `shortcuts` are the page's own,
 * `grid` adds those of the list on it.
 */
export function Shortcuts({
  shortcuts = [],
  grid = false,
}: {
  shortcuts?: readonly Shortcut[]
  grid?: boolean
}) {
  const { t } = useTranslation('ui')
  const [isOpen, setIsOpen] = useState(false)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || belongsElsewhere(event)) return
    event.preventDefault()
    setIsOpen(true)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const all: Shortcut[] = [
    ...shortcuts,
    ...(grid
      ? [
          { keys: ['J', '↓'], label: t('shortcuts.next') },
          { keys: ['K', '↑'], label: t('shortcuts.previous') },
          { keys: ['↵'], label: t('shortcuts.open') },
          { keys: ['X'], label: t('shortcuts.select') },
          { keys: ['Esc'], label: t('shortcuts.clear') },
          { keys: ['Home', 'End'], label: t('shortcuts.ends') },
        ]
      : []),
    { keys: ['?'], label: t('shortcuts.this') },
  ]
  return (
    <>
      <button type="button" className={classes.open} onClick={() => setIsOpen(true)}>
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
