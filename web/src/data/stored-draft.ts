import type { z } from 'zod'

/** What a browser keeps of unfinished work until it is saved, under one name. */
export interface StoredDraft<Draft> {
  /** Null when nothing is stored, or it can't be read anymore. */
  read: () => Draft | null
  /** Stores the draft, or removes it. False when the browser refuses: then the draft is only in memory. */
  write: (draft: Draft | null) => boolean
}

/** Storage may be full or blocked: then nothing is stored, and nothing fails. */
export function storedDraft<Draft>(name: string, schema: z.ZodType<Draft>): StoredDraft<Draft> {
  return {
    read() {
      try {
        const text = localStorage.getItem(name)
        return text === null ? null : schema.parse(JSON.parse(text))
      } catch {
        // Blocked storage, or a draft of an older version.
        return null
      }
    },
    write(draft) {
      try {
        if (draft === null) localStorage.removeItem(name)
        else localStorage.setItem(name, JSON.stringify(draft))
        return true
      } catch {
        // Full or blocked storage.
        return false
      }
    },
  }
}
