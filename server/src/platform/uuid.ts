import { randomBytes, randomFillSync } from 'node:crypto'

let lastMillis = 0
let sequence = 0

/** Random bytes are fetched for many IDs at a time: the call costs more than the bytes. */
const pool = Buffer.alloc(4096)
let used = pool.length

function random8(): Buffer {
  if (used + 8 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 8
  return pool.subarray(used - 8, used)
}

/** A UUIDv7 (RFC 9562): sorts by creation time, also within one millisecond of this process. */
export function newId(now: number = Date.now()): string {
  const millis = Math.max(now, lastMillis)
  sequence = millis === lastMillis ? sequence + 1 : randomBytes(2).readUInt16BE() & 0x07ff
  lastMillis = sequence > 0x0fff ? millis + 1 : millis
  if (sequence > 0x0fff) sequence = 0
  const time = lastMillis.toString(16).padStart(12, '0')
  const random = random8()
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const tail = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

/** The smallest id of a moment: ids are UUIDv7, so that it splits a table by age along its primary key. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** An id of a moment that is past: sorts by that moment, and by the order (0–4095) within it. */
export function idAt(ms: number, order: number): string {
  const first = firstIdAt(ms)
  return `${first.slice(0, 15)}${(order & 0xfff).toString(16).padStart(3, '0')}${newId().slice(18)}`
}
