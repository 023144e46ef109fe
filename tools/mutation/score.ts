import type { RoomScore, Survivor } from './run-room.ts'

const brief = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}

function lineOf({ file, line, kind, original, replacement, reached }: Survivor): string {
  const note = reached ? '' : '  (no test runs it)'
  return `  ${file}:${line}  ${kind}: ${brief(original)} → ${brief(replacement)}${note}`
}

/** Killed mutants of all that ran, in percent. */
export function percentOf({ killed, survived }: RoomScore): number {
  const all = killed + survived.length
  return all === 0 ? 0 : (killed / all) * 100
}

/** What the tests of each room have to notice, in percent. */
const LEAST = 90

export function suffices(score: RoomScore): boolean {
  return percentOf(score) >= LEAST
}

/** The score of a room and the mutants that no test noticed. */
export function linesOf(score: RoomScore): string[] {
  const all = score.killed + score.survived.length
  const skipped = score.skipped > 0 ? `, ${score.skipped} skipped for time` : ''
  const head = `${score.name}: ${percentOf(score).toFixed(1)} % (${score.killed} of ${all} mutants killed${skipped})`
  return [head, ...score.survived.map(lineOf)]
}

/** One line for all rooms. */
export function summaryOf(scores: readonly RoomScore[]): string {
  return `mutation score: ${scores.map((score) => `${score.name} ${percentOf(score).toFixed(1)} %`).join(', ')}`
}
