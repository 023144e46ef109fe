import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 400
const PREFIX = 'caseloom.comment.'

export interface KeptDraft {
  /** What stood there when the page was opened. */
  first: string
  /** When it was kept last; null when nothing is kept. */
  keptAt: Date | null
  change(html: string): void
  /** Forgets it, once it was sent. */
  clear(): void
}

/** A text kept in this browser until it is sent. */
export function useDraft(place: string): KeptDraft {
  const key = `${PREFIX}${place}`
  const [first] = useState(() => read(key))
  const [keptAt, setKeptAt] = useState<Date | null>(null)
  const text = useRef(first)
  const keep = useDebouncedCallback(
    () => {
      if (write(key, text.current)) setKeptAt(text.current === '' ? null : new Date())
    },
    { delay: PAUSE_MS, flushOnUnmount: true },
  )
  // Whoever closes or reloads the page right after a word keeps that word.
  useEffect(() => {
    const now = () => write(key, text.current)
    addEventListener('pagehide', now)
    return () => removeEventListener('pagehide', now)
  }, [key])
  return {
    first,
    keptAt,
    change(html) {
      text.current = html
      keep()
    },
    clear() {
      text.current = ''
      write(key, '')
      setKeptAt(null)
    },
  }
}

// A browser may forbid storage: then nothing is kept, and nothing says that it was.
function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, html: string): boolean {
  try {
    if (html === '') localStorage.removeItem(key)
    else localStorage.setItem(key, html)
    return true
  } catch {
    return false
  }
}
