import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../platform/start-error.ts'

const File = z.object({ path: z.string(), size: z.int(), sha256: z.string() })
/** What a backup folder holds; written last, so that a folder with a manifest is whole. */
export const BackupManifest = z.object({
  format: z.literal('caseloom.backup/1'),
  version: z.string(),
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  /** Short name of the master key that opens the secrets inside; the key itself is never in a backup. */
  masterKeyId: z.string(),
  /** Whether the product continued working meanwhile. */
  running: z.boolean(),
  database: z.array(File),
  files: z.array(File),
})
export type BackupManifest = z.infer<typeof BackupManifest>
export const MANIFEST = 'caseloom-backup.json'

/** Reads the manifest of a backup folder; throws a StartError when it is none. */
export function readManifest(folder: string): BackupManifest {
  try {
    return BackupManifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')))
  } catch {
    // Missing, unreadable, and malformed are the same to who restores.
    throw new StartError(
      `${folder} isn’t a complete backup: ${MANIFEST} is missing or can’t be read.`,
      'Specify a folder created by "caseloom backup". A name that ends in .partial is an interrupted backup.',
    )
  }
}
