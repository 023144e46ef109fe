import { OCCASIONS, type Occasion } from '@caseloom/contract/apps/workflow'
import type { RuleOutcome } from '@caseloom/contract/apps/workflow-runs'

/** An outcome as it is stored; whether it is hidden depends on the reader. */
export type StoredOutcome = Exclude<RuleOutcome, 'hidden'>

/** What is stored of a run: why it ran, and the outcomes of the rules in order, by the workflow's revision. */
export interface RunCode {
  cause: Occasion
  outcomes: readonly StoredOutcome[]
}

/** In two bits each; those at the end that did not run are left out. */
const OUTCOMES: readonly StoredOutcome[] = ['false', 'true', 'not_reached', 'not_run']
const NUMBERS = new Map(OUTCOMES.map((outcome, at) => [outcome, at]))
const NOT_RUN = 3

/** A run in few bytes: its cause, then four outcomes to the byte. */
export function packRun({ cause, outcomes }: RunCode): Uint8Array {
  const last = outcomes.findLastIndex((outcome) => outcome !== 'not_run')
  const bytes = new Uint8Array(1 + Math.ceil((last + 1) / 4)).fill(0xff)
  bytes[0] = OCCASIONS.indexOf(cause)
  for (let at = 0; at <= last; at += 1) {
    const place = 1 + (at >> 2)
    const shift = (at & 3) * 2
    const number = NUMBERS.get(outcomes[at] ?? 'not_run') ?? NOT_RUN
    bytes[place] = ((bytes[place] ?? 0) & ~(3 << shift)) | (number << shift)
  }
  return bytes
}

/** Runs of before were texts behind a first byte of their own: `3f2t` is three that did not hold and two that did. */
const TEXT = 0x80
const LETTERS = new Map<string, StoredOutcome>([
  ['t', 'true'],
  ['f', 'false'],
  ['n', 'not_reached'],
  ['x', 'not_run'],
])

/** What a packed run says; rules behind its outcomes did not run. */
export function unpackRun(bytes: Uint8Array): RunCode {
  const [first = 0, ...rest] = bytes
  const cause = OCCASIONS[first & 0x7f] ?? 'save'
  if (first >= TEXT) return { cause, outcomes: outcomesOf(String.fromCharCode(...rest)) }
  const outcomes = rest.flatMap((byte) =>
    [0, 2, 4, 6].map((shift): StoredOutcome => OUTCOMES[(byte >> shift) & 3] ?? 'not_run'),
  )
  return { cause, outcomes: outcomes.slice(0, outcomes.findLastIndex((one) => one !== 'not_run') + 1) }
}

function outcomesOf(code: string): StoredOutcome[] {
  return [...code.matchAll(/(\d*)([a-z])/g)].flatMap(([, count = '', letter = '']) => {
    const outcome = LETTERS.get(letter)
    return outcome === undefined ? [] : Array<StoredOutcome>(count === '' ? 1 : Number(count)).fill(outcome)
  })
}
