import { createContext } from 'react'

/** The element of the page that scrolls, for lists that draw only what is in view; null until it is there. */
export const ContentScroller = createContext<HTMLElement | null>(null)
