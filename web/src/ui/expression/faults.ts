import type { Mark } from './CodeEditor.tsx'

/** What is wrong with an expression, and where, from 0. */
export interface ExpressionFault {
  message: string
  position?: number | undefined
}

/** Underlines the word at each fault, or all of the text. */
export function marksOf(faults: readonly ExpressionFault[], text: string): Mark[] {
  return faults.map(({ message, position }) => {
    const from = Math.max(0, position ?? 0)
    const word = /^\.?\w*/.exec(text.slice(from))?.[0].length ?? 0
    return {
      from,
      to: position === undefined ? text.length : from + Math.max(word, 1),
      message,
      severity: 'error',
    }
  })
}

/** A fault in words, with its place. */
export function placedMessage(
  { message, position }: ExpressionFault,
  t: (key: 'atCharacter', values: { message: string; at: number }) => string,
): string {
  return position === undefined ? message : t('atCharacter', { message, at: position + 1 })
}
