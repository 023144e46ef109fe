/** What this tab copied last, for where the browser has no clipboard (plain HTTP) or refuses it. */
export interface ClipStore {
  /** Also writes to the system clipboard. False where nothing of it could be stored in the tab. */
  keep: (text: string) => boolean
  /** Empty if nothing was copied. */
  read: () => string
}

export function clipStore(name: string): ClipStore {
  return {
    keep: (text) => {
      void navigator.clipboard?.writeText(text).catch(() => undefined)
      return store(name, text)
    },
    read: () => {
      try {
        return sessionStorage.getItem(name) ?? ''
      } catch {
        return ''
      }
    },
  }
}

function store(name: string, text: string): boolean {
  try {
    sessionStorage.setItem(name, text)
    return true
  } catch {
    // Storage is full or blocked.
    return false
  }
}
