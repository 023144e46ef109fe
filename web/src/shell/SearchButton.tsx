import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../ui/Kbd.tsx'
import { useListedShortcuts } from '../ui/shortcuts/registry.ts'
import classes from './SearchButton.module.css'
import { MOD, useShellKey } from './useShellKeys.ts'

const load = () => import('./Palette.tsx')
const Palette = lazy(() => load().then((module) => ({ default: module.Palette })))

/** Also opens with mod+k; the palette loads on hover or focus. */
export function SearchButton() {
  const { t } = useTranslation('shell')
  const [isOpen, setIsOpen] = useState(false)
  useShellKey('palette', () => setIsOpen((was) => !was))
  useListedShortcuts([{ keys: [`${MOD}K`], label: t('search') }])
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setIsOpen(true)}
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.text} title={t('search')}>
          {t('search')}
        </span>
        <Kbd keys={`${MOD}K`} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
