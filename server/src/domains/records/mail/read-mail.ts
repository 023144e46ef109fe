// Emails among the files of records, shown as emails.
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { MAIL_TYPES } from '@caseloom/contract/records/files'
import type { MailView } from '@caseloom/contract/records/mail'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { allow } from '../../../platform/rights.ts'
import { readableFile } from '../files/download-file.ts'
import type { RecordPlace } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { Warnings } from '../warning-lists/check-observables.ts'
import { isReadWhole, MAIL_HEAD_BYTES } from './mail-content.ts'
import type { MailReader } from './mail-reader.ts'

export type MailDeps = RecordsDeps & { files: FileStore; mails: MailReader; warnings: Warnings }

/**
 * Reads an email file of a record. Values that warning lists name are listed separately.
 * @throws resource.not_found unless the actor may see where it is attached, file.not_email, file.too_complex
 */
export async function readMail(
  deps: MailDeps,
  scope: TenantScope,
  actor: Actor,
  { signal, ...place }: RecordPlace & { fileId: string; signal?: AbortSignal },
): Promise<MailView> {
  allow(actor, 'record:read')
  const { size, sha256, mediaType } = await readableFile(deps, scope, actor, place)
  if (!MAIL_TYPES.includes(mediaType)) throw fail('file.not_email')
  const isWhole = isReadWhole(size)
  // The headers of an Outlook file aren't at its beginning.
  if (!isWhole && mediaType !== 'message/rfc822') throw fail('file.too_complex')
  const mail = await deps.mails.read(scope.tenantId, {
    size,
    signal,
    load: async () => ({ bytes: await beginning(deps.files, scope.tenantId, { sha256, isWhole }), isWhole }),
  })
  const { shown, hidden } = await deps.warnings.split(scope, mail.observables)
  return { ...mail, observables: shown, hidden }
}

async function beginning(
  files: FileStore,
  tenantId: string,
  { sha256, isWhole }: { sha256: string; isWhole: boolean },
): Promise<Buffer> {
  const content = await files.open(tenantId, sha256)
  if (content === null) throw new Error(`The bytes of a file are missing: ${sha256}`)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of content) {
    const bytes = chunk as Buffer // without an encoding a stream gives buffers
    chunks.push(bytes)
    length += bytes.length
    if (!isWhole && length >= MAIL_HEAD_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, isWhole ? length : MAIL_HEAD_BYTES)
}
