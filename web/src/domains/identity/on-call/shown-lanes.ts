import type {
  OnCallAway,
  OnCallOverride,
  OnCallRange,
  OnCallScheduleView,
} from '@caseloom/contract/identity/on-call'
import { type CalendarDay, placeIn } from './calendar.ts'
import type { BlockKind } from './OnCallBlock.tsx'

/** A block with all that its card says. */
export interface ShownBlock {
  id: string
  kind: BlockKind
  place: { start: number; width: number }
  /** Null for times away, which belong to no layer. */
  layer: string | null
  shift: string | null
  userId: string
  from: string
  to: string
  override: OnCallOverride | null
  away: OnCallAway | null
  insteadOf: string | null
  /** The person because of whose gap this one is on call. */
  standsIn: string | null
  gap: 'away' | 'inactive' | null
}

export interface ShownLane {
  id: string
  blocks: ShownBlock[]
}

type Part = Omit<ShownBlock, 'id' | 'place'>

/** The rows of the grid: the result, one per layer or shift, overrides, and times away. */
export function shownLanes(schedule: OnCallScheduleView, range: OnCallRange, days: readonly CalendarDay[]) {
  const overrides = new Map<string, OnCallOverride>(range.overrides.map((one) => [one.id, one]))
  const lane = (id: string, parts: readonly Part[]): ShownLane => ({
    id,
    blocks: parts.flatMap((part, at) => {
      const place = placeIn(days, { from: Date.parse(part.from), to: Date.parse(part.to) })
      return place === null ? [] : [{ ...part, id: `${id} ${part.from} ${at}`, place }]
    }),
  })
  const partOf = (block: OnCallRange['blocks'][number]): Part => {
    const override = block.override === null ? null : (overrides.get(block.override) ?? null)
    const kind = block.gap !== null ? 'gap' : override === null ? 'turn' : 'override'
    const { layer, shift, userId, from, to, insteadOf, gap } = block
    return { kind, layer, shift, userId, from, to, override, away: null, insteadOf, standsIn: null, gap }
  }
  const result = range.result.map((part): Part => {
    const standsIn = part.standsIn?.userId ?? null
    const shown = partOf(part)
    return { ...shown, standsIn, kind: standsIn === null ? shown.kind : 'gap' }
  })
  return {
    result: lane('result', result),
    layers: schedule.layers.map((layer) => ({
      layer,
      lanes: (layer.shifts.length === 0 ? [null] : layer.shifts).map((shift) => ({
        shift,
        lane: lane(
          `${layer.key}/${shift?.key ?? ''}`,
          range.blocks
            .filter((one) => one.layer === layer.key && one.shift === (shift?.key ?? null))
            .map(partOf),
        ),
      })),
    })),
    overrides: lane(
      'overrides',
      range.overrides.map((override): Part => {
        const { layer, shift, userId, from, to } = override
        const common = { away: null, insteadOf: null, standsIn: null, gap: null }
        return { kind: 'override', layer, shift, userId, from, to, override, ...common }
      }),
    ),
    away: lane(
      'away',
      range.away.map((away): Part => {
        const { userId, from, to } = away
        const common = {
          layer: null,
          shift: null,
          override: null,
          insteadOf: null,
          standsIn: null,
          gap: null,
        }
        return { kind: 'away', userId, from, to, away, ...common }
      }),
    ),
  }
}
