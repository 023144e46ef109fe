import { JsonObject } from '@caseloom/contract/json'
import { z } from 'zod'
import { type StoredDraft, storedDraft } from '../../../../data/stored-draft.ts'

const Kept = z.object({ revision: z.number().int(), base: JsonObject, document: JsonObject, at: z.string() })
export type KeptDraft = z.infer<typeof Kept>

/** The draft of one playbook, while it is ahead of the server. */
export function keptDraft(tenantId: string, playbookId: string): StoredDraft<KeptDraft> {
  return storedDraft(`caseloom.playbook-draft.${tenantId}.${playbookId}`, Kept)
}
