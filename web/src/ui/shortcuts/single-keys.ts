const NAME = 'caseloom.singleKeys'

/** False when the user turned off shortcuts of one character, for example because of voice input. */
export function usesSingleKeys(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off'
  } catch {
    // Storage may be blocked.
    return true
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(NAME)
    else localStorage.setItem(NAME, 'off')
  } catch {
    // Blocked storage: the shortcuts stay on.
  }
}
