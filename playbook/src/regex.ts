import { RE2JS } from 're2js'
import { type Budget, spend } from './budget.ts'
import { ExpressionError } from './expression-error.ts'

const MAX_PROGRAM = 2_000
const CACHE_SIZE = 200
const READS_PER_STEP = 8

/** A text that counts how often the matcher reads it: the exact work of a match, the same on every machine. */
class CountedText extends String {
  reads = 0
  override charCodeAt(index: number): number {
    this.reads += 1
    return super.charCodeAt(index)
  }
  override indexOf(part: string, from?: number): number {
    const found = super.indexOf(part, from)
    this.reads += ((found < 0 ? this.length : found) - (from ?? 0)) >> 4
    return found
  }
}

const programs = new Map<string, RE2JS>()

function compile(source: string, flags: string): RE2JS {
  const key = `${flags}/${source}`
  const known = programs.get(key)
  if (known) return known
  const program = build(source, flags)
  if (programs.size >= CACHE_SIZE) {
    const oldest = programs.keys().next()
    if (!oldest.done) programs.delete(oldest.value)
  }
  programs.set(key, program)
  return program
}

function build(source: string, flags: string): RE2JS {
  let program: RE2JS
  try {
    const mode =
      (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('m') ? RE2JS.MULTILINE : 0)
    program = RE2JS.compile(RE2JS.translateRegExp(source), mode)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ExpressionError(
      'expression.syntax',
      `The regular expression /${source}/ isn’t supported: ${why}`,
    )
  }
  if (program.programSize() > MAX_PROGRAM) {
    throw new ExpressionError('expression.limit', `The regular expression /${source}/ is too large`)
  }
  return program
}

/** Refuses a regular expression that the linear-time matcher does not know (look-ahead, back references). */
export function checkRegex(regex: RegExp): void {
  compile(regex.source, regex.flags)
}

/** Whether a pattern is found in a text, in time linear in its length; throws what `checkRegex` throws. */
export function isFound(pattern: string, text: string): boolean {
  return compile(pattern, '').matcher(text).find()
}

/** What JSONata asks of a regular expression: `exec` from `lastIndex` on. */
export type RegexEngine = new (
  regex: RegExp,
) => { lastIndex: number; exec(text: string): RegExpExecArray | null }

/** A linear-time stand-in for RegExp whose work is charged to the budget. */
export function regexEngine(budget: Budget): RegexEngine {
  return class {
    lastIndex = 0
    readonly #program: RE2JS
    #text: CountedText | undefined
    constructor(regex: RegExp) {
      this.#program = compile(regex.source, regex.flags)
    }
    exec(text: string): RegExpExecArray | null {
      if (this.lastIndex > text.length) {
        this.lastIndex = 0
        return null
      }
      if (this.#text === undefined || this.#text.valueOf() !== text) this.#text = new CountedText(text)
      const counted = this.#text
      counted.reads = 0
      // re2js asks only whether its input is a string object; its types want a primitive.
      const matcher = this.#program.matcher(counted as unknown as string)
      const found = matcher.find(this.lastIndex)
      const groups: (string | undefined)[] = []
      if (found)
        for (let group = 0; group <= matcher.groupCount(); group++)
          groups.push(matcher.group(group) ?? undefined)
      spend(budget, 1 + Math.ceil((counted.reads * (1 + this.#program.programSize() / 64)) / READS_PER_STEP))
      if (!found) {
        this.lastIndex = 0
        return null
      }
      this.lastIndex = matcher.end()
      // Only the indexed groups, `index` and `length` are read by JSONata.
      return Object.assign(groups, { index: matcher.start(), input: text }) as unknown as RegExpExecArray
    }
  }
}
