import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { afterSending, afterTelling, type Typed } from './typed-text.ts'

/** Shown immediately, reported after a typing pause. Follows external URL changes. */
export function useSearchText(
  told: string | undefined,
  tell: (text: string | undefined) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState<Typed>({ text: told ?? '', seen: told, sent: [] })
  const tellLater = useDebouncedCallback((text: string) => {
    const sent = text.trim() === '' ? undefined : text.trim()
    if (sent === told) return
    setTyped((before) => afterSending(before, sent))
    tell(sent)
  }, 250)
  // Clear filters or Back: the previous input is obsolete.
  if (typed.seen !== told) setTyped(afterTelling(typed, told))
  return [
    typed.text,
    (text) => {
      setTyped((before) => ({ ...before, text }))
      tellLater(text)
    },
  ]
}
