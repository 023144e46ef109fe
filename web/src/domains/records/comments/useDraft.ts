import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 400
const PREFIX = 'caseloom.comment.'

export interface KeptDraft {
  first: string
  /** When the draft was saved last; null when there is none. */
  keptAt: Date | null
  change(html: string): void
  clear(): void
}

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
  // Closing or reloading the page right after typing must not lose the last word.
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

// Storage may be blocked: then nothing is saved, and nothing claims that it was.
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
