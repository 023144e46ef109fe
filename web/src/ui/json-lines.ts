/** One token of a JSON line. */
export interface JsonToken {
  kind: 'key' | 'string' | 'number' | 'word' | 'mark'
  text: string
}

export interface JsonLine {
  depth: number
  tokens: JsonToken[]
}

/** Longer texts are truncated in the view; copying takes the full value. */
export const LONGEST_TEXT = 2000

export function jsonLines(value: unknown): JsonLine[] {
  const lines: JsonLine[] = []
  write(value, { lines, depth: 0, lead: [], tail: '' })
  return lines
}

interface Place {
  lines: JsonLine[]
  depth: number
  lead: JsonToken[]
  tail: string
}

function write(value: unknown, place: Place): void {
  const { lines, depth, lead, tail } = place
  const isList = Array.isArray(value)
  if (isList || (typeof value === 'object' && value !== null)) {
    const entries: [string | null, unknown][] = isList
      ? value.map((each) => [null, each])
      : Object.entries(value as Record<string, unknown>) // an object that is no list
    const [open, close] = isList ? ['[', ']'] : ['{', '}']
    if (entries.length === 0) {
      lines.push({ depth, tokens: [...lead, mark(`${open}${close}${tail}`)] })
      return
    }
    lines.push({ depth, tokens: [...lead, mark(open)] })
    entries.forEach(([key, each], index) => {
      const name: JsonToken[] = key === null ? [] : [{ kind: 'key', text: JSON.stringify(key) }, mark(': ')]
      write(each, { lines, depth: depth + 1, lead: name, tail: index < entries.length - 1 ? ',' : '' })
    })
    lines.push({ depth, tokens: [mark(`${close}${tail}`)] })
    return
  }
  lines.push({ depth, tokens: [...lead, scalar(value), ...(tail === '' ? [] : [mark(tail)])] })
}

function mark(text: string): JsonToken {
  return { kind: 'mark', text }
}

function scalar(value: unknown): JsonToken {
  if (typeof value === 'string') {
    const text = JSON.stringify(value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value)
    return { kind: 'string', text }
  }
  if (typeof value === 'number') return { kind: 'number', text: String(value) }
  return { kind: 'word', text: value === true || value === false ? String(value) : 'null' }
}
