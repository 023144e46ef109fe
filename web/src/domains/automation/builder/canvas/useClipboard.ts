import { useEffect, useEffectEvent } from 'react'
import { clipStore } from '../../../../ui/clip-store.ts'
import { type Clip, readClip } from '../model/clipboard.ts'

const clips = clipStore('caseloom.playbook-clip')

interface ClipboardUse {
  copy: () => string | null
  cut: () => string | null
  paste: ((clip: Clip) => void) | null
}

/** The system clipboard as YAML; where the browser blocks it, our own. */
export function useClipboard(use: ClipboardUse): void {
  const onTake = useEffectEvent((event: ClipboardEvent, take: 'copy' | 'cut') => {
    if (!isOurs(event)) return
    const text = take === 'cut' && use.paste !== null ? use.cut() : use.copy()
    if (text === null) return
    event.clipboardData?.setData('text/plain', text)
    clips.keep(text)
    event.preventDefault()
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!isOurs(event) || use.paste === null) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const clip = readClip(text) ?? (text.trim() === '' ? readClip(clips.read()) : null)
    if (clip === null) return
    event.preventDefault()
    use.paste(clip)
  })
  useEffect(() => {
    const copy = (event: ClipboardEvent) => onTake(event, 'copy')
    const cut = (event: ClipboardEvent) => onTake(event, 'cut')
    const put = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('copy', copy)
    document.addEventListener('cut', cut)
    document.addEventListener('paste', put)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', cut)
      document.removeEventListener('paste', put)
    }
  }, [])
}

/** Copying in a field or of selected text is not about steps. */
function isOurs(event: ClipboardEvent): boolean {
  const { target } = event
  if (target !== null && isTyping(target)) return false
  if ((window.getSelection()?.toString() ?? '') !== '') return false
  const inside = target instanceof Element && target.closest('[data-builder-canvas]') !== null
  return inside || document.activeElement === document.body
}

export function keepClip(text: string): void {
  clips.keep(text)
}

export function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
