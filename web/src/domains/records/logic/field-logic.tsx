import type { ReactNode } from 'react'
import { ItemMessages } from './FormMessages.tsx'
import { WhyItem } from './WhyItem.tsx'

/** What rules add to the row of a field: its reason, and messages at it. */
export function fieldLogic(key: string): { name: string; why: ReactNode; notes: ReactNode } {
  return { name: key, why: <WhyItem item={`field:${key}`} />, notes: <ItemMessages at={`field:${key}`} /> }
}
