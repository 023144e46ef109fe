import type { Actor } from '@caseloom/contract/kernel/permissions'
import { Readable } from 'node:stream'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { uploadFile } from '../files/upload-file.ts'
import type { CommentsDeps } from './comments-deps.ts'
import { listComments } from './list-comments.ts'
import { addComment } from './write-comment.ts'
import type { RecordPlace } from '../model/record-shape.ts'

/** One comment of a conversation that is put in as a whole. */
export interface Line {
  actor: Actor
  body: string
  file?: { name: string; text: string }
}

/** Puts a conversation on a record that has none: each line answers the first. A repetition changes nothing. */
export async function startThread(
  deps: CommentsDeps & { files: FileStore },
  scope: TenantScope,
  place: RecordPlace,
  lines: readonly Line[],
): Promise<void> {
  let replyTo: string | undefined
  for (const { actor, body, file } of lines) {
    if (replyTo === undefined) {
      const { total } = await listComments(deps, scope, actor, { ...place, limit: 1 })
      if (total > 0) return
    }
    const content = file && Readable.from([Buffer.from(file.text)])
    const uploaded = file && content && (await uploadFile(deps, scope, actor, { name: file.name, content }))
    const files = uploaded === undefined ? [] : [uploaded.id]
    const { id } = await addComment(deps, scope, actor, { ...place, body, files, replyTo })
    replyTo ??= id
  }
}
