import { LinkedValue } from '@caseloom/contract/records/record-links'
import type { RecordView } from '@caseloom/contract/records/records'
import type { Touch } from '@caseloom/contract/records/touches'
import { WITHHELD } from './model/withheld.rules.ts'

type Viewed = Pick<RecordView, 'id' | 'appId' | 'trackingId'> & { [WITHHELD]?: readonly string[] }

/** The record of a view. */
export function touchOf({ id: recordId, appId, trackingId, ...view }: Viewed): Touch {
  const withheld = view[WITHHELD]
  return { appId, recordId, trackingId, ...(withheld === undefined ? {} : { withheld }) }
}

/** The records that the reference fields of a view show. */
export function linkedTouches(view: Pick<RecordView, 'fields'>): Touch[] {
  return Object.values(view.fields).flatMap((value) => {
    if (!isObject(value) || !Array.isArray(value['items']) || !LinkedValue.safeParse(value).success) return []
    // The schema keeps no symbols: the items are taken from the value itself.
    return (value['items'] as Viewed[]).map(touchOf)
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
