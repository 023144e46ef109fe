import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { ownDraft, type StoredDraft } from '../../../data/stored-draft.ts'

const PAUSE_MS = 400

export interface SavedDraft {
  first: string
  /** When the draft was saved last; null when there is none. */
  savedAt: Date | null
  change(html: string): void
  clear(): void
}

/** Where a comment is being written, and who writes it. */
export interface DraftPlace {
  userId: string
  tenantId: string
  recordId: string
  field: string | null
  replyTo?: string | undefined
}

/** The draft of a new comment, or of a reply. */
function stored({ userId, tenantId, recordId, field, replyTo = '' }: DraftPlace): StoredDraft<string> {
  return ownDraft(userId, ['comment', tenantId, recordId, field ?? '', replyTo].join('.'), z.string())
}

/** The comment being written, stored in this browser until it is sent. Nothing claims to be stored that is not. */
export function useDraft(place: DraftPlace): SavedDraft {
  const [draft] = useState(() => stored(place))
  const [first] = useState(() => draft.read() ?? '')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const text = useRef(first)
  const keep = useDebouncedCallback(
    () => {
      if (write(draft, text.current)) setSavedAt(text.current === '' ? null : new Date())
    },
    { delay: PAUSE_MS, flushOnUnmount: true },
  )
  // Closing or reloading the page right after typing must not lose the last word.
  useEffect(() => {
    const now = () => write(draft, text.current)
    addEventListener('pagehide', now)
    return () => removeEventListener('pagehide', now)
  }, [draft])
  return {
    first,
    savedAt,
    change(html) {
      text.current = html
      keep()
    },
    clear() {
      text.current = ''
      write(draft, '')
      setSavedAt(null)
    },
  }
}

/** Adds a text that couldn't be sent to the draft of a new comment. False when the browser refuses to store it. */
export function addToDraft(place: DraftPlace, html: string): boolean {
  const draft = stored(place)
  return draft.write(`${draft.read() ?? ''}${html}`)
}

/** Takes a text out of the draft that `addToDraft` put there, when it was sent after all. */
export function takeFromDraft(place: DraftPlace, html: string): void {
  const draft = stored(place)
  const text = draft.read()
  if (text?.endsWith(html) === true) write(draft, text.slice(0, -html.length))
}

function write(draft: StoredDraft<string>, html: string): boolean {
  return draft.write(html === '' ? null : html)
}
