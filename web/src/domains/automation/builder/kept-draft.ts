import { JsonObject } from '@caseloom/contract/json'
import { z } from 'zod'

/** What could not be sent yet: the edited document with the state of the server that it began from. */
const Kept = z.object({ revision: z.number().int(), base: JsonObject, document: JsonObject, at: z.string() })
export type KeptDraft = z.infer<typeof Kept>

const nameOf = (tenantId: string, playbookId: string) => `caseloom.playbook-draft.${tenantId}.${playbookId}`

/** What was kept for the playbook; null when there is nothing, or nothing that can be read any more. */
export function readKept(tenantId: string, playbookId: string): KeptDraft | null {
  try {
    const text = localStorage.getItem(nameOf(tenantId, playbookId))
    return text === null ? null : Kept.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Keeps the draft in this browser, or forgets it; a browser that keeps nothing only loses it with the tab. */
export function keepDraft(tenantId: string, playbookId: string, kept: KeptDraft | null): void {
  try {
    if (kept === null) localStorage.removeItem(nameOf(tenantId, playbookId))
    else localStorage.setItem(nameOf(tenantId, playbookId), JSON.stringify(kept))
  } catch {
    // Storage is full or shut: the draft lives on in memory.
  }
}
