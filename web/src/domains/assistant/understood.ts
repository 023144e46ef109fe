import type { Understood } from '@caseloom/contract/assistant/assistant'
import type { Filter } from '@caseloom/contract/values/filter'
import { stringifySearch } from '../../data/search-params.ts'

type Chip = Understood['chips'][number]

export function isRemovable({ kind }: Chip): boolean {
  return kind === 'filter' || kind === 'text' || kind === 'sort'
}

/** The list for the given parts of a question; null if the page supports none of them. */
export function addressOf({ subject }: Understood, chips: readonly Chip[]): string {
  const isList = /\/search(?:\/[^/?]+)?$/.test(subject.to)
  if (!isList) return subject.to
  const filters = chips.flatMap(({ filter }) =>
    filter === null ? [] : 'all' in filter ? filter.all : [filter],
  )
  const value = (kind: Chip['kind']) => chips.find((chip) => chip.kind === kind)?.value ?? undefined
  return `${subject.to}${stringifySearch({
    filter: filters.length === 0 ? undefined : JSON.stringify(plainList(filters)),
    q: value('text'),
    sort: value('sort'),
    panel: value('group') === undefined ? undefined : 'facets',
  })}`
}

/** A conjunction becomes a list in the URL, so that each chip can be edited. */
function plainList(filters: readonly Filter[]): unknown {
  return filters.every((filter) => 'field' in filter) ? filters : { all: filters }
}
