import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

interface Typed {
  text: string
  /** What the address said when we looked last. */
  seen: string | undefined
  /** What we wrote into the address last. */
  sent: string | undefined
}

/** The text of a search field: shown at once, told when typing pauses. Follows the address when that changes by itself. */
export function useSearchText(
  told: string | undefined,
  tell: (text: string | undefined) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState<Typed>({ text: told ?? '', seen: told, sent: told })
  const tellLater = useDebouncedCallback((text: string) => {
    const sent = text.trim() === '' ? undefined : text.trim()
    setTyped((before) => ({ ...before, sent }))
    tell(sent)
  }, 250)
  if (typed.seen !== told) {
    // Clear filters or Back: what was typed before is over.
    const text = told === typed.sent ? typed.text : (told ?? '')
    setTyped({ text, seen: told, sent: told })
  }
  return [
    typed.text,
    (text) => {
      setTyped((before) => ({ ...before, text }))
      tellLater(text)
    },
  ]
}
