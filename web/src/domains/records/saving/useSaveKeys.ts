import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useListedShortcuts } from '../../../ui/shortcuts/registry.ts'

/** Ctrl S saves from anywhere on the page; in a field, Ctrl Enter does too. */
export function useSaveKeys(save: () => void): void {
  const { t } = useTranslation('records')
  useListedShortcuts([{ keys: ['Ctrl S', 'Ctrl ↵'], label: t('page.saveNow') }])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isSave =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 's'
    if (!isSave || event.defaultPrevented) return
    // The browser would save the page as a file.
    event.preventDefault()
    if (document.querySelector('[role="dialog"][aria-modal="true"]') === null) save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
