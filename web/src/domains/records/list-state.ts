import { textsOf } from '../../data/search-params.ts'

/** The state of a list as it stands in the address; list-search.ts tells what the texts mean. */
export interface ListState {
  /** Conditions that must all hold as a list, or any other filter as it is. */
  filter?: string
  q?: string
  sort?: string
  /** Columns in their order, `*` before those kept in sight, `:` before a width. */
  cols?: string
  /** `facets`: the panel beside the list. */
  panel?: string
  /** `1`, in a saved view: the address says it all, and the view's own state no longer counts. */
  own?: string
}

/** Takes the texts of a list's state from an address. */
export function readListState(search: Record<string, unknown>): ListState {
  return textsOf(search, 'filter', 'q', 'sort', 'cols', 'panel', 'own')
}
