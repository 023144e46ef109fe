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

/** Whose draft it is, and where it belongs. */
export interface DraftOwner {
  tenantId: string
  userId: string
}

const OWN = 'caseloom.own.'

/** What only its writer may see: the next person who signs in here has drafts of their own. */
export function ownDraft<Draft>(userId: string, name: string, schema: z.ZodType<Draft>): StoredDraft<Draft> {
  return storedDraft(`${OWN}${userId}.${name}`, schema)
}

/** Removes the drafts of a person whose names match. */
export function removeOwnDrafts(userId: string, isObsolete: (name: string) => boolean): void {
  const own = `${OWN}${userId}.`
  removeStored((name) => name.startsWith(own) && isObsolete(name.slice(own.length)))
}

/** At sign-out, nothing that a person typed stays in the browser. */
export function removeAllOwnDrafts(): void {
  removeStored((name) => name.startsWith(OWN))
}

function removeStored(isObsolete: (name: string) => boolean): void {
  try {
    const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    for (const name of names.filter(isObsolete)) localStorage.removeItem(name)
  } catch {
    // Blocked storage holds nothing.
  }
}
