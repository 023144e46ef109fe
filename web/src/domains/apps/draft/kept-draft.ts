import { AppUpdate } from '@caseloom/contract/apps'
import { z } from 'zod'
import type { AppDraft } from './app-draft.ts'

/** A draft stored in this browser until it is published. */
export interface KeptDraft {
  revision: number
  draft: AppDraft
  at: string
}
const Kept = z.object({
  revision: z.number().int(),
  // Drafts can have faults, so only the outline is checked.
  draft: z.looseObject({
    name: z.string(),
    fields: z.array(z.looseObject({})),
    layout: z.array(z.looseObject({})),
  }),
  at: z.string(),
})

const nameOf = (tenantId: string, appId: string) => `caseloom.app-draft.${tenantId}.${appId}`

/** Null when nothing is stored, or it can't be read anymore. */
export function readKept(tenantId: string, appId: string): KeptDraft | null {
  try {
    const text = localStorage.getItem(nameOf(tenantId, appId))
    if (text === null) return null
    const kept = Kept.parse(JSON.parse(text))
    const whole = AppUpdate.omit({ revision: true }).safeParse(kept.draft)
    // A draft with faults is still what the user typed; its outline was checked above.
    return { ...kept, draft: whole.success ? whole.data : (kept.draft as unknown as AppDraft) }
  } catch {
    return null
  }
}

/** Without storage the draft is lost with the tab. */
export function keepDraft(tenantId: string, appId: string, kept: KeptDraft | null): void {
  try {
    if (kept === null) localStorage.removeItem(nameOf(tenantId, appId))
    else localStorage.setItem(nameOf(tenantId, appId), JSON.stringify(kept))
  } catch {
    // Storage is full or blocked: the draft stays in memory.
  }
}
