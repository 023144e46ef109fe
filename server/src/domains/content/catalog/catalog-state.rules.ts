import type { CatalogState } from '@caseloom/contract/content/catalog'

/** What is known of an item in the tenant, as far as the reader sees it. */
export interface HereNow {
  /** Digest of its definition; null for someone who doesn’t build it, and so can’t compare it. */
  hash: string | null
  isDraft: boolean
  isOff: boolean
}

/** What an import made of an item: the digest in the package, and that of what came of it. */
export interface Made {
  hash: string
  made: string | null
}

/** The state of an item of a package whose definition has the digest `hash`. */
export function catalogState(hash: string, here: HereNow | null, made: readonly Made[]): CatalogState {
  if (here === null) return 'not_installed'
  if (here.isDraft) return 'draft'
  const difference = differenceOf(hash, here.hash, made)
  if (difference !== null) return difference
  return here.isOff ? 'off' : 'in_use'
}

function differenceOf(hash: string, now: string | null, made: readonly Made[]): 'update' | 'changed' | null {
  if (now === null || now === hash) return null
  const asMade = made.filter((one) => one.made === now)
  if (asMade.some((one) => one.hash === hash)) return null
  return asMade.length > 0 ? 'update' : 'changed'
}
