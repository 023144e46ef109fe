import type { NoAnswerReason, Verdict } from '@caseloom/contract/automation/approvals'
import type { Candidate } from '../directory/directory-port.ts'

/** What of a question decides who may answer it and when it is decided. */
export interface Rules {
  /** Null: all who are asked. */
  quorum: number | null
  refusals: number
  askedIds: readonly string[]
  /** Who must not answer though they are asked: who started the run. */
  excluded: readonly string[]
}

export interface GivenAnswer {
  userId: string | null
  verdict: Verdict | null
  /** Whose answer it is, when it was given away. */
  delegatedFrom: string | null
}

export interface Delegation {
  from: string
  to: string
}

export interface Facts {
  open: boolean
  answers: readonly GivenAnswer[]
  delegations: readonly Delegation[]
  /** Who answered an earlier question of the run, where that excludes. */
  previous: ReadonlySet<string>
}

export type Standing =
  | { may: true; delegatedFrom: string | null }
  | { may: false; why: Exclude<NoAnswerReason, 'token'> }

/**
 * Whether someone can answer now. An exclusion overrides whatever would let them answer: a group, a role, a delegation.
 */
export function standingOf(who: Candidate, rules: Rules, facts: Facts): Standing {
  const delegation = facts.delegations.find(({ to }) => to === who.userId)
  const isAsked = rules.askedIds.some((id) => who.principals.includes(id))
  if (!isAsked && delegation === undefined && !hasAnswered(who, facts)) return { may: false, why: 'notAsked' }
  if (!facts.open) return { may: false, why: 'over' }
  if (rules.excluded.includes(who.userId)) return { may: false, why: 'initiator' }
  if (hasAnswered(who, facts)) return { may: false, why: 'answered' }
  if (facts.previous.has(who.userId)) return { may: false, why: 'previousApprover' }
  if (delegation !== undefined) {
    // A delegation from someone who has since been excluded no longer counts.
    if (facts.previous.has(delegation.from)) return { may: false, why: 'previousApprover' }
    return { may: true, delegatedFrom: delegation.from }
  }
  if (facts.delegations.some(({ from }) => from === who.userId)) return { may: false, why: 'delegated' }
  return { may: true, delegatedFrom: null }
}

function hasAnswered({ userId }: Candidate, { answers }: Facts): boolean {
  return answers.some((answer) => answer.userId === userId)
}

/** Who of the candidates counts as asked now, whether they have answered or not: the "all" of a quorum. */
export function electorate(
  candidates: readonly Candidate[],
  rules: Pick<Rules, 'askedIds' | 'excluded'>,
  previous: ReadonlySet<string>,
): string[] {
  return candidates
    .filter(({ userId, principals }) => {
      const isAsked = rules.askedIds.some((id) => principals.includes(id))
      return isAsked && !rules.excluded.includes(userId) && !previous.has(userId)
    })
    .map(({ userId }) => userId)
}

/**
 * What the answers come to. One answer counts once, also when it was given away; with a quorum of all, one refusal
 * makes agreement impossible and ends it.
 */
export function tally(
  { quorum, refusals }: Pick<Rules, 'quorum' | 'refusals'>,
  answers: readonly GivenAnswer[],
  voters: readonly string[],
): 'open' | Verdict {
  const refused = answers.filter((answer) => answer.verdict === 'refused').length
  if (refused >= (quorum === null ? 1 : refusals)) return 'refused'
  const agreed = answers.filter((answer) => answer.verdict === 'approved')
  if (quorum !== null) return agreed.length >= quorum ? 'approved' : 'open'
  const covered = new Set(agreed.flatMap(({ userId, delegatedFrom }) => [userId, delegatedFrom]))
  return agreed.length > 0 && voters.every((id) => covered.has(id)) ? 'approved' : 'open'
}
