import { useEffect, useEffectEvent } from 'react'

interface DraftKeys {
  undo: (() => void) | null
  redo: (() => void) | null
  flush: () => Promise<boolean>
}

/** Undo, redo, and save shortcuts; text fields handle their own undo. */
export function useDraftKeys({ undo, redo, flush }: DraftKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const deed = event.defaultPrevented ? null : deedOf(event)
    if (deed === null || (deed !== 'save' && isWriting(event.target))) return
    event.preventDefault()
    if (deed === 'save') void flush()
    else if (deed === 'undo') undo?.()
    else redo?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

function deedOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): 'undo' | 'redo' | 'save' | null {
  if (!(ctrlKey || metaKey) || altKey) return null
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo'
    case 'y':
      return 'redo'
    case 's':
      return 'save'
    default:
      return null
  }
}

const NO_TEXT = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'file', 'color'])

/** True for text inputs, but not for switches and selects. */
export function isWriting(target: unknown): boolean {
  if (typeof target !== 'object' || target === null) return false
  const read = (name: string): unknown => Reflect.get(target, name)
  if (read('isContentEditable') === true) return true
  const tag = read('tagName')
  if (tag !== 'INPUT' && tag !== 'TEXTAREA') return false
  return read('readOnly') !== true && !NO_TEXT.has(String(read('type')))
}
