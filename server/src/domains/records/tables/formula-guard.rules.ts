/** What makes a spreadsheet interpret a cell as a formula, even after apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const DEFUSED = /^'+[=+\-@\t\r\n＝＋－＠]/
/** A negative number is no formula. */
const NUMBER = /^-\d+(\.\d+)?$/

/** The cell as a spreadsheet may open it: what would be a formula gets an apostrophe before it. */
export function defused(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}

/** The cell before `defused`. */
export function undefused(cell: string): string {
  return DEFUSED.test(cell) ? cell.slice(1) : cell
}
