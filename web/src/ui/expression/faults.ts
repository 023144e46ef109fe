import type { Mark } from './CodeEditor.tsx'

/** What is wrong with an expression, and where, from 0. */
export interface ExpressionFault {
  message: string
  position?: number | undefined
}

/** Underlines each fault where it is, or all of the text. */
export function marksOf(faults: readonly ExpressionFault[], length: number): Mark[] {
  return faults.map(({ message, position }) => ({
    from: Math.max(0, position ?? 0),
    to: position === undefined ? length : Math.max(0, position) + 1,
    message,
    severity: 'error',
  }))
}

/** A fault in words, with its place. */
export function placedMessage(
  { message, position }: ExpressionFault,
  t: (key: 'atCharacter', values: { message: string; at: number }) => string,
): string {
  return position === undefined ? message : t('atCharacter', { message, at: position + 1 })
}
