import type { Spot } from './board-columns.ts'

/** The card on the page; null while it isn't drawn. */
export function cardElement({ column, id }: Spot): HTMLElement | null {
  const parts = document.querySelectorAll<HTMLElement>('[data-column-key]')
  const section = [...parts].find(({ dataset }) => dataset['columnKey'] === column)
  return section?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? null
}

/** False while the card isn't drawn. Its column scrolls to it, the board to its column. */
export function focusCard(spot: Spot): boolean {
  const card = cardElement(spot)
  const link = card?.querySelector<HTMLElement>('a[href]')
  link?.focus({ preventScroll: true })
  card?.closest('section')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return link !== undefined && link === document.activeElement
}
