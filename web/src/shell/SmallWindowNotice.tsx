import type { RouterHistory } from '@tanstack/react-router'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Logo } from '../ui/glyphs/Logo.tsx'
import { fitsAnyWindow } from './small-window.ts'
import classes from './SmallWindowNotice.module.css'

const QUERY = '(max-width: 959.98px), (max-height: 649.98px)'

/**
 * Covers everything while the window is smaller than 960×650; the page beneath keeps its state and reappears on
 * resize.
 */
export function SmallWindowNotice({ history }: { history: Pick<RouterHistory, 'location' | 'subscribe'> }) {
  const subscribe = useCallback(
    (wake: () => void) => {
      window.addEventListener('resize', wake)
      const leave = history.subscribe(wake)
      return () => {
        window.removeEventListener('resize', wake)
        leave()
      }
    },
    [history],
  )
  const isSmall = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches && !fitsAnyWindow(history.location.pathname),
  )
  const size = useSyncExternalStore(subscribe, () => `${window.innerWidth} ${window.innerHeight}`)
  const { t } = useTranslation('shell')
  useEffect(() => {
    // Covered content must not be reachable by keyboard or screen reader.
    document.getElementById('root')?.toggleAttribute('inert', isSmall)
  }, [isSmall])
  if (!isSmall) return null
  const [width, height] = size.split(' ')
  return createPortal(
    <div
      className={classes.notice}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="small-title"
      aria-describedby="small-text"
    >
      <Logo size={32} />
      <h1 id="small-title" className={classes.title}>
        {t('small.title')}
      </h1>
      <p id="small-text" className={classes.text}>
        {t('small.text')}
      </p>
      <p className={classes.now}>{t('small.now', { width, height })}</p>
    </div>,
    document.body,
  )
}
