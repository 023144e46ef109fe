import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { RightsWorld } from '@caseloom/testkit/rights-world'
import { newId } from '../../../platform/uuid.ts'
import { addComment } from '../comments/write-comment.ts'
import { insertFile } from '../file-fields/file.store.ts'
import { attachFiles } from '../files/record-files.ts'

export const FILE_NAME = 'Evidence.txt'

/** Gives a record what lies beside its values: a comment, and a file of its own. */
export async function addBeside(
  { deps, installation, scope }: RightsWorld,
  actor: Actor,
  place: { appId: string; recordId: string },
): Promise<void> {
  const withMentions = { ...deps, system: installation.database.system, notifyOfComment: async () => {} }
  await addComment(withMentions, scope, actor, { ...place, body: '<p>Noted</p>' })
  const id = newId()
  await scope.tx((tx) =>
    insertFile(tx, {
      id,
      sha256: 'a'.repeat(64),
      size: 5,
      mediaType: 'text/plain',
      name: FILE_NAME,
      by: actorRef(actor),
    }),
  )
  await attachFiles(deps, scope, actor, { ...place, files: [id] })
}
