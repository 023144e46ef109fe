import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** The largest file that may be uploaded, unless a field says less. */
export const MAX_FILE_BYTES = 200 * 1024 * 1024
/** A media type such as `image/png`, or a whole kind of them such as `image/*`. */
const MediaRange = z
  .string()
  .regex(/^[a-z]+\/(?:\*|[a-z0-9][a-z0-9.+-]{0,99})$/, 'Use a media type such as image/png or image/*')

/** Files: written by the ids of uploads, shown as a list of FileView. */
export const attachmentSettings = {
  type: z.literal('attachment'),
  multiple: z.boolean().default(true),
  /** Largest file in bytes; the installation's limit when absent. */
  maxBytes: z.number().int().min(1).max(MAX_FILE_BYTES).optional(),
  /** Accepted media types by content, such as `application/pdf` or `image/*`; all when absent. */
  mediaTypes: z.array(MediaRange).min(1).max(50).optional(),
}

export const attachmentType: FieldTypeRules<
  SettingsOf<typeof attachmentSettings>,
  keyof typeof attachmentKinds
> = { kind: () => 'files' }

export const attachmentKinds = { files: traits({ files: true, grouped: false }) }
