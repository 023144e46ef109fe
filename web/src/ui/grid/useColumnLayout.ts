import { useState } from 'react'
import { type ColumnLayout, NO_LAYOUT } from './grid-column.ts'

/** Stored in this browser by name, for example `records.<app id>`. */
export function useColumnLayout(name: string): [ColumnLayout, (layout: ColumnLayout) => void] {
  const key = `caseloom.columns.${name}`
  const [state, setState] = useState({ key, layout: read(key) })
  const layout = state.key === key ? state.layout : read(key)
  const set = (next: ColumnLayout) => {
    setState({ key, layout: next })
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Without storage the layout isn't remembered.
    }
  }
  return [layout, set]
}

function read(key: string): ColumnLayout {
  try {
    return parseLayout(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return NO_LAYOUT
  }
}

/** Validates a stored layout; anything unexpected is dropped. */
export function parseLayout(stored: unknown): ColumnLayout {
  if (typeof stored !== 'object' || stored === null) return NO_LAYOUT
  // Narrowed below.
  const { order, hidden, widths, pinned, chosen } = stored as Record<string, unknown>
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  const sizes =
    typeof widths === 'object' && widths !== null
      ? Object.fromEntries(
          Object.entries(widths).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
        )
      : {}
  return {
    order: texts(order),
    hidden: texts(hidden),
    widths: sizes,
    ...(Array.isArray(pinned) ? { pinned: texts(pinned) } : {}),
    ...(chosen === true ? { chosen } : {}),
  }
}
