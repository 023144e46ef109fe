import { z } from 'zod'

/** A piece of a found text; `hit` pieces are drawn as marks. Plain text, never HTML. */
export const Snippet = z.array(z.object({ text: z.string(), hit: z.boolean() }))
export type Snippet = z.infer<typeof Snippet>

/** Where the words stand: at most three fields that the reader may read, with what is around the hits. */
export const Hits = z.array(z.object({ field: z.string(), label: z.string(), snippet: Snippet }))
export type Hits = z.infer<typeof Hits>
