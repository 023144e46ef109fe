import type { Place } from './parse-messages.ts'

/** Why content can't be read as values. */
export class ParseFault extends Error {
  readonly code: string
  readonly at: Place | null

  constructor(code: string, message: string, at: Place | null = null) {
    super(at === null ? message : `${wordsOf(at)}: ${message}`)
    this.code = code
    this.at = at
  }
}

function wordsOf({ line, column }: Place): string {
  return column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`
}

export function unreadable(message: string, at: Place | null = null): ParseFault {
  return new ParseFault('file.unreadable', message, at)
}

export function tooLarge(message: string, at: Place | null = null): ParseFault {
  return new ParseFault('step.too_large', message, at)
}

/** An option that doesn't fit; like every bad input, it names its property. */
export function badOption(name: string, message: string): ParseFault {
  return new ParseFault('step.bad_input', `${name}: ${message}`)
}

/** Where an offset lies in a text, whose first line may stand further down. */
export function placeAt(text: string, offset: number, firstLine = 1): Place {
  const before = text.slice(0, offset)
  return {
    line: firstLine + (before.match(/\r\n?|\n/g)?.length ?? 0),
    column: offset - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')),
  }
}
