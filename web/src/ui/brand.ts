import { useSyncExternalStore } from 'react'

/** What an account shows instead of the product's own name and mark; null keeps the product's. */
export interface Brand {
  name: string | null
  /** Address of the picture in this page's memory. */
  logo: string | null
}

const PLAIN: Brand = { name: null, logo: null }
let brand = PLAIN
const listeners = new Set<() => void>()

/** Sets the brand of the account that is open; without one the product shows its own. */
export function setBrand(next: Brand = PLAIN): void {
  brand = next
  for (const listener of listeners) listener()
}

/** The brand of the account that is open. */
export function useBrand(): Brand {
  return useSyncExternalStore(
    (wake) => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    () => brand,
  )
}
