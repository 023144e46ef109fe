import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { type StoredDraft, storedDraft } from '../../../data/stored-draft.ts'

const PAUSE_MS = 400

export interface SavedDraft {
  first: string
  /** When the draft was saved last; null when there is none. */
  savedAt: Date | null
  change(html: string): void
  clear(): void
}

/** The comment being written, stored in this browser until it is sent. Nothing claims to be stored that is not. */
export function useDraft(place: string): SavedDraft {
  const [first] = useState(() => stored(place).read() ?? '')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const text = useRef(first)
  const keep = useDebouncedCallback(
    () => {
      if (write(stored(place), text.current)) setSavedAt(text.current === '' ? null : new Date())
    },
    { delay: PAUSE_MS, flushOnUnmount: true },
  )
  // Closing or reloading the page right after typing must not lose the last word.
  useEffect(() => {
    const now = () => write(stored(place), text.current)
    addEventListener('pagehide', now)
    return () => removeEventListener('pagehide', now)
  }, [place])
  return {
    first,
    savedAt,
    change(html) {
      text.current = html
      keep()
    },
    clear() {
      text.current = ''
      write(stored(place), '')
      setSavedAt(null)
    },
  }
}

const stored = (place: string) => storedDraft(`caseloom.comment.${place}`, z.string())

function write(draft: StoredDraft<string>, html: string): boolean {
  return draft.write(html === '' ? null : html)
}
