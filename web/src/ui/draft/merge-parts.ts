import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { isSameSharing, rebaseSharing } from '../sharing/rebase-sharing.ts'

/** One part of a form, as both people began with it, as one has it now, and as the other saved it. */
export interface Sides {
  base: unknown
  mine: unknown
  theirs: unknown
}

export interface MergedPart {
  /** In a conflict, mine. */
  value: unknown
  isConflict: boolean
}

/** Merges one part: who alone changed it decides. Sharing lists are merged grant by grant. */
export function mergePart(part: string, sides: Sides): MergedPart {
  const { base, mine, theirs } = sides
  if (same(mine, theirs) || same(base, theirs)) return { value: mine, isConflict: false }
  if (same(base, mine)) return { value: theirs, isConflict: false }
  return part === 'sharing' ? mergeSharing(sides) : { value: mine, isConflict: true }
}

/** Where the order of who applies their changes first doesn't matter, both are in the result. */
function mergeSharing(sides: Sides): MergedPart {
  const base = sharingOf(sides.base)
  const mine = sharingOf(sides.mine)
  const theirs = sharingOf(sides.theirs)
  const value = rebaseSharing(base, mine, theirs)
  return { value, isConflict: !isSameSharing(value, rebaseSharing(base, theirs, mine)) }
}

// The part of this name is a sharing in every form; absent means that it is open to everyone.
const sharingOf = (value: unknown): Sharing => (value ?? null) as Sharing

export interface MergedParts<Form> {
  /** Both sides' changes; in conflicts, mine. */
  merged: Form
  conflicts: readonly string[]
}

/** Merges a form that two people changed, part by part. */
export function mergeParts<Form extends object>(base: Form, mine: Form, theirs: Form): MergedParts<Form> {
  const [before, own, other] = [bagOf(base), bagOf(mine), bagOf(theirs)]
  const conflicts: string[] = []
  const parts = Object.keys({ ...own, ...other }).map((part) => {
    const { value, isConflict } = mergePart(part, {
      base: before[part],
      mine: own[part],
      theirs: other[part],
    })
    if (isConflict) conflicts.push(part)
    return [part, value] as const
  })
  // Each part comes from a form of this type.
  return { merged: Object.fromEntries(parts) as Form, conflicts }
}

function bagOf(form: object): Record<string, unknown> {
  return { ...form }
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
