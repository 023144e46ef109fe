import { z } from 'zod'

/** Query of every cursor-paged list. `cursor` is opaque: pass back the `next` of the page before. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(2000).optional(),
})

/** One page: `next` is null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() })
}
