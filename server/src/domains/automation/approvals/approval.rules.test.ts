import type { Verdict } from '@caseloom/contract/automation/approvals'
import { describe, expect, it } from 'vitest'
import { electorate, type Facts, type Rules, standingOf, tally } from './approval.rules.ts'
import type { Candidate } from '../directory/directory-port.ts'

const rules: Rules = { quorum: 1, refusals: 1, askedIds: ['ann', 'group'], excluded: ['ina'] }
const facts = (over: Partial<Facts> = {}): Facts => ({
  open: true,
  answers: [],
  delegations: [],
  previous: new Set(),
  ...over,
})
const who = (userId: string, ...more: string[]): Candidate => ({ userId, principals: [userId, ...more] })
const said = (userId: string, verdict: Verdict, delegatedFrom: string | null = null) => ({
  userId,
  verdict,
  delegatedFrom,
})

describe('who may answer', () => {
  it.each([
    ['a person who is named', who('ann'), facts(), { may: true, delegatedFrom: null }],
    ['a member of a group', who('bob', 'group'), facts(), { may: true, delegatedFrom: null }],
    ['someone who was not asked', who('eve'), facts(), { may: false, why: 'notAsked' }],
    ['who started the run, not named', who('ina'), facts(), { may: false, why: 'notAsked' }],
    ['who started the run, in the group', who('ina', 'group'), facts(), { may: false, why: 'initiator' }],
    [
      'who started the run, by delegation',
      who('ina'),
      facts({ delegations: [{ from: 'ann', to: 'ina' }] }),
      { may: false, why: 'initiator' },
    ],
    [
      'a previous approver',
      who('ann'),
      facts({ previous: new Set(['ann']) }),
      { may: false, why: 'previousApprover' },
    ],
    [
      'a previous approver by delegation',
      who('eve'),
      facts({ previous: new Set(['eve']), delegations: [{ from: 'ann', to: 'eve' }] }),
      { may: false, why: 'previousApprover' },
    ],
    [
      'the delegate of a previous approver',
      who('eve'),
      facts({ previous: new Set(['ann']), delegations: [{ from: 'ann', to: 'eve' }] }),
      { may: false, why: 'previousApprover' },
    ],
    [
      'a delegate',
      who('eve'),
      facts({ delegations: [{ from: 'ann', to: 'eve' }] }),
      { may: true, delegatedFrom: 'ann' },
    ],
    [
      'who gave their answer away',
      who('ann'),
      facts({ delegations: [{ from: 'ann', to: 'eve' }] }),
      { may: false, why: 'delegated' },
    ],
    [
      'who has answered',
      who('ann'),
      facts({ answers: [said('ann', 'approved')] }),
      { may: false, why: 'answered' },
    ],
    ['a user once it is closed', who('ann'), facts({ open: false }), { may: false, why: 'over' }],
  ])('%s', (_name, candidate, given, standing) => {
    expect(standingOf(candidate, rules, given)).toEqual(standing)
  })

  it('counts everyone who is asked now and not excluded', () => {
    const people = [who('ann'), who('bob', 'group'), who('ina', 'group'), who('eve'), who('pat', 'group')]
    expect(electorate(people, rules, new Set(['pat']))).toEqual(['ann', 'bob'])
  })
})

describe('what answers come to', () => {
  const of = (quorum: number | null, refusals: number) => ({ quorum, refusals })
  it.each([
    ['nothing yet', of(1, 1), [], 'open'],
    ['one of one', of(1, 1), [said('a', 'approved')], 'approved'],
    ['one of two', of(2, 1), [said('a', 'approved')], 'open'],
    ['two of two', of(2, 1), [said('a', 'approved'), said('b', 'approved')], 'approved'],
    ['a refusal', of(2, 1), [said('a', 'approved'), said('b', 'refused')], 'refused'],
    ['one refusal of two', of(1, 2), [said('b', 'refused')], 'open'],
    [
      'one refusal of two and the quorum',
      of(1, 2),
      [said('b', 'refused'), said('a', 'approved')],
      'approved',
    ],
    ['two refusals of two', of(1, 2), [said('b', 'refused'), said('c', 'refused')], 'refused'],
    ['some of all', of(null, 1), [said('a', 'approved')], 'open'],
    ['all', of(null, 1), [said('a', 'approved'), said('b', 'approved')], 'approved'],
    ['all, one by a delegate', of(null, 1), [said('a', 'approved'), said('x', 'approved', 'b')], 'approved'],
    ['all but one refusal', of(null, 5), [said('a', 'approved'), said('b', 'refused')], 'refused'],
  ] as const)('%s', (_name, question, answers, verdict) => {
    expect(tally(question, answers, ['a', 'b'])).toBe(verdict)
  })

  it('never takes an empty electorate for agreement', () => {
    expect(tally(of(null, 1), [], [])).toBe('open')
  })
})
