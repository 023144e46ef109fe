import { z } from 'zod'

const bound = { field: z.string(), reason: z.enum(['name', 'value', 'shape', 'default', 'manual']) }
const StoredBinding = z.discriminatedUnion('from', [
  z.strictObject({
    ...bound,
    from: z.literal('path'),
    path: z.string(),
    translate: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({ ...bound, from: z.literal('fixed'), value: z.string() }),
  z.strictObject({ ...bound, from: z.literal('event') }),
])

/** A connection that isn't finished, as this browser remembers it. */
export const ConnectDraft = z.strictObject({
  stage: z.enum(['choose', 'map', 'live']),
  /** Key of the chosen product; null for a pasted sample. */
  source: z.string().nullable(),
  name: z.string(),
  text: z.string(),
  /** Key of the app; null for the one that is proposed. */
  app: z.string().nullable(),
  auth: z.enum(['secret', 'hmac-sha256', 'basic', 'none']),
  /** Null until someone changes what is proposed. */
  bindings: z.array(StoredBinding).nullable(),
  /** Decided before the playbook is created, so that trying again creates no second one. */
  playbookKey: z.string().nullable(),
  playbookId: z.string().nullable(),
})
export type ConnectDraft = z.infer<typeof ConnectDraft>

export const NEW_DRAFT: ConnectDraft = {
  stage: 'choose',
  source: null,
  name: '',
  text: '',
  app: null,
  auth: 'secret',
  bindings: null,
  playbookKey: null,
  playbookId: null,
}
