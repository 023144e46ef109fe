/** A value with the ones before and after it. */
export interface Undoable<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** The kind of the last change; changes of the same kind in a row are one undo step. */
  by: string | null
}

const MOST = 200

export function undoable<T>(present: T): Undoable<T> {
  return { past: [], present, future: [], by: null }
}

/** Two changes with the same `by` in a row are one undo step (typing in one input). */
export function change<T>(state: Undoable<T>, present: T, by: string | null): Undoable<T> {
  if (present === state.present) return state
  const joins = by !== null && by === state.by
  const past = joins ? state.past : [...state.past, state.present].slice(-MOST)
  return { past, present, future: [], by }
}

export function undo<T>(state: Undoable<T>): Undoable<T> {
  const present = state.past.at(-1)
  if (present === undefined) return state
  return { past: state.past.slice(0, -1), present, future: [state.present, ...state.future], by: null }
}

export function redo<T>(state: Undoable<T>): Undoable<T> {
  const [present, ...future] = state.future
  if (present === undefined) return state
  return { past: [...state.past, state.present], present, future, by: null }
}
