/** Last used first, then by name in locale order. */
export function lastFirst<Item extends { id: string; name: string }>(
  items: readonly Item[],
  lastId: string | null | undefined,
): Item[] {
  return [...items].sort((one, other) => {
    if (one.id === lastId || other.id === lastId) return one.id === lastId ? -1 : 1
    return one.name.localeCompare(other.name, 'en', { numeric: true, sensitivity: 'base' })
  })
}

/** The choices whose name or note holds every word that is typed, in any order and case. */
export function matching<Item extends { name: string; note?: string | undefined }>(
  items: readonly Item[],
  typed: string,
): Item[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return items.filter((item) => {
    const text = `${item.name} ${item.note ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
