import { Instant } from '@caseloom/contract/kernel/ids'
import { z } from 'zod'

/** What a record carries beside its values, as files of exports and imports name it; no field's key begins so. */
export const COMMENTS_COLUMN = '$comments'
export const FILES_COLUMN = '$files'

/** A file by its content: the bytes stand under the hash in a packed export. */
export const ArchivedFile = z.looseObject({
  name: z.string().min(1).max(1000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.number().int().nonnegative().optional(),
  mediaType: z.string().max(200).optional(),
})
export type ArchivedFile = z.infer<typeof ArchivedFile>

/** A comment with who wrote it and when. */
export const ArchivedComment = z.object({
  at: Instant,
  by: z.object({
    kind: z.enum(['user', 'playbook', 'system']).default('user'),
    id: z.string().max(100).nullish(),
    name: z.string().min(1).max(300),
    email: z.string().max(320).optional(),
  }),
  editedAt: Instant.optional(),
  /** Key of the comments field that the thread belongs to. */
  field: z.string().max(100).optional(),
  /** Which comment of this list it answers, counted from 0. */
  answers: z.number().int().nonnegative().optional(),
  text: z.string().max(100_000),
  files: z.array(ArchivedFile).max(200).optional(),
})
export type ArchivedComment = z.infer<typeof ArchivedComment>
