import { type Actor, mayPass } from '@caseloom/contract/permissions'

/** Guarded fields that a view leaves out. A symbol: it never becomes JSON, and a view without it counts as whole. */
export const WITHHELD: unique symbol = Symbol('withheld')

interface Guarding {
  guarded: readonly { id: string; readers: readonly string[]; removed: boolean }[]
}

/** Ids of the fields that nobody hands to this actor: not theirs to read, or no longer part of the app. */
export function withheldFrom({ guarded }: Guarding, actor: Actor): string[] {
  return guarded.flatMap(({ id, readers, removed }) => (removed || !mayPass(actor, readers) ? [id] : []))
}

/** Guarded fields of the app that are not the actor's to read; removed ones keep their readers. */
export function closedFields({ guarded }: Guarding, actor: Actor): string[] {
  return guarded.flatMap(({ id, readers }) => (mayPass(actor, readers) ? [] : [id]))
}

/** True when nothing that was handed out is closed. */
export function isOpenTo(
  closed: readonly string[],
  { withheld = [] }: { withheld?: readonly string[] },
): boolean {
  return closed.every((id) => withheld.includes(id))
}
