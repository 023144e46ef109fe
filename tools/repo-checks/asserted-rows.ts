import type { Fault, SourceFile } from './rules.ts'

/** How many statements of the server assert the type of their rows instead of parsing them. The number only shrinks. */
export const ASSERTED_ROWS = 0

const COUNTED = /^server\/src\/.*(?<!\.(?:test|deep|fixture))\.ts$/
const ASSERTED = /\.(?:query|ask)</g

/** `tx.query<Row>` trusts the statement; `tx.rows(Row, …)` parses what it gave. */
export function assertedRowFaults(files: readonly SourceFile[], allowed = ASSERTED_ROWS): Fault[] {
  const counted = files.filter(({ path }) => COUNTED.test(path))
  const found = counted.reduce((sum, { text }) => sum + (text.match(ASSERTED)?.length ?? 0), 0)
  if (found === allowed) return []
  const at = 'tools/repo-checks/asserted-rows.ts'
  if (found < allowed) return [{ at, text: `down to ${found}: lower ASSERTED_ROWS` }]
  return [
    { at, text: `${found} statements assert their rows, ${allowed} are allowed: parse them by tx.rows` },
  ]
}
