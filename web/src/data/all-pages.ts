interface Page<Item> {
  items: readonly Item[]
  next: string | null
}

/** Everything that a paged route lists. `read` gets the paging part of the query. */
export async function allPages<Item>(
  read: (paging: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = await read({ limit: 200 }); ; page = await read({ limit: 200, cursor: page.next })) {
    items.push(...page.items)
    if (page.next === null) return items
  }
}
