let lost = false
const listeners = new Set<() => void>()

/** Every request tells whether the server was reached; whatever it answered counts. */
export function tellConnection(reached: boolean): void {
  if (lost === !reached) return
  lost = !reached
  for (const listener of listeners) listener()
}

/** True since the last request that reached nobody. */
export function connectionLost(): boolean {
  return lost
}

/** Calls back when the connection is lost or found again. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
