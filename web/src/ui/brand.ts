import { useSyncExternalStore } from 'react'

/** Name and mark of an account; null means the product's own. */
export interface Brand {
  name: string | null
  logo: string | null
}

const PLAIN: Brand = { name: null, logo: null }
let brand = PLAIN
const listeners = new Set<() => void>()

/** Null restores the product's brand. */
export function setBrand(next: Brand = PLAIN): void {
  brand = next
  for (const listener of listeners) listener()
}

export function useBrand(): Brand {
  return useSyncExternalStore(
    (wake) => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    () => brand,
  )
}
