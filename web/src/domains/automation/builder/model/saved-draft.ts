import { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { type DraftOwner, type StoredDraft, storedDraft } from '../../../../data/stored-draft.ts'

const SavedDraftShape = z.object({
  revision: z.number().int(),
  base: JsonObject,
  document: JsonObject,
  at: z.string(),
})
export type SavedDraft = z.infer<typeof SavedDraftShape>

/** A person’s draft of one playbook, while it is ahead of the server. */
export function savedDraft({ tenantId, userId }: DraftOwner, playbookId: string): StoredDraft<SavedDraft> {
  return storedDraft(`caseloom.playbook-draft.${tenantId}.${userId}.${playbookId}`, SavedDraftShape)
}
