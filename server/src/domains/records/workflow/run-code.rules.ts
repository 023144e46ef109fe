import type { RuleOutcome } from '@caseloom/contract/workflow-runs'

/** An outcome as it is stored; whether it is hidden depends on the reader. */
export type StoredOutcome = Exclude<RuleOutcome, 'hidden'>

const LETTERS: Readonly<Record<StoredOutcome, string>> = {
  true: 't',
  false: 'f',
  not_reached: 'n',
  not_run: 'x',
}
const OUTCOMES = new Map(
  Object.entries(LETTERS).map(([outcome, letter]) => [letter, outcome as StoredOutcome]), // keys of the table above
)

/** The outcomes of a run’s rules in their order, short: `3f2t` is three that did not hold and two that did. */
export function codeOf(outcomes: readonly StoredOutcome[]): string {
  let code = ''
  for (let at = 0; at < outcomes.length; ) {
    const outcome = outcomes[at]
    if (outcome === undefined) break
    let end = at
    while (outcomes[end] === outcome) end += 1
    code += `${end - at === 1 ? '' : end - at}${LETTERS[outcome]}`
    at = end
  }
  return code
}

/** The outcomes of a code. */
export function outcomesOf(code: string): StoredOutcome[] {
  return [...code.matchAll(/(\d*)([a-z])/g)].flatMap(([, count = '', letter = '']) => {
    const outcome = OUTCOMES.get(letter)
    return outcome === undefined ? [] : Array<StoredOutcome>(count === '' ? 1 : Number(count)).fill(outcome)
  })
}
