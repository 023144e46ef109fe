import { useEffect } from 'react'
import { useBrand } from './brand.ts'

/** Sets the title of the browser tab: what the page shows first, the account's own name or the product's last. */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const product = useBrand().name ?? 'Caseloom'
  const title = [...parts.filter((part) => part !== undefined && part !== ''), product].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
