import type { ReactNode } from 'react'

export interface PickItem {
  value: string
  label: string
  /** How it is drawn; the label alone when absent. */
  shown?: ReactNode
  /** Found by typing too. */
  about?: string
  /** At the right, quiet. */
  hint?: string
}

/** The items whose label or text contains all that was typed, those whose label starts with it first. */
export function narrowed(items: readonly PickItem[], typed: string): readonly PickItem[] {
  const words = typed.trim().toLocaleLowerCase()
  if (words === '') return items
  const found = items.filter(({ label, about = '' }) =>
    [label, about].some((text) => text.toLocaleLowerCase().includes(words)),
  )
  const starts = (item: PickItem) => Number(item.label.toLocaleLowerCase().startsWith(words))
  return found.toSorted((one, other) => starts(other) - starts(one))
}

/** The item that a digit chooses: the first nine have one, while nothing was typed. */
export function itemOfDigit(items: readonly PickItem[], key: string, typed: string): PickItem | undefined {
  return typed === '' && /^[1-9]$/.test(key) ? items[Number(key) - 1] : undefined
}
