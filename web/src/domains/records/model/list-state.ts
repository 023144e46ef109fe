import { textsOf } from '../../../data/search-params.ts'

/** The state of a list in the URL; list-search.ts parses it. */
export interface ListState {
  /** Conditions that must all match as a list, or any other filter as is. */
  filter?: string
  q?: string
  sort?: string
  /** Columns in order, `*` before pinned ones, `:` before a width. */
  cols?: string
  /** Field of the groups, with `.day`, `.week`, or `.month` for dates. */
  group?: string
  /** `board`: cards in columns instead of rows; `group` names the field of the columns. */
  show?: string
  /** Values of collapsed groups; `-` is the empty one. */
  folded?: string
  /** `1`: similar records in one row. */
  similar?: string
  /** `facets`: the panel beside the list. */
  panel?: string
  /** `1`, in a saved view: the URL replaces the view's own state. */
  own?: string
}

export function readListState(search: Record<string, unknown>): ListState {
  return textsOf(search, 'filter', 'q', 'sort', 'cols', 'group', 'show', 'folded', 'similar', 'panel', 'own')
}
