import type { Part, Product } from '@caseloom/testkit/product'
import { readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'

export type Victim = Exclude<Part, 'launcher'>
export const VICTIMS: readonly Victim[] = ['worker', 'web', 'engine', 'database']
export const BACK_WITHIN_MS = 180_000

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
  // Readiness is the web's. On a busy machine a worker takes half a minute longer, and calls that it had in flight are
  // heard late: both lie within the time in which it was away.
  for (const until = Date.now() + BACK_WITHIN_MS; !(await workerListens(product)); await pause()) {
    if (Date.now() > until) throw new Error(`The worker takes no runs:\n${product.printed()}`)
  }
  kill.readyAt = Date.now()
  return kill
}

/** Whether the worker takes runs of the engine. */
export function workerListens({ dataDir }: Product): Promise<boolean> {
  // Written by the launcher: the ports of a data folder by name.
  const ports = JSON.parse(readFileSync(join(dataDir, 'data/ports.json'), 'utf8')) as { worker: number }
  return new Promise((resolve) => {
    const socket = createConnection(ports.worker, '127.0.0.1')
    const answer = (listens: boolean) => {
      socket.destroy()
      resolve(listens)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
  })
}

/** The delay between two polls of a product that sends no notifications. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100))
}
