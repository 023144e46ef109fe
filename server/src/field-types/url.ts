import type { JsonValue } from '@caseloom/contract/kernel/json'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import { plainText, trimmedCell } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import type { ParsedValue } from './parsed-value.ts'
import { issue, wrongType } from './parsing.ts'

const MAX_LENGTH = 8_000

export const urlType: ServerFieldType<'url'> = {
  parse: (_field, raw) => parse(raw),
  convert: { toText: String, fromText: (text) => text },
}

export const urlKinds = {
  url: {
    sqlType: 'text',
    sortColumn: true,
    sortType: 'text',
    searched: (value) => (typeof value === 'string' ? [value] : []),
    toCell: plainText,
    fromCell: trimmedCell,
  },
} satisfies Record<string, KindRules>

function parse(raw: JsonValue): ParsedValue {
  if (typeof raw !== 'string') return wrongType('an address')
  if (raw.length > MAX_LENGTH)
    return issue('too_long', `At most ${MAX_LENGTH} characters`, { max: MAX_LENGTH })
  const value = cleanText(raw)
  const blank = [...value].some((character) => character <= ' ' || character === '\u007f')
  const parsed = blank ? null : URL.parse(value)
  if (parsed === null || parsed.hostname === '') return issue('invalid_url', 'Invalid URL')
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    return issue('invalid_url', 'The URL must start with http:// or https://')
  }
  return { value }
}
