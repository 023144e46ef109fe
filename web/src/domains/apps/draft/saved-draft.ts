import { AppUpdate } from '@caseloom/contract/apps/apps'
import { z } from 'zod'
import { type DraftOwner, type StoredDraft, storedDraft } from '../../../data/stored-draft.ts'
import type { AppDraft } from './app-draft.ts'

/** A draft stored in this browser until it is published. */
export interface SavedDraft {
  revision: number
  draft: AppDraft
  at: string
}

const SavedDraftShape: z.ZodType<SavedDraft> = z
  .object({
    revision: z.number().int(),
    // Drafts can have faults, so only the outline is checked.
    draft: z.looseObject({
      name: z.string(),
      fields: z.array(z.looseObject({})),
      layout: z.array(z.looseObject({})),
    }),
    at: z.string(),
  })
  .transform((saved) => {
    const whole = AppUpdate.omit({ revision: true }).safeParse(saved.draft)
    // A draft with faults is still what the user typed; its outline was checked above.
    return { ...saved, draft: whole.success ? whole.data : (saved.draft as unknown as AppDraft) }
  })

/** A person’s draft of one app. */
export function savedDraft({ tenantId, userId }: DraftOwner, appId: string): StoredDraft<SavedDraft> {
  return storedDraft(`caseloom.app-draft.${tenantId}.${userId}.${appId}`, SavedDraftShape)
}
