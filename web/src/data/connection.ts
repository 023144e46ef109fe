let lost = false
const listeners = new Set<() => void>()

/** Every request reports whether the server was reachable; any response counts. */
export function reportConnection(reached: boolean): void {
  if (lost === !reached) return
  lost = !reached
  for (const listener of listeners) listener()
}

/** True since the last request that didn't reach the server. */
export function connectionLost(): boolean {
  return lost
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
