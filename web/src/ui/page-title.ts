import { useEffect } from 'react'

/** Sets the title of the browser tab: what the page shows first, the product last. */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined && part !== ''), 'Caseloom'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
