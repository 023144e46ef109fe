import type { SuggestionKeyDownProps, SuggestionOptions, SuggestionProps } from '@tiptap/suggestion'
import { useEffect, useMemo, useRef, useState } from 'react'

export interface MentionedPerson {
  id: string
  name: string
}

export interface MentionList {
  items: readonly MentionedPerson[]
  active: number
  /** The position of the @ in the window. */
  rect: DOMRect | null
  choose: (person: MentionedPerson) => void
}

export function useMentions(find: ((text: string) => Promise<MentionedPerson[]>) | undefined) {
  const [list, setList] = useState<MentionList | null>(null)
  const present = useRef<MentionList | null>(null)
  const finding = useRef(find)
  useEffect(() => {
    finding.current = find
  }, [find])
  const enabled = find !== undefined
  const suggestion = useMemo((): Omit<SuggestionOptions, 'editor'> | null => {
    if (!enabled) return null
    const show = (next: MentionList | null) => {
      present.current = next
      setList(next)
    }
    const take = ({ items, clientRect, command }: SuggestionProps<MentionedPerson>, active: number) =>
      show({
        items,
        active: Math.min(active, Math.max(0, items.length - 1)),
        rect: clientRect?.() ?? null,
        choose: (person) => command({ id: person.id, label: person.name }),
      })
    return {
      char: '@',
      // A failed search shows an empty list: the text doesn't change.
      items: ({ query }) => finding.current?.(query).catch(() => []) ?? [],
      render: () => ({
        onStart: (props) => take(props, 0),
        onUpdate: (props) => take(props, 0),
        onExit: () => show(null),
        onKeyDown: ({ event }: SuggestionKeyDownProps) => onKey(event, present.current, show),
      }),
    }
  }, [enabled])
  return { list, suggestion }
}

function onKey(
  event: KeyboardEvent,
  list: MentionList | null,
  show: (next: MentionList | null) => void,
): boolean {
  if (list === null) return false
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step !== 0 && list.items.length > 0) {
    show({ ...list, active: (list.active + step + list.items.length) % list.items.length })
    return true
  }
  if (event.key === 'Escape') {
    event.preventDefault()
    show(null)
    return true
  }
  const person = list.items[list.active]
  if ((event.key !== 'Enter' && event.key !== 'Tab') || person === undefined) return false
  list.choose(person)
  return true
}
