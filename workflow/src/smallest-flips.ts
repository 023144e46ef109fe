import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Evaluation, rerun } from './evaluate.ts'
import { relevantRules, stateOf, type Subject } from './explain.ts'
import { fieldCandidates } from './flip-candidates.ts'
import type { FormContext, FormOutcome } from './form-context.ts'
import { type LinkedChange, linkedChanges, saidAfter } from './linked-changes.ts'
import { same } from './tests.ts'

interface FieldChange {
  field: string
  from: JsonValue
  to: JsonValue
}

/** One change to the record, or to what is linked, that makes a subject another. */
export interface Flip {
  changes: readonly FieldChange[]
  linked: readonly LinkedChange[]
  result: JsonValue
}

type Changes = Pick<Flip, 'changes' | 'linked'>

const MAX_FLIPS = 3
/** Evaluations that a search may make. */
const MAX_TRIALS = 2_000

/**
 * The smallest changes of fields that the actor can read, and of what is linked, which make the subject another: at most
 * three, smallest first, those of fields before those of links. They have the same result in `others` too: evaluations
 * that may as well have been the one that is explained.
 */
export function smallestFlips(
  outcome: FormOutcome,
  subject: Subject,
  others: readonly FormOutcome[] = [],
): Flip[] {
  if (!(outcome instanceof Evaluation)) return []
  const search = new Search(outcome, subject, others)
  const candidates = candidatesOf(outcome, subject)
  const used = new Set(candidates.filter((one) => one.some((change) => search.attempt(change))))
  const rest = candidates.filter((one) => !used.has(one))
  for (const [at, one] of rest.entries())
    for (const other of rest.slice(at + 1))
      one.some((change) => other.some((second) => search.attempt(both(change, second))))
  return search.flips
}

/** The context of an evaluation after changes: each that there may be where links change, none where these are too many. */
export function changedContexts(outcome: FormOutcome, { changes, linked }: Changes): FormContext[] {
  if (!(outcome instanceof Evaluation)) return []
  const { context } = outcome
  const record = { ...context.record, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }
  if (linked.length === 0) return [{ ...context, record }]
  return (saidAfter(outcome, linked) ?? []).map((linkedSaid) => ({ ...context, record, linkedSaid }))
}

/** What may be changed on its own, each with the ways to change it. */
function candidatesOf(outcome: Evaluation, subject: Subject): Changes[][] {
  const rules = [...relevantRules(outcome.compiled, subject)]
  return [
    ...fieldCandidates(rules, outcome).map(({ field, from, values }) =>
      values.map((to) => ({ changes: [{ field, from, to }], linked: [] })),
    ),
    ...linkedChanges(rules, outcome).map((change) => [{ changes: [], linked: [change] }]),
  ]
}

function both(one: Changes, other: Changes): Changes {
  return { changes: [...one.changes, ...other.changes], linked: [...one.linked, ...other.linked] }
}

class Search {
  readonly flips: Flip[] = []
  #trials = 0
  readonly #outcome: Evaluation
  readonly #subject: Subject
  readonly #others: readonly FormOutcome[]
  readonly #present: JsonValue

  constructor(outcome: Evaluation, subject: Subject, others: readonly FormOutcome[]) {
    this.#outcome = outcome
    this.#subject = subject
    this.#others = others
    this.#present = stateOf(outcome, subject)
  }

  /** Whether changes make the subject another in each evaluation; false once enough was found or tried. */
  attempt(changes: Changes): boolean {
    if (this.flips.length >= MAX_FLIPS || this.#trials >= MAX_TRIALS || contradicts(changes)) return false
    const [result, ...more] = this.#resultsOf(this.#outcome, changes)
    if (result === undefined || same(result, this.#present)) return false
    const isSure =
      more.every((one) => one !== undefined && same(one, result)) &&
      this.#others.every((other) => {
        const found = this.#resultsOf(other, changes)
        return found.length > 0 && found.every((one) => one !== undefined && same(one, result))
      })
    if (isSure) this.flips.push({ ...changes, result })
    return isSure
  }

  /** What changes may make of the subject; undefined where no one can say. */
  #resultsOf(base: FormOutcome, changes: Changes): (JsonValue | undefined)[] {
    if (!(base instanceof Evaluation)) return []
    return changedContexts(base, changes).map((context) => {
      this.#trials += 1
      const trial = rerun(base, this.#outcome.compiled, context)
      return isKnown(trial, base) ? stateOf(trial, this.#subject) : undefined
    })
  }
}

/** Two conditions on the same links can't each come out the other way without one deciding the other. */
function contradicts({ linked }: Changes): boolean {
  const [one, other] = linked
  return one !== undefined && other !== undefined && one.test.linked === other.test.linked
}

/** What tables say of another value isn't known, nor what another rule would take from linked records. */
function isKnown(trial: FormOutcome, base: Evaluation): boolean {
  if (!(trial instanceof Evaluation)) return false
  return trial.asked.size <= base.asked.size && trial.untaken.isSubsetOf(base.untaken)
}
