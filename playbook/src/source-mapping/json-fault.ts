type Wants = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'end'

const TOKEN =
  // oxlint-disable-next-line no-control-regex -- JSON forbids them in texts
  /[ \t\r\n]*(?:("(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y

/** The line of the first character that isn't JSON, from 1: engines word their faults differently, and some without a place. */
export function jsonFaultLine(text: string): number {
  const scanner = new Scanner()
  TOKEN.lastIndex = 0
  let end = 0
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    if (!scanner.takes(token[1] !== undefined, token[3] ?? null)) break
    end = TOKEN.lastIndex
  }
  const rest = text.slice(end)
  const at = end + (rest.length - rest.trimStart().length)
  return text.slice(0, at).split('\n').length
}

/** What may come next in a JSON text. */
class Scanner {
  readonly #open: ('{' | '[')[] = []
  #wants: Wants = 'value'

  takes(isText: boolean, sign: string | null): boolean {
    const next = this.#next(isText, sign)
    if (next === null) return false
    this.#wants = next
    return true
  }

  #next(isText: boolean, sign: string | null): Wants | null {
    const wants = this.#wants
    if (wants === 'value' || wants === 'valueOrEnd') {
      if (sign === null) return this.#after()
      if (sign === '{' || sign === '[') {
        this.#open.push(sign)
        return sign === '{' ? 'keyOrEnd' : 'valueOrEnd'
      }
      return wants === 'valueOrEnd' ? this.#closes(sign) : null
    }
    if (wants === 'colon') return sign === ':' ? 'value' : null
    if (wants === 'key' || wants === 'keyOrEnd') {
      if (isText) return 'colon'
      return wants === 'keyOrEnd' && sign !== null ? this.#closes(sign) : null
    }
    if (wants === 'end' || sign === null) return null
    if (sign === ',') return this.#open.at(-1) === '{' ? 'key' : 'value'
    return this.#closes(sign)
  }

  #closes(sign: string): Wants | null {
    const open = this.#open.at(-1)
    if (open === undefined || (open === '{' ? '}' : ']') !== sign) return null
    this.#open.pop()
    return this.#after()
  }

  #after(): Wants {
    return this.#open.length === 0 ? 'end' : 'commaOrEnd'
  }
}
