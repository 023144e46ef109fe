/** Thrown where the fast way cannot continue; the expression is then evaluated by JSONata from the start. */
export class Leave extends Error {}

export type Sequence = unknown[] & { sequence?: true; keepSingleton?: true; cons?: true }

/** A list that becomes its only item, or nothing, when an evaluation gives it. */
export function sequence(): Sequence {
  const list: Sequence = []
  list.sequence = true
  return list
}

export function isSequence(value: unknown): value is Sequence {
  return Array.isArray(value) && (value as Sequence).sequence === true
}

/** Whether JSONata would take a value for one of its functions. */
export function looksCallable(value: object): boolean {
  const marks = value as { _jsonata_function?: unknown; _jsonata_lambda?: unknown }
  return marks._jsonata_function === true || marks._jsonata_lambda === true
}

/** The value of a property: of an object, or of all objects in a list. */
export function lookup(input: unknown, key: string): unknown {
  if (typeof input !== 'object' || input === null) return undefined
  if (!Array.isArray(input)) {
    return Object.hasOwn(input, key) && !looksCallable(input)
      ? (input as Record<string, unknown>)[key]
      : undefined
  }
  const result = sequence()
  for (let index = 0; index < input.length; index++) {
    const found = lookup(input[index], key)
    if (found === undefined) continue
    if (Array.isArray(found)) for (let inner = 0; inner < found.length; inner++) result.push(found[inner])
    else result.push(found)
  }
  return result
}

/** A number that can be counted with; infinity is an error in JSONata. */
export function isNumeric(value: unknown): value is number {
  if (typeof value !== 'number' || Number.isNaN(value)) return false
  if (!Number.isFinite(value)) throw new Leave()
  return true
}

/** JSONata's truth value of anything but undefined. */
export function truth(value: unknown): boolean {
  if (value === undefined) return false
  if (Array.isArray(value)) return value.length === 1 ? truth(value[0]) : value.some((item) => truth(item))
  if (typeof value === 'string') return value.length > 0
  if (isNumeric(value)) return value !== 0
  if (typeof value === 'object' && value !== null)
    return !looksCallable(value) && Object.keys(value).length > 0
  return value === true
}

export function deepEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => deepEqual(item, right[index]))
  }
  // A list compared with an object compares property names, the length of the list among them.
  const names = Object.getOwnPropertyNames(left).sort()
  const others = Object.getOwnPropertyNames(right).sort()
  if (names.length !== others.length) return false
  for (let index = 0; index < names.length; index++) if (names[index] !== others[index]) return false
  return names.every((name) => deepEqual(Reflect.get(left, name), Reflect.get(right, name)))
}

/** A filter's answer for an item at an index: truth, or one of the positions that it names. */
export function keeps(answer: unknown, index: number, length: number): number {
  const positions = isNumeric(answer) ? [answer] : answer
  if (Array.isArray(positions) && positions.every((one) => isNumeric(one))) {
    let times = 0
    for (const position of positions) {
      const floor = Math.floor(position)
      if ((floor < 0 ? length + floor : floor) === index) times += 1
    }
    return times
  }
  return truth(answer) ? 1 : 0
}

/** How a number or truth value reads in a text. */
export function scalarText(value: number | boolean): string {
  if (typeof value === 'boolean') return String(value)
  if (!isNumeric(value)) throw new Leave()
  return JSON.stringify(Number.isInteger(value) ? value : Number(value.toPrecision(15)))
}
