import type { OnCallLayer, OnCallScheduleView } from '@caseloom/contract/identity/on-call'

type Layer = Omit<OnCallLayer, 'people'> & { people: string[] }

/** What the dialog edits; the key only of a new schedule. */
export interface ScheduleForm {
  name: string
  zone: string
  layers: Layer[]
}

export const ALL_DAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/** A new layer: one person after the other, week by week. */
export function newLayer(layers: readonly Layer[], today: string): Layer {
  return {
    key: freeKey('layer', layers),
    name: '',
    people: [],
    rotation: { every: 'week', length: 1, day: 1, time: '08:00', start: today },
    shifts: [],
  }
}

export function newShift(layer: Layer): Layer['shifts'][number] {
  const last = layer.shifts.at(-1)
  return {
    key: freeKey('shift', layer.shifts),
    name: '',
    days: [...ALL_DAYS],
    from: last?.to ?? '08:00',
    to: last?.from ?? '17:00',
  }
}

function freeKey(word: string, named: readonly { key: string }[]): string {
  for (let number = named.length + 1; ; number += 1) {
    const key = `${word}_${number}`
    if (!named.some((one) => one.key === key)) return key
  }
}

export function formOf({ name, zone, layers }: OnCallScheduleView): ScheduleForm {
  return { name, zone, layers: layers.map((layer) => ({ ...layer, people: [...layer.people] })) }
}

/** The key that follows from a name: letters, digits, and `_`. */
export function keyOfName(name: string): string {
  const key = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
  return key.slice(0, 32).replace(/_+$/, '')
}

/** The list with one entry replaced, or without it. */
export function changedAt<Item>(list: readonly Item[], at: number, item: Item | null): Item[] {
  return list.flatMap((one, index) => (index === at ? (item === null ? [] : [item]) : [one]))
}

/** The list with an entry one place earlier. */
export function movedUp<Item>(list: readonly Item[], at: number): Item[] {
  const item = list[at]
  const before = list[at - 1]
  if (item === undefined || before === undefined) return [...list]
  return list.map((one, index) => (index === at - 1 ? item : index === at ? before : one))
}
