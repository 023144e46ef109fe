import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language'

/** Tokenizer state; `inside` is false in the literal text of a template. */
export interface TokenState {
  inside: boolean
  comment: boolean
  quote: string | null
  /** A slash divides after a value and starts a regular expression otherwise. */
  afterValue: boolean
}

const WORDS: Record<string, string> = {
  and: 'keyword',
  or: 'keyword',
  in: 'keyword',
  function: 'keyword',
  λ: 'keyword',
  true: 'bool',
  false: 'bool',
  null: 'null',
}
const NAME = /^[A-Za-z_λ][\w]*/
const NUMBER = /^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/
const OPERATOR = /^(?::=|!=|<=|>=|~>|\*\*|\.\.|[-+*/%&=<>.?:;,@#^|~!])/

/** Reads one token; strings and comments may span lines. */
function readExpression(stream: StringStream, state: TokenState, closes: boolean): string | null {
  if (state.comment) return readComment(stream, state)
  if (state.quote !== null) return readQuote(stream, state)
  if (stream.eatSpace()) return null
  if (closes && stream.match('%}')) {
    state.inside = false
    state.afterValue = false
    return 'meta'
  }
  if (stream.match('/*')) {
    state.comment = true
    return readComment(stream, state)
  }
  const next = stream.peek() ?? ''
  if (next === '"' || next === "'" || next === '`') {
    stream.next()
    state.quote = next
    return readQuote(stream, state)
  }
  return readPlain(stream, state)
}

function readPlain(stream: StringStream, state: TokenState): string | null {
  const before = state.afterValue
  state.afterValue = true
  if (!before && stream.match(/^\/(?![*])(?:[^/\\\n]|\\.)+\/[im]*/)) return 'regexp'
  if (stream.match(NUMBER)) return 'number'
  if (stream.match(/^\${1,2}[\w]*/)) {
    const name = stream.current()
    return name.length > 1 && stream.match(/^\s*\(/, false) ? 'variableName.function' : 'variableName.special'
  }
  if (stream.match(NAME)) {
    const kind = WORDS[stream.current()] ?? 'propertyName'
    state.afterValue = kind !== 'keyword'
    return kind
  }
  if (stream.match(/^[)\]}]/)) return 'bracket'
  state.afterValue = false
  if (stream.match(/^[([{]/)) return 'bracket'
  if (stream.match(OPERATOR)) return 'operator'
  stream.next()
  return 'invalid'
}

function readComment(stream: StringStream, state: TokenState): string {
  while (!stream.eol()) {
    if (stream.match('*/')) {
      state.comment = false
      return 'comment'
    }
    stream.next()
  }
  return 'comment'
}

function readQuote(stream: StringStream, state: TokenState): string {
  const { quote } = state
  while (!stream.eol()) {
    const char = stream.next()
    if (char === '\\' && quote !== '`') stream.next()
    else if (char === quote) {
      state.quote = null
      state.afterValue = true
      break
    }
  }
  return quote === '`' ? 'propertyName' : 'string'
}

const fresh = (inside: boolean): TokenState => ({ inside, comment: false, quote: null, afterValue: false })

export const expressionParser: StreamParser<TokenState> = {
  name: 'expression',
  startState: () => fresh(true),
  copyState: (state) => ({ ...state }),
  token: (stream, state) => readExpression(stream, state, false),
}

export const templateParser: StreamParser<TokenState> = {
  name: 'template',
  startState: () => fresh(false),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.inside) return readExpression(stream, state, true)
    if (stream.match('{%')) {
      state.inside = true
      state.afterValue = false
      return 'meta'
    }
    while (!stream.eol() && !stream.match('{%', false)) stream.next()
    return null
  },
}

export const expressionLanguage = StreamLanguage.define(expressionParser)
export const templateLanguage = StreamLanguage.define(templateParser)
