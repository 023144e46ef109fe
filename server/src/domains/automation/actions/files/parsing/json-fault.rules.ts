/** The offset where a text stops being JSON (RFC 8259): its length if it ends too early, null if it is JSON. */
export function jsonFault(text: string): number | null {
  const scan = new JsonScan(text)
  while (scan.step());
  return scan.fault
}

const BLANK = /[ \t\n\r]*/y
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
// oxlint-disable-next-line no-control-regex -- the characters that RFC 8259 requires to be escaped
const PLAIN = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

type Want = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'next'

/** No recursion: a text can be nested as deeply as it is long. */
class JsonScan {
  fault: number | null = null
  readonly #text: string
  readonly #closers: ('}' | ']')[] = []
  #at = 0
  #want: Want = 'value'

  constructor(text: string) {
    this.#text = text
  }

  /** Reads one token; false at the end or at a fault. */
  step(): boolean {
    this.#skip(BLANK)
    const isWhole = this.#want === 'next' && this.#closers.length === 0
    if (this.#at === this.#text.length && isWhole) return false
    const start = this.#at
    if (!isWhole && this.#token(this.#text[start])) return true
    // Inside of a string, the fault is further on than where the string begins.
    this.fault = Math.max(start, this.#at)
    return false
  }

  #token(character: string | undefined): boolean {
    const closer = this.#closers.at(-1)
    const mayEnd = this.#want === 'next' || this.#want.endsWith('or end')
    if (mayEnd && closer !== undefined && character === closer) {
      this.#closers.pop()
      return this.#take('next')
    }
    if (this.#want === 'next') return character === ',' && this.#take(closer === '}' ? 'key' : 'value')
    if (this.#want === 'colon') return character === ':' && this.#take('value')
    if (this.#want.startsWith('key')) return character === '"' && this.#string('colon')
    return this.#value(character)
  }

  #value(character: string | undefined): boolean {
    if (character === '"') return this.#string('next')
    if (character === '{' || character === '[') {
      this.#closers.push(character === '{' ? '}' : ']')
      return this.#take(character === '{' ? 'key or end' : 'value or end')
    }
    if (!this.#skip(SCALAR)) return false
    this.#want = 'next'
    return true
  }

  #string(then: Want): boolean {
    this.#at += 1
    do this.#skip(PLAIN)
    while (this.#skip(ESCAPE))
    return this.#text[this.#at] === '"' && this.#take(then)
  }

  #take(then: Want): true {
    this.#at += 1
    this.#want = then
    return true
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const isFound = pattern.test(this.#text)
    if (isFound) this.#at = pattern.lastIndex
    return isFound
  }
}
