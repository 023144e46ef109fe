import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { linkIn } from '../kit/manifest-action.ts'
import { asText, valueAt } from '../kit/template.ts'

const Place = z.string().min(1).max(300)

/** How an answer leads to the next page, and where its items stand. */
export const Paging = z
  .strictObject({
    /** `link`: header Link with rel=next; `next`: an address in the body; `cursor`, `page`: a parameter of the query. */
    by: z.enum(['link', 'next', 'cursor', 'page']),
    /** Place of the list in the body; absent: the body is the list. */
    items: Place.optional(),
    /** Place of the next address or cursor in the body. */
    from: Place.optional(),
    param: z.string().min(1).max(200).optional(),
    /** Pages that are read at most. */
    pages: z.number().int().min(1).max(100).default(20),
    /** Maximum number of items returned. */
    limit: z.number().int().min(1).max(10_000).default(1_000),
  })
  .superRefine(({ by, from, param }, { addIssue }) => {
    if ((by === 'next' || by === 'cursor') && from === undefined)
      addIssue({ code: 'custom', path: ['from'], message: 'is needed' })
    if ((by === 'cursor' || by === 'page') && param === undefined)
      addIssue({ code: 'custom', path: ['param'], message: 'is needed' })
  })
export type Paging = z.output<typeof Paging>

interface Page {
  /** The address that was asked. */
  url: string
  body: JsonValue
  headers: Readonly<Record<string, string>>
}

export function itemsOf({ items }: Paging, { body }: Page): JsonValue[] {
  const found = items === undefined ? body : valueAt(body, items)
  return Array.isArray(found) ? found : []
}

/** The address of the page after this one; null when there is none, or it is one of another origin. */
export function nextAddress(paging: Paging, page: Page): string | null {
  const url = URL.parse(page.url)
  if (url === null) return null
  switch (paging.by) {
    case 'link':
    case 'next': {
      const named =
        paging.by === 'link' ? linkIn(page.headers['link']) : valueAt(page.body, paging.from ?? '')
      const next = typeof named === 'string' && named !== '' ? URL.parse(named, url) : null
      // Headers with credentials go to no other server, whatever an answer says.
      return next !== null && next.origin === url.origin && next.href !== url.href ? next.href : null
    }
    case 'cursor': {
      const cursor = valueAt(page.body, paging.from ?? '')
      if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return null
      return withParam(url, paging.param ?? '', asText(cursor))
    }
    case 'page': {
      if (itemsOf(paging, page).length === 0) return null
      const now = Number(url.searchParams.get(paging.param ?? '') ?? 1)
      return Number.isSafeInteger(now) ? withParam(url, paging.param ?? '', String(now + 1)) : null
    }
    default:
      return paging.by satisfies never
  }
}

function withParam(url: URL, name: string, value: string): string | null {
  if (url.searchParams.get(name) === value) return null
  const next = new URL(url)
  next.searchParams.set(name, value)
  return next.href
}
