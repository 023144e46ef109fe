import type { ReactNode } from 'react'

export interface PickItem {
  value: string
  label: string
  /** How it is drawn; the label alone when absent. */
  shown?: ReactNode
  /** At the right, quiet. */
  hint?: string
}

/** The items whose label contains all that was typed, those that start with it first. */
export function narrowed(items: readonly PickItem[], typed: string): readonly PickItem[] {
  const words = typed.trim().toLocaleLowerCase()
  if (words === '') return items
  const found = items.filter(({ label }) => label.toLocaleLowerCase().includes(words))
  const starts = (item: PickItem) => Number(item.label.toLocaleLowerCase().startsWith(words))
  return found.toSorted((one, other) => starts(other) - starts(one))
}

/** The item that a digit chooses: the first nine have one, while nothing was typed. */
export function itemOfDigit(items: readonly PickItem[], key: string, typed: string): PickItem | undefined {
  return typed === '' && /^[1-9]$/.test(key) ? items[Number(key) - 1] : undefined
}
