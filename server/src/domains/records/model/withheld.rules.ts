/** Guarded fields that a view leaves out. A symbol: it never becomes JSON, and a view without it counts as whole. */
export const WITHHELD: unique symbol = Symbol('withheld')

/** True when nothing that was handed out is closed. */
export function isOpenTo(
  closed: readonly string[],
  { withheld = [] }: { withheld?: readonly string[] },
): boolean {
  return closed.every((id) => withheld.includes(id))
}
