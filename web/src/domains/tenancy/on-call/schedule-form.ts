import {
  type OnCallHours,
  type OnCallLayer,
  type OnCallSchedule,
  OnCallScheduleInput,
} from '@caseloom/contract/tenancy/on-call'
import { turnsOf } from '@caseloom/contract/values/on-call'
import { foldText } from '@caseloom/contract/values/normalize-text'
import { addDays, dateAt, weekdayOf } from './calendar.ts'

const DAY = 86_400_000

/** A layer while it is edited: numbers as they are typed. */
export interface LayerDraft {
  /** Stays with the layer while others move. */
  id: string
  name: string
  people: readonly string[]
  startsOn: string
  handoff: string
  count: string
  unit: OnCallLayer['turn']['unit']
  hours: readonly OnCallHours[]
}

export interface ScheduleDraft {
  name: string
  key: string
  zone: string
  layers: readonly LayerDraft[]
}

export const NEW_HOURS: OnCallHours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }

export function draftOf(
  schedule: OnCallSchedule | undefined,
  { zone, now, first }: { zone: string; now: number; first: string },
): ScheduleDraft {
  if (schedule === undefined)
    return { name: '', key: '', zone, layers: [newLayer('1', first, dateAt(now, zone))] }
  const { name, key, layers } = schedule
  return {
    name,
    key,
    zone: schedule.zone,
    layers: layers.map(({ turn, ...layer }, at) => ({
      ...layer,
      id: String(at + 1),
      count: String(turn.count),
      unit: turn.unit,
    })),
  }
}

/** A weekly rotation whose turns begin on the Monday of the present week. */
export function newLayer(id: string, name: string, today: string): LayerDraft {
  const startsOn = addDays(today, 1 - weekdayOf(today))
  return { id, name, people: [], startsOn, handoff: '08:00', count: '1', unit: 'week', hours: [] }
}

/** An id that no layer has. */
export function freshId(layers: readonly LayerDraft[]): string {
  return String(Math.max(0, ...layers.map(({ id }) => Number(id))) + 1)
}

/** `SOC on call` becomes `soc_on_call`. */
export function keyOfName(name: string): string {
  return foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 32)
}

/** Faults by place: `name`, `layers.0.people`. */
export type Faults = ReadonlyMap<string, string>

/** The schedule that a draft describes, or what is wrong with it. */
export function readDraft(
  { name, key, zone, layers }: ScheduleDraft,
  words: { noPeople: string },
): { input: OnCallScheduleInput; faults: Faults } | { input: null; faults: Faults } {
  const parsed = OnCallScheduleInput.safeParse({ name, key, zone, layers: layers.map(layerOf) })
  if (parsed.success) return { input: parsed.data, faults: new Map() }
  const faults = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const place = path.join('.').replace(/\.turn\.count$/, '.count')
    const isPeople = place.endsWith('.people')
    if (!faults.has(place)) faults.set(place, isPeople ? words.noPeople : message)
  }
  return { input: null, faults }
}

function layerOf({ id: _id, count, unit, ...layer }: LayerDraft) {
  return { ...layer, turn: { count: Number(count), unit } }
}

/** The next turns of a layer as it is edited: person and instant; none while it can't be read. */
export function upcomingTurns(
  layer: LayerDraft,
  zone: string,
  now: number,
): { userId: string; from: number }[] {
  const count = Number(layer.count)
  const isReadable =
    layer.people.length > 0 &&
    Number.isInteger(count) &&
    count >= 1 &&
    count <= 52 &&
    /^\d{4}-\d{2}-\d{2}$/.test(layer.startsOn) &&
    /^\d{2}:\d{2}$/.test(layer.handoff)
  if (!isReadable) return []
  const { people, startsOn, handoff, unit } = layer
  const days = count * (unit === 'week' ? 7 : 1)
  const begin = Math.max(now, Date.parse(`${startsOn}T00:00:00Z`) - DAY)
  // Handoffs, not shifts: the hours of a layer don't change whose turn it is.
  const whole = { people, startsOn, handoff, turn: { count, unit }, hours: [] }
  return turnsOf(zone, whole, { from: begin, to: begin + (3 * days + 2) * DAY })
    .filter(({ from }) => from >= begin || from <= now)
    .slice(0, 3)
    .map(({ userId, from }) => ({ userId, from }))
}

export function withPlace<Item>(list: readonly Item[], from: number, by: 1 | -1): Item[] {
  const to = from + by
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}
