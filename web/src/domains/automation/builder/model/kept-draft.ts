import { JsonObject } from '@caseloom/contract/json'
import { z } from 'zod'

const Kept = z.object({ revision: z.number().int(), base: JsonObject, document: JsonObject, at: z.string() })
export type KeptDraft = z.infer<typeof Kept>

const nameOf = (tenantId: string, playbookId: string) => `caseloom.playbook-draft.${tenantId}.${playbookId}`

/** The stored draft; null when there is none or it can't be parsed. */
export function readKept(tenantId: string, playbookId: string): KeptDraft | null {
  try {
    const text = localStorage.getItem(nameOf(tenantId, playbookId))
    return text === null ? null : Kept.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Stores or removes the draft; without storage it only survives as long as the tab. */
export function keepDraft(tenantId: string, playbookId: string, kept: KeptDraft | null): void {
  try {
    if (kept === null) localStorage.removeItem(nameOf(tenantId, playbookId))
    else localStorage.setItem(nameOf(tenantId, playbookId), JSON.stringify(kept))
  } catch {
    // Storage is full or blocked: the draft remains in memory.
  }
}
