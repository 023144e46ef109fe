import { AppUpdate } from '@caseloom/contract/apps'
import { z } from 'zod'
import type { AppDraft } from './app-draft.ts'

/** A draft that waits in this browser until it is published. */
export interface KeptDraft {
  revision: number
  draft: AppDraft
  at: string
}
const Kept = z.object({
  revision: z.number().int(),
  // Faults are allowed in a draft, so only its outline is checked.
  draft: z.looseObject({
    name: z.string(),
    fields: z.array(z.looseObject({})),
    layout: z.array(z.looseObject({})),
  }),
  at: z.string(),
})

const nameOf = (tenantId: string, appId: string) => `caseloom.app-draft.${tenantId}.${appId}`

/** What was kept for the app; null when there is nothing, or nothing that can be read any more. */
export function readKept(tenantId: string, appId: string): KeptDraft | null {
  try {
    const text = localStorage.getItem(nameOf(tenantId, appId))
    if (text === null) return null
    const kept = Kept.parse(JSON.parse(text))
    const whole = AppUpdate.omit({ revision: true }).safeParse(kept.draft)
    // A draft with faults is still what the person typed; its outline was checked above.
    return { ...kept, draft: whole.success ? whole.data : (kept.draft as unknown as AppDraft) }
  } catch {
    return null
  }
}

/** Keeps the draft; a browser that keeps nothing only loses it with the tab. */
export function keepDraft(tenantId: string, appId: string, kept: KeptDraft | null): void {
  try {
    if (kept === null) localStorage.removeItem(nameOf(tenantId, appId))
    else localStorage.setItem(nameOf(tenantId, appId), JSON.stringify(kept))
  } catch {
    // Storage is full or shut: the draft lives on in memory.
  }
}
