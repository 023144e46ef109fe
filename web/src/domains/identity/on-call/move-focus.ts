import type { KeyboardEvent } from 'react'

/** Arrow keys move between blocks: left and right in a lane, up and down to the block of another lane that is nearest. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || !target.matches('[data-block]')) return
  const goal = goalOf(target, key)
  if (goal === undefined) return
  event.preventDefault()
  goal.focus()
}

function goalOf(block: HTMLElement, key: string): HTMLElement | undefined {
  const row = block.closest('[data-lane]')
  if (row === null) return undefined
  const here = blocksIn(row)
  const at = here.indexOf(block)
  if (key === 'ArrowRight') return here[at + 1]
  if (key === 'ArrowLeft') return here[at - 1]
  if (key === 'Home') return here[0]
  if (key === 'End') return here.at(-1)
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  const rows = [...(row.parentElement?.querySelectorAll('[data-lane]') ?? [])]
  const from = rows.indexOf(row)
  const others = key === 'ArrowDown' ? rows.slice(from + 1) : rows.slice(0, from).reverse()
  const next = others.map(blocksIn).find((blocks) => blocks.length > 0) ?? []
  return [...next].sort((one, other) => distance(block, one) - distance(block, other))[0]
}

function blocksIn(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('[data-block]')]
}

function distance(one: HTMLElement, other: HTMLElement): number {
  const { left } = one.getBoundingClientRect()
  return Math.abs(other.getBoundingClientRect().left - left)
}
