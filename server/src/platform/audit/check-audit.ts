import type { SystemScope } from '../database/types.ts'
import { countsByDay, type SealRow, sealDigest, sealsOf } from './audit.store.ts'
import { computeDay, firstRetainedDay } from './seal-audit.ts'

export type SealFault = { day: string; reason: 'root_differs' | 'count_differs' | 'chain_broken' }
export interface AuditCheck {
  /** Sealed days. */
  days: number
  /** Entries that stand in the days compared. */
  entries: number
  /** Entries since the last sealed day. */
  unsealed: number
  faults: SealFault[]
}

/** Compares every sealed day of an account with its entries, and each seal with the one before. */
export async function checkAuditOf(
  system: SystemScope,
  accountId: string,
  now = new Date(),
): Promise<AuditCheck> {
  const { seals, counts } = await system.read(async (tx) => ({
    seals: await sealsOf(tx, accountId),
    counts: await countsByDay(tx, accountId),
  }))
  const lastDay = seals.at(-1)?.day ?? ''
  const firstRetained = firstRetainedDay(now)
  const faults = [...brokenChain(seals), ...strangers(seals, counts, lastDay)]
  let entries = 0
  for (const seal of seals) {
    // Older entries were deleted by design; their seals hold the chain together.
    if (seal.day < firstRetained) continue
    const found = await computeDay(system, seal)
    entries += found.entries
    if (found.entries !== seal.entries) faults.push({ day: seal.day, reason: 'count_differs' })
    else if (found.root !== seal.root) faults.push({ day: seal.day, reason: 'root_differs' })
  }
  const unsealed = counts.filter((each) => each.day > lastDay)
  return {
    days: seals.length,
    entries,
    unsealed: unsealed.reduce((sum, each) => sum + each.entries, 0),
    faults: faults.sort((a, b) => (a.day < b.day ? -1 : 1)),
  }
}

function brokenChain(seals: readonly SealRow[]): SealFault[] {
  return seals.flatMap((seal, index): SealFault[] => {
    const before = seals[index - 1]
    const expected = before === undefined ? null : sealDigest(before)
    return seal.previous === expected ? [] : [{ day: seal.day, reason: 'chain_broken' }]
  })
}

/** Days up to the last sealed one that had no entries when they ended, and have some now. */
function strangers(
  seals: readonly SealRow[],
  counts: readonly { day: string }[],
  lastDay: string,
): SealFault[] {
  const sealed = new Set(seals.map((seal) => seal.day))
  const added = counts.filter(({ day }) => day <= lastDay && !sealed.has(day))
  return added.map(({ day }) => ({ day, reason: 'count_differs' }))
}
