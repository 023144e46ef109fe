import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { afterSending, afterTelling, type Typed } from './typed-text.ts'

/** Shown immediately, reported after a typing pause. Follows external URL changes. */
export function useSearchText(
  fromUrl: string | undefined,
  toUrl: (text: string | undefined) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState<Typed>({ text: fromUrl ?? '', seen: fromUrl, sent: [] })
  const sendLater = useDebouncedCallback((text: string) => {
    const sent = text.trim() === '' ? undefined : text.trim()
    if (sent === fromUrl) return
    setTyped((before) => afterSending(before, sent))
    toUrl(sent)
  }, 250)
  // Clear filters or Back: the previous input is obsolete.
  if (typed.seen !== fromUrl) setTyped(afterTelling(typed, fromUrl))
  return [
    typed.text,
    (text) => {
      setTyped((before) => ({ ...before, text }))
      sendLater(text)
    },
  ]
}
