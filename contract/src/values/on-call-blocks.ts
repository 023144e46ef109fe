import { lanesOf, type OnCallLane, type OnCallPlan, type OnCallSpan, turnsOf } from './on-call-turns.ts'

/** Someone who takes the shifts of a lane for a time, instead of the person whose turn it is. */
export interface OnCallCover extends OnCallSpan {
  id: string
  layer: string
  shift: string | null
  userId: string
}

/** When someone can't be on call. */
export interface OnCallAbsence extends OnCallSpan {
  userId: string
}

/** What changes the turns of a plan. */
export interface OnCallChanges {
  /** In the order in which they were made: where two overlap, the later one counts. */
  covers: readonly OnCallCover[]
  absences: readonly OnCallAbsence[]
  /** People of the plan who can no longer act in the tenant. */
  inactive: ReadonlySet<string>
}

/** Part of a lane with one person; a gap when that person is away or inactive. */
export interface OnCallBlock extends OnCallSpan {
  layer: string
  shift: string | null
  userId: string
  /** The override that makes it. */
  cover: string | null
  /** Whose turn it would be without the override. */
  insteadOf: string | null
  gap: 'away' | 'inactive' | null
}

/** Part of the result: the first lane that has someone. */
export interface OnCallResult extends OnCallBlock {
  /** The gap in an earlier lane because of which this person is on call. */
  standsIn: Pick<OnCallBlock, 'layer' | 'shift' | 'userId'> | null
}

/** A shift that no one has, with a person who could take it. */
export interface OnCallGap extends OnCallSpan {
  layer: string
  shift: string | null
  userId: string
  reason: 'away' | 'inactive'
  proposal: string | null
}

/** The blocks of every lane that touch the span, each lane's in their order. */
export function blocksOf(plan: OnCallPlan, changes: OnCallChanges, span: OnCallSpan): OnCallBlock[] {
  return lanesOf(plan).flatMap((lane) => blocksOfLane(plan.zone, lane, changes, span))
}

function blocksOfLane(
  zone: string,
  lane: OnCallLane,
  changes: OnCallChanges,
  span: OnCallSpan,
): OnCallBlock[] {
  const place = { layer: lane.layer.key, shift: lane.shift?.key ?? null }
  const covers = changes.covers.filter(({ layer, shift }) => layer === place.layer && shift === place.shift)
  return turnsOf(zone, lane, span).flatMap((turn) => {
    let parts: OnCallBlock[] = [{ ...place, ...turn, cover: null, insteadOf: null, gap: null }]
    for (const cover of covers) {
      const own = { from: Math.max(cover.from, turn.from), to: Math.min(cover.to, turn.to) }
      if (own.to <= own.from) continue
      const taken = { ...place, ...own, userId: cover.userId, cover: cover.id }
      parts = [...without(parts, own), { ...taken, insteadOf: turn.userId, gap: null }]
    }
    return parts
      .sort((one, other) => one.from - other.from)
      .flatMap((part) => withGaps(part, changes))
      .filter(({ from, to }) => to > span.from && from < span.to)
  })
}

function without<Part extends OnCallSpan>(parts: readonly Part[], { from, to }: OnCallSpan): Part[] {
  return parts.flatMap((part) =>
    [
      { ...part, to: Math.min(part.to, from) },
      { ...part, from: Math.max(part.from, to) },
    ].filter((rest) => rest.to > rest.from),
  )
}

function withGaps(block: OnCallBlock, { absences, inactive }: OnCallChanges): OnCallBlock[] {
  if (inactive.has(block.userId)) return [{ ...block, gap: 'inactive' }]
  let present = [block]
  const away: OnCallBlock[] = []
  for (const absence of absences) {
    if (absence.userId !== block.userId) continue
    const rest = without(present, absence)
    for (const part of present) {
      const over = { from: Math.max(part.from, absence.from), to: Math.min(part.to, absence.to) }
      if (over.to > over.from) away.push({ ...part, ...over, gap: 'away' })
    }
    present = rest
  }
  return [...present, ...joined(away)].sort((one, other) => one.from - other.from)
}

/** Two absences that meet are one gap. */
function joined(gaps: readonly OnCallBlock[]): OnCallBlock[] {
  const whole: OnCallBlock[] = []
  for (const gap of [...gaps].sort((one, other) => one.from - other.from)) {
    const last = whole.at(-1)
    if (last !== undefined && last.to === gap.from) whole[whole.length - 1] = { ...last, to: gap.to }
    else whole.push(gap)
  }
  return whole
}

/** At every instant of the span, the person of the first lane that has one; where none has, the first gap. */
export function resultOf(plan: OnCallPlan, blocks: readonly OnCallBlock[], span: OnCallSpan): OnCallResult[] {
  const lanes = lanesOf(plan).map(({ layer, shift }) => ({
    at: 0,
    blocks: blocks.filter((one) => one.layer === layer.key && one.shift === (shift?.key ?? null)),
  }))
  const edges = new Set([span.from, span.to])
  for (const { from, to } of blocks)
    for (const edge of [from, to]) if (edge > span.from && edge < span.to) edges.add(edge)
  const sorted = [...edges].sort((one, other) => one - other)
  const result: OnCallResult[] = []
  for (const [index, from] of sorted.entries()) {
    const to = sorted[index + 1]
    if (to === undefined) break
    const here = lanes.flatMap((lane) => {
      while ((lane.blocks[lane.at]?.to ?? Number.POSITIVE_INFINITY) <= from) lane.at += 1
      const block = lane.blocks[lane.at]
      return block !== undefined && block.from <= from ? [block] : []
    })
    addResult(result, here, { from, to })
  }
  return result
}

function addResult(result: OnCallResult[], here: readonly OnCallBlock[], span: OnCallSpan): void {
  const first = here[0]
  const block = here.find(({ gap }) => gap === null) ?? first
  if (block === undefined || first === undefined) return
  const { layer, shift, userId } = first
  const standsIn = block === first ? null : { layer, shift, userId }
  const last = result.at(-1)
  const isSame =
    last?.to === span.from &&
    last.userId === block.userId &&
    last.layer === block.layer &&
    last.shift === block.shift &&
    last.cover === block.cover &&
    last.gap === block.gap &&
    last.standsIn?.layer === standsIn?.layer &&
    last.standsIn?.shift === standsIn?.shift &&
    startsWithin(last, block)
  if (isSame) result[result.length - 1] = { ...last, to: span.to }
  else result.push({ ...block, ...span, standsIn })
}

/** Two turns of one person that follow each other are two parts: a handoff to oneself. */
function startsWithin(last: OnCallResult, block: OnCallBlock): boolean {
  return block.from < last.to
}

/** Hours that each person is on call in the span. */
export function hoursOf(result: readonly OnCallResult[], span: OnCallSpan): Map<string, number> {
  const hours = new Map<string, number>()
  for (const { userId, gap, from, to } of result) {
    const millis = Math.min(to, span.to) - Math.max(from, span.from)
    if (gap === null && millis > 0) hours.set(userId, (hours.get(userId) ?? 0) + millis / 3_600_000)
  }
  return hours
}

interface Picture {
  plan: OnCallPlan
  changes: OnCallChanges
  blocks: readonly OnCallBlock[]
  /** As hoursOf counts them. */
  hours: ReadonlyMap<string, number>
}

/** The gaps of all lanes, each with the person of its layer who has the least to do and is free. */
export function gapsOf({ plan, changes, blocks, hours }: Picture): OnCallGap[] {
  return blocks.flatMap((block) => {
    const { layer, shift, userId, from, to, gap: reason } = block
    if (reason === null) return []
    const people = plan.layers.find(({ key }) => key === layer)?.people ?? []
    const free = [...new Set(people)].filter(
      (person) =>
        person !== userId &&
        !changes.inactive.has(person) &&
        !changes.absences.some((away) => away.userId === person && away.from < to && away.to > from) &&
        !blocks.some((one) => one.userId === person && one.gap === null && one.from < to && one.to > from),
    )
    const [proposal = null] = free.sort((one, other) => (hours.get(one) ?? 0) - (hours.get(other) ?? 0))
    return [{ layer, shift, userId, from, to, reason, proposal }]
  })
}

/** Who is on call at an instant, in the order of the lanes; those of one layer when it is named. */
export function onCallAt(
  plan: OnCallPlan,
  changes: OnCallChanges,
  { at, layer }: { at: number; layer?: string | undefined },
): OnCallBlock[] {
  const layers = plan.layers.filter(({ key }) => layer === undefined || key === layer)
  return blocksOf({ ...plan, layers }, changes, { from: at, to: at + 1 }).filter(({ gap }) => gap === null)
}
