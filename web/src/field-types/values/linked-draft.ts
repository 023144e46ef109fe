import type { JsonValue } from '@caseloom/contract/kernel/json'
import { LinkedRecord, LinkedValue } from '@caseloom/contract/records/record-links'
import { straight } from '../../ui/text/bidi-isolate.ts'

const NONE: LinkedValue = { items: [], total: 0 }

/** What a reference field contains, as far as the reader can see it. */
export function linkedOf(value: JsonValue | undefined): LinkedValue {
  const links = LinkedValue.safeParse(value)
  if (links.success) return links.data
  const list = LinkedRecord.array().safeParse(value)
  return list.success ? { items: list.data, total: list.data.length } : NONE
}

/** A linked record's title, or its tracking ID where the title isn't visible. */
export function linkedTitle(linked: Pick<LinkedRecord, 'title' | 'trackingId'>): string {
  return linked.title === '' ? linked.trackingId : straight(linked.title)
}

/** A selected record in a draft: its ID with its label. */
export interface Picked {
  id: string
  trackingId: string
  title: string
}

export function pickedText({ id, trackingId, title }: Picked): string {
  return `${id} ${trackingId} ${title}`
}

/** Null for an empty draft. */
export function readPicked(draft: string): Picked | null {
  const [id = '', trackingId = '', ...title] = draft.split(' ')
  return id === '' ? null : { id, trackingId, title: title.join(' ') }
}

/** A draft of several references: additions and removals, each with its sign. */
export function readPicks(draft: readonly string[]): { add: Picked[]; remove: Picked[] } {
  const signed = (sign: string) =>
    draft.flatMap((entry) => {
      const picked = entry.startsWith(sign) ? readPicked(entry.slice(1)) : null
      return picked === null ? [] : [picked]
    })
  return { add: signed('+'), remove: signed('-') }
}
