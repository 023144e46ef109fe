import { textParam } from '../../../data/search-params.ts'

const VIEWS = ['list', 'problems'] as const
const MODES = ['trace', 'impact'] as const

/** What the address of the canvas says. Absent: the map, nothing chosen, all kinds. */
export interface CanvasSearch {
  view?: (typeof VIEWS)[number]
  /** The chosen piece. */
  piece?: string
  mode?: (typeof MODES)[number]
  q?: string
  /** Kinds that are left out, separated by commas. */
  without?: string
}

export function readCanvasSearch(search: Record<string, unknown>): CanvasSearch {
  const view = VIEWS.find((one) => one === search['view'])
  const mode = MODES.find((one) => one === search['mode'])
  const piece = textParam(search, 'piece')
  const q = textParam(search, 'q')
  const without = textParam(search, 'without')
  return {
    ...(view === undefined ? {} : { view }),
    ...(piece === undefined ? {} : { piece }),
    ...(mode === undefined ? {} : { mode }),
    ...(q === undefined ? {} : { q }),
    ...(without === undefined ? {} : { without }),
  }
}
