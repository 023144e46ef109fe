import type { AppView } from '@caseloom/contract/apps/apps'

export type Field = AppView['fields'][number]

/** Fields that the product sets itself: an update never names them. */
export const CLOSED_FIELDS: ReadonlySet<string> = new Set(['closed_at', 'acknowledged_at', 'worked_since'])
