import type { Part, Product } from '@caseloom/testkit/product'

export type Victim = Exclude<Part, 'launcher'>
export const VICTIMS: readonly Victim[] = ['worker', 'web', 'engine', 'database']
const BACK_WITHIN_MS = 180_000

/** One kill; times are milliseconds since 1970. */
export interface Kill {
  victim: Part
  at: number
  /** When the product said that it was ready again. */
  readyAt: number
  /** When the next delivery was accepted whose sending began after the kill. */
  acceptedAt: number | null
}

/** Kills a part with SIGKILL and waits until the launcher has brought it up again. Throws when it does not. */
export async function killOne(product: Product, victim: Victim): Promise<Kill> {
  const before = new Set(product.pids(victim))
  const kill: Kill = { victim, at: Date.now(), readyAt: 0, acceptedAt: null }
  product.kill(victim)
  const isBack = () => product.pids(victim).some((pid) => !before.has(pid))
  for (const until = Date.now() + BACK_WITHIN_MS; !isBack(); await pause()) {
    if (Date.now() > until) throw new Error(`The ${victim} was not started again:\n${product.printed()}`)
  }
  await product.ready()
  kill.readyAt = Date.now()
  return kill
}

/** Between two looks at a product that tells nothing by itself. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100))
}
