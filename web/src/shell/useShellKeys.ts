import { useEffect, useEffectEvent } from 'react'

const HELP = '/help/'
export const MOD = /Mac|iP(hone|ad|od)/.test(navigator.userAgent) ? '⌘' : 'Ctrl '

/** In a new tab; the page keeps its state. */
export function openHelp(): void {
  window.open(HELP, '_blank', 'noopener')
}

/** mod is ⌘ on Apple's systems and Ctrl elsewhere; either is accepted, so that a borrowed keyboard works too. */
export function shellKeyOf(event: {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
}): 'help' | 'palette' | null {
  if (event.altKey || !(event.metaKey || event.ctrlKey)) return null
  const key = event.key.toLowerCase()
  if (key === 'h' && event.shiftKey) return 'help'
  return key === 'k' && !event.shiftKey ? 'palette' : null
}

/** Calls back when the keys of one of the shell's shortcuts are pressed. */
export function useShellKey(wanted: 'help' | 'palette', act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (shellKeyOf(event) !== wanted) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
