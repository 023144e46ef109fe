import { RecordSearch } from '@caseloom/contract/records/records'
import { z } from 'zod'

const Stop = z.object({ id: z.string(), trackingId: z.string() })

/**
 * The list that a record was opened from, as it was then: the way through it stays the same while records change, arrive,
 * or leave it. One for each tab of the browser, tenant, and person: the next one to sign in there doesn't see it.
 */
export const Trail = z.object({
  appId: z.string(),
  /** Of the view, or the app. */
  name: z.string(),
  /** Address of the list with its filter and order. */
  back: z.string(),
  search: RecordSearch.pick({ filter: true, text: true, sort: true, similar: true }),
  stops: z.array(Stop),
  /** Cursor of the page after the stops. */
  next: z.string().nullable(),
  total: z.object({ value: z.number(), capped: z.boolean() }).nullable(),
  /** The stop that was opened last. */
  at: z.string(),
})
export type Trail = z.infer<typeof Trail>
export type Stop = z.infer<typeof Stop>

/** Whose trail it is. */
interface Owner {
  tenantId: string
  userId: string
}

const nameOf = ({ tenantId, userId }: Owner) => `caseloom.trail.${tenantId}.${userId}`

export function readTrail(owner: Owner): Trail | null {
  try {
    const text = sessionStorage.getItem(nameOf(owner))
    return text === null ? null : Trail.parse(JSON.parse(text))
  } catch {
    // Blocked storage, or a trail of an older version.
    return null
  }
}

export function writeTrail(owner: Owner, trail: Trail): void {
  try {
    sessionStorage.setItem(nameOf(owner), JSON.stringify(trail))
  } catch {
    // Full or blocked storage: records are opened one by one.
  }
}

/** The position of a record in the trail; null when it isn't part of it. */
export function placeIn(trail: Trail | null, appId: string, recordId: string) {
  if (trail === null || trail.appId !== appId) return null
  const index = trail.stops.findIndex(({ id }) => id === recordId)
  if (index === -1) return null
  return {
    /** From 1. */
    position: index + 1,
    previous: trail.stops[index - 1] ?? null,
    next: trail.stops[index + 1] ?? null,
    /** The next stop has to be loaded. */
    isOpen: index + 1 === trail.stops.length && trail.next !== null,
  }
}

/** The trail with the next page of its list; records that it has already aren't repeated. */
export function withPage(
  trail: Trail,
  page: { items: readonly { id: string; trackingId: string }[]; next: string | null },
): Trail {
  const known = new Set(trail.stops.map(({ id }) => id))
  const more = page.items.filter(({ id }) => !known.has(id)).map(({ id, trackingId }) => ({ id, trackingId }))
  return { ...trail, stops: [...trail.stops, ...more], next: page.next }
}

/** The trail without a record that was deleted. */
export function withoutStop(trail: Trail, recordId: string): Trail {
  const stops = trail.stops.filter(({ id }) => id !== recordId)
  if (stops.length === trail.stops.length) return trail
  const { total } = trail
  return {
    ...trail,
    stops,
    total: total === null || total.capped ? total : { ...total, value: total.value - 1 },
  }
}
