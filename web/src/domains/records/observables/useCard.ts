import { type FocusEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Targets } from './card-target.ts'
import type { ListedObservable } from './observable-list.ts'

const [OPEN_MS, CLOSE_MS] = [350, 150]

export interface ShownCard {
  one: ListedObservable
  anchor: HTMLElement
}

/** Which value's card is shown: it opens after a moment on its name, and stays while the pointer or the focus is in it. */
export function useCard() {
  const [shown, setShown] = useState<ShownCard | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { targets, hold } = useMemo(() => {
    const later = (ms: number, next: ShownCard | null) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setShown(next), ms)
    }
    const made: Targets = {
      enter: (one, anchor) => later(OPEN_MS, { one, anchor }),
      leave: () => later(CLOSE_MS, null),
    }
    const held = { onMouseEnter: () => clearTimeout(timer.current), onMouseLeave: made.leave }
    // A button that did its work is gone, and the focus with it: the pointer still holds the card.
    const onBlur = ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.matches(':hover')) made.leave()
    }
    return { targets: made, hold: { ...held, onFocus: held.onMouseEnter, onBlur } }
  }, [])
  const close = () => {
    clearTimeout(timer.current)
    setShown(null)
  }
  useEscape(shown !== null, close)
  return { shown, targets, hold, close }
}

/** Escape closes the card before anything else takes it, and so does scrolling, which moves its value away. */
function useEscape(isOpen: boolean, close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopImmediatePropagation()
    close()
  })
  const onScroll = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: KeyboardEvent) => onKey(event)
    const scrolled = () => onScroll()
    window.addEventListener('keydown', listen, { capture: true })
    window.addEventListener('scroll', scrolled, { capture: true })
    return () => {
      window.removeEventListener('keydown', listen, { capture: true })
      window.removeEventListener('scroll', scrolled, { capture: true })
    }
  }, [isOpen])
}
