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

interface CommentPlace {
  tenantId: string
  recordId: string
  field: string | null
}

/** Names the draft of a new comment, or of a reply. */
export function draftName({ tenantId, recordId, field }: CommentPlace, replyTo?: string): string {
  return [tenantId, recordId, field ?? '', replyTo ?? ''].join('.')
}

/** Adds a text that couldn't be sent to the draft of a new comment. False when the browser refuses to store it. */
export function addToDraft(place: CommentPlace, html: string): boolean {
  const draft = stored(draftName(place))
  return draft.write(`${draft.read() ?? ''}${html}`)
}

/** Takes a text out of the draft that `addToDraft` put there, when it was sent after all. */
export function takeFromDraft(place: CommentPlace, html: string): void {
  const draft = stored(draftName(place))
  const text = draft.read()
  if (text?.endsWith(html) === true) write(draft, text.slice(0, -html.length))
}

const stored = (place: string) => storedDraft(`caseloom.comment.${place}`, z.string())

function write(draft: StoredDraft<string>, html: string): boolean {
  return draft.write(html === '' ? null : html)
}
