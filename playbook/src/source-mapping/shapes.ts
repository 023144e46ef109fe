import { ipBits } from '@caseloom/contract/values/formats'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { isTopLevelDomain } from '@caseloom/contract/values/top-level-domains'

/** What a value looks like, whatever its name. */
export type Shape =
  | 'ip'
  | 'hash'
  | 'url'
  | 'email'
  | 'domain'
  | 'account'
  | 'mac'
  | 'time'
  | 'localTime'
  | 'epochSeconds'
  | 'epochMillis'
  | 'technique'
  | 'id'
  | 'number'
  | 'truth'
  | 'words'
  | 'word'

const FORMS: readonly [Shape, RegExp][] = [
  ['url', /^(?:https?|ftps?):\/\/\S{3,4000}$/i],
  ['email', /^[\w.+%'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}-]{2,24}$/u],
  ['hash', /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i],
  ['mac', /^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i],
  ['technique', /^T\d{4}(?:\.\d{3})?$/],
  ['time', /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/],
  ['localTime', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?$/],
  ['account', /^[A-Za-z][\w.-]{0,30}\\[\w.$-]{1,64}$/],
]
const IDS = [
  /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i,
  /^(?:[a-z]{2,12}[:_])+[\w:.-]*\d[\w:.-]*$/i,
  /^arn:\S+$/,
]
const SECONDS = { from: 1_000_000_000, to: 4_000_000_000 }

/** The shape of one plain value. */
export function shapeOf(value: JsonValue): Shape {
  if (typeof value === 'boolean') return 'truth'
  if (typeof value === 'number') return numberShape(value)
  if (typeof value !== 'string') return 'words'
  const text = value.trim()
  if (/^\d{9,13}(?:\.\d+)?$/.test(text)) return numberShape(Number(text))
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return 'number'
  if (ipBits(text) !== null) return 'ip'
  const known = FORMS.find(([, form]) => form.test(text))
  if (known !== undefined) return known[0]
  if (isDomain(text)) return 'domain'
  if (IDS.some((form) => form.test(text))) return 'id'
  return /\s/.test(text) ? 'words' : 'word'
}

function numberShape(value: number): Shape {
  if (value >= SECONDS.from && value < SECONDS.to) return 'epochSeconds'
  if (value >= SECONDS.from * 1000 && value < SECONDS.to * 1000) return 'epochMillis'
  return 'number'
}

function isDomain(text: string): boolean {
  if (!/^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,62})\.){1,8}[\p{L}-]{2,24}$/u.test(text)) return false
  return isTopLevelDomain(text.slice(text.lastIndexOf('.') + 1).toLowerCase())
}

/** Shapes of values that a point in time can be read from. */
export const TIME_SHAPES: ReadonlySet<Shape> = new Set(['time', 'localTime', 'epochSeconds', 'epochMillis'])

/** Shapes of values that are observables, whatever they are called. */
export const OBSERVABLE_SHAPES: ReadonlySet<Shape> = new Set([
  'ip',
  'hash',
  'url',
  'email',
  'domain',
  'account',
  'mac',
])
