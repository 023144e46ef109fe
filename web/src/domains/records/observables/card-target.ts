import { createContext, type FocusEvent, type MouseEvent, use } from 'react'
import type { ListedObservable } from './observable-list.ts'

/** Opens the card of a value at an element of it, after a moment, and closes it. */
export interface Targets {
  enter: (one: ListedObservable, element: HTMLElement) => void
  leave: () => void
}

export const CardTargets = createContext<Targets | null>(null)

/** What an element that names a value needs so that the card opens at it. */
export function useCardTarget(one: ListedObservable) {
  const targets = use(CardTargets)
  const open = ({ currentTarget }: MouseEvent<HTMLElement> | FocusEvent<HTMLElement>) =>
    targets?.enter(one, currentTarget)
  const close = () => targets?.leave()
  return { onMouseEnter: open, onMouseLeave: close, onFocus: open, onBlur: close }
}
