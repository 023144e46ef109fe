import type { MailAttachment } from '@caseloom/contract/records/mail'
import { zipContents, ZipFault } from '../../../platform/files/unzip.ts'

const ARCHIVES = new Set(['application/zip', 'application/java-archive'])

/** What an archive has inside; null for everything else and for a damaged one. */
export async function unzipNames(bytes: Buffer, mediaType: string): Promise<MailAttachment['contents']> {
  if (!ARCHIVES.has(mediaType)) return null
  try {
    return await zipContents(bytes)
  } catch (error) {
    if (error instanceof ZipFault) return null
    throw error
  }
}
