import { z } from 'zod'
import { MAX_FILE_BYTES } from '../field-types/attachment.ts'
import { FileId, Instant } from '../kernel/ids.ts'
import { ActorRef } from './records.ts'
import { route } from '../kernel/route.ts'

/** Media types of files that are emails: MIME, and Outlook’s own format. */
export const MAIL_TYPES: readonly string[] = ['message/rfc822', 'application/vnd.ms-outlook']

/** A file as records show it; in `fields` an attachment field holds a list of these. Writes name them by id. */
export const FileView = z.object({
  id: FileId,
  name: z.string(),
  size: z.number().int(),
  mediaType: z.string(),
  sha256: z.string(),
  at: Instant,
  by: ActorRef,
})
export type FileView = z.infer<typeof FileView>

const tenant = '/api/tenant/:tenantId' as const
const record = `${tenant}/apps/:appId/records/:recordId` as const

export const uploadFile = route({
  method: 'POST',
  path: `${tenant}/files`,
  summary:
    'Uploads a file as the raw body. It belongs to the uploader until a record or comment references it; unreferenced files are deleted after a day.',
  needs: 'record:update',
  query: z.strictObject({ name: z.string().trim().min(1).max(255) }),
  bodyKind: 'stream',
  bodyLimit: MAX_FILE_BYTES,
  reply: FileView,
  status: 201,
  fails: ['file.storage_full'],
  on404: 'here',
})
export const listRecordFiles = route({
  method: 'GET',
  path: `${record}/files`,
  summary:
    'Lists all files of the record: in attachment fields, in comments, and attached to the record itself',
  needs: 'record:read',
  reply: z.object({
    items: z.array(
      FileView.extend({
        /** Where it hangs: a field's key, `comment`, or `record`. */
        place: z.string(),
        can: z.object({ remove: z.boolean() }),
      }),
    ),
    can: z.object({ attach: z.boolean() }),
  }),
  on404: 'here',
})
export const attachFiles = route({
  method: 'POST',
  path: `${record}/files`,
  summary: 'Attaches uploaded files to the record itself',
  needs: 'record:update',
  body: z.strictObject({ files: z.array(FileId).min(1).max(50) }),
  reply: z.object({ items: z.array(FileView) }),
  fails: ['record.locked'],
  on404: 'here',
})
export const removeFile = route({
  method: 'DELETE',
  path: `${record}/files/:fileId`,
  summary: 'Removes a file from the record itself',
  needs: 'record:update',
  fails: ['record.locked'],
  on404: 'here',
})
export const downloadFile = route({
  method: 'GET',
  path: `${record}/files/:fileId/content`,
  summary:
    'Downloads a file as an attachment with nosniff and a sandbox policy. Requires access to where it is attached.',
  needs: 'record:read',
  answers: 'file',
  on404: 'here',
})
