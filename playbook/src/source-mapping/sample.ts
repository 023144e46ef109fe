// What someone pastes as an example of a source: which format it is in, and the events in it.
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { type LogFormat, parseLogLine } from '../log-lines.ts'
import { jsonFaultLine } from './json-fault.ts'

export const MAX_SAMPLE_BYTES = 5 * 1024 * 1024
/** Events of a sample that are read; a longer list shows nothing more about its fields. */
const MAX_EVENTS = 200
/** Keys under which senders put several events into one delivery. */
const LIST_KEYS = new Set(
  'alerts events records value items findings results incidents detections data entries messages logs'.split(
    ' ',
  ),
)

/** Keys of the object in which some senders put that list. */
const WRAPPERS = new Set(['data', 'detail', 'result', 'body'])

export type SampleFormat = 'json' | 'jsonLines' | LogFormat

export interface Sample {
  format: SampleFormat
  /** The first events, in their order. */
  events: readonly JsonObject[]
  /** Keys that lead to the list of events in a delivery; empty for a list itself, null when a delivery is one event. */
  list: readonly string[] | null
  /** A delivery that carries the sample. */
  payload: JsonValue
}

export interface SampleFault {
  code: 'empty' | 'too_large' | 'json' | 'unknown' | 'no_fields'
  /** Counts from 1. */
  line: number
}

export type ReadSample = { ok: true; sample: Sample } | { ok: false; fault: SampleFault }

const faulty = (code: SampleFault['code'], line = 1): ReadSample => ({ ok: false, fault: { code, line } })

/** Reads a pasted sample; a fault names the first line that can't be read. */
export function readSample(text: string): ReadSample {
  if (text.length > MAX_SAMPLE_BYTES || new TextEncoder().encode(text).length > MAX_SAMPLE_BYTES)
    return faulty('too_large')
  const bare = text.replace(/^\uFEFF/, '').trimEnd()
  if (bare.trim() === '') return faulty('empty')
  return /^\s*[[{]/.test(bare) && !/^\s*\[[^\]]*\]\s*\w+=/.test(bare) ? readJson(bare) : readLines(bare)
}

function readJson(text: string): ReadSample {
  const whole = parsed(text)
  if (whole.ok) return ofJson(whole.value)
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const isLines = lines.length > first + 1 && parsed(lines[first] ?? '').ok
  return isLines ? readJsonLines(lines) : faulty('json', whole.line)
}

function readJsonLines(lines: readonly string[]): ReadSample {
  const events: JsonObject[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const read = parsed(line)
    if (!read.ok) return faulty('json', at + 1)
    if (!hasFields(read.value)) return faulty('no_fields', at + 1)
    if (events.length < MAX_EVENTS) events.push(read.value)
  }
  return { ok: true, sample: { format: 'jsonLines', events, list: [], payload: events } }
}

function ofJson(payload: JsonValue): ReadSample {
  const list = listIn(payload)
  const found = list === null ? [payload] : valueAt(payload, list)
  const events = (Array.isArray(found) ? found : []).filter(hasFields).slice(0, MAX_EVENTS)
  if (events.length === 0) return faulty('no_fields')
  return { ok: true, sample: { format: 'json', events, list, payload } }
}

function readLines(text: string): ReadSample {
  const events: JsonObject[] = []
  const formats = new Set<LogFormat>()
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = parseLogLine(line)
    if (read === null) return faulty('unknown', at + 1)
    formats.add(read.format)
    if (events.length < MAX_EVENTS) events.push(read.fields)
  }
  const [format = 'keyValue'] = formats
  return { ok: true, sample: { format, events, list: null, payload: { message: text } } }
}

function hasFields(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0
}

function valueAt(value: JsonValue, keys: readonly string[]): JsonValue {
  return keys.reduce<JsonValue>((at, key) => (isJsonObject(at) ? (at[key] ?? null) : null), value)
}

/** Where a delivery has its events: itself, one of its keys, or one of theirs. */
function listIn(payload: JsonValue): readonly string[] | null {
  if (Array.isArray(payload)) return []
  if (!isJsonObject(payload)) return null
  const own = listKey(payload)
  if (own !== null) return [own]
  for (const [key, value] of Object.entries(payload)) {
    const inner = isJsonObject(value) && WRAPPERS.has(key) ? listKey(value) : null
    if (inner !== null) return [key, inner]
  }
  return null
}

function listKey(object: JsonObject): string | null {
  const found = Object.entries(object).filter(
    ([key, value]) =>
      LIST_KEYS.has(key.toLowerCase()) && Array.isArray(value) && value.length > 0 && value.every(hasFields),
  )
  const [only] = found
  return only === undefined || found.length > 1 ? null : only[0]
}

function parsed(text: string): { ok: true; value: JsonValue } | { ok: false; line: number } {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue } // what JSON.parse returns
  } catch {
    // The fault names the line.
    return { ok: false, line: jsonFaultLine(text) }
  }
}
