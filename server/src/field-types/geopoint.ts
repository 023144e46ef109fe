import { isJsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { compareDecimals, decimalText } from '@caseloom/contract/values/decimal'
import { plainText, trimmedCell } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import type { ParsedValue } from './parsed-value.ts'
import { issue } from './parsing.ts'

/** Seven decimal places of a degree are a centimeter on the ground. */
const MAX_DECIMALS = 7
/** Longer than any point that is meant. */
const MAX_LENGTH = 100
const POINT = /^([+-]?[\d.]+)\s*[,;\s]\s*([+-]?[\d.]+)$/

export const geopointType: ServerFieldType<'geopoint'> = {
  parse: (_field, raw) => parse(raw),
  convert: { toText: String, fromText: (text) => text },
}

export const geopointKinds = {
  geopoint: {
    // Its one form, so that equal points are equal texts.
    sqlType: 'text',
    index: (column) => `btree (${column}, id)`,
    toCell: plainText,
    fromCell: trimmedCell,
  },
} satisfies Record<string, KindRules>

/** `52.52, 13.405`, or `{"latitude": 52.52, "longitude": 13.405}`. */
function parse(raw: JsonValue): ParsedValue {
  const [latitude = null, longitude = null] = partsOf(raw).map(decimalText)
  if (latitude === null || longitude === null)
    return issue('invalid_geopoint', 'Expected a latitude and longitude such as 52.52, 13.405')
  if (isBeyond(latitude, '90')) return issue('out_of_range', 'The latitude must be from −90 to 90')
  if (isBeyond(longitude, '180')) return issue('out_of_range', 'The longitude must be from −180 to 180')
  if ([latitude, longitude].some((part) => (part.split('.')[1]?.length ?? 0) > MAX_DECIMALS))
    return issue('too_precise', `At most ${MAX_DECIMALS} decimal places`, { decimals: MAX_DECIMALS })
  return { value: `${latitude}, ${longitude}` }
}

function partsOf(raw: JsonValue): JsonValue[] {
  if (isJsonObject(raw)) return [raw['latitude'] ?? null, raw['longitude'] ?? null]
  return typeof raw === 'string' && raw.length <= MAX_LENGTH ? (POINT.exec(raw.trim())?.slice(1) ?? []) : []
}

function isBeyond(degrees: string, most: string): boolean {
  return compareDecimals(degrees, most) > 0 || compareDecimals(degrees, `-${most}`) < 0
}
