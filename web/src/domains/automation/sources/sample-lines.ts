import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { pathPart } from '@caseloom/playbook/source-mapping/leaves'

/** One line of an event as it is shown. */
export interface SampleLine {
  depth: number
  /** The key with its colon. */
  lead: string
  text: string
  /** What an expression calls the value; null for brackets and values without a path. */
  path: string | null
}

const MAX_LINES = 2_000
const MAX_TEXT = 160

/** An event as lines of JSON, each value with its path. */
export function sampleLines(event: JsonObject): SampleLine[] {
  const lines: SampleLine[] = []
  write(event, { lines, depth: 0, lead: '', path: '', tail: '' })
  return lines
}

interface At {
  lines: SampleLine[]
  depth: number
  lead: string
  /** Null below a key that no expression can name. */
  path: string | null
  tail: string
}

function write(value: JsonValue, at: At): void {
  if (at.lines.length >= MAX_LINES) return
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)
  if (isJsonObject(value)) writeParts(objectParts(value, at.path), ['{', '}'], at)
  else if (Array.isArray(value) && !isPlainList) {
    const parts = value.map((one, index) => ({
      lead: '',
      value: one,
      path: at.path === null ? null : `${at.path}[${index}]`,
    }))
    writeParts(parts, ['[', ']'], at)
  } else {
    const text = JSON.stringify(value)
    const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
    const { depth, lead, path, tail, lines } = at
    lines.push({ depth, lead, text: `${shown}${path === null ? tail : ''}`, path })
  }
}

interface Part {
  lead: string
  value: JsonValue
  path: string | null
}

function objectParts(value: JsonObject, path: string | null): Part[] {
  return Object.entries(value).map(([key, inner]) => {
    const part = pathPart(key)
    const whole = part === null || path === null ? null : path === '' ? part : `${path}.${part}`
    return { lead: `${JSON.stringify(key)}: `, value: inner, path: whole }
  })
}

function writeParts(parts: readonly Part[], [open, close]: [string, string], at: At): void {
  const { lines, depth, lead, tail } = at
  lines.push({ depth, lead, text: open, path: null })
  for (const [index, part] of parts.entries())
    write(part.value, { lines, depth: depth + 1, ...part, tail: index < parts.length - 1 ? ',' : '' })
  lines.push({ depth, lead: '', text: `${close}${tail}`, path: null })
}
