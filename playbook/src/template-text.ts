import { ExpressionError } from './expression-error.ts'

/** A piece of a text: literal, or the expression between `{%` and `%}` with its offset in the text. */
export type Piece = { kind: 'text'; text: string } | { kind: 'expression'; source: string; offset: number }

/** Splits a text into literal and expression pieces; throws when an expression is not closed or empty. */
export function splitTemplate(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (;;) {
    const open = text.indexOf('{%', from)
    if (open < 0) break
    if (open > from) pieces.push({ kind: 'text', text: text.slice(from, open) })
    const close = endOfExpression(text, open + 2)
    if (close < 0)
      throw new ExpressionError(
        'expression.syntax',
        'An expression that starts with {% must end with %}',
        open,
      )
    const source = text.slice(open + 2, close)
    if (source.trim() === '')
      throw new ExpressionError('expression.syntax', 'The expression between {% and %} is empty', open)
    pieces.push({ kind: 'expression', source, offset: open + 2 })
    from = close + 2
  }
  if (from < text.length || pieces.length === 0) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/** The only piece when a text is nothing but one expression and white space around it. */
export function wholeExpression(pieces: readonly Piece[]): (Piece & { kind: 'expression' }) | undefined {
  const meant = pieces.filter((piece) => piece.kind === 'expression' || piece.text.trim() !== '')
  const [only] = meant
  return meant.length === 1 && only?.kind === 'expression' ? only : undefined
}

// `%}` inside a quoted text, a quoted name or a comment does not close the expression.
function endOfExpression(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const char = text[index]
    if (char === '%' && text[index + 1] === '}') return index
    if (char === '"' || char === "'" || char === '`') {
      const end = endOfQuote(text, index, char)
      if (end < 0) return text.indexOf('%}', index)
      index = end
    } else if (char === '/' && text[index + 1] === '*') {
      const end = text.indexOf('*/', index + 2)
      if (end < 0) return -1
      index = end + 1
    }
  }
  return -1
}

function endOfQuote(text: string, open: number, quote: string): number {
  for (let index = open + 1; index < text.length; index++) {
    if (text[index] === '\\' && quote !== '`') index += 1
    else if (text[index] === quote) return index
  }
  return -1
}
