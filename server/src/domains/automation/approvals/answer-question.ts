import type { ApprovalView, Verdict } from '@caseloom/contract/automation/approvals'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { answersOf, delegationsOf, factsOf, insertAnswer } from './answer.store.ts'
import { announceApproval } from './approval.events.ts'
import { electorate, type Facts, type Standing, standingOf, tally } from './approval.rules.ts'
import { type ApprovalRow, lockApproval } from './approval.store.ts'
import { approvalOutput, decideApproval } from './decide.ts'
import { checkedValues } from './form-values.ts'
import { getApproval, rulesOf, sees } from './get-approval.ts'
import type { PeopleDeps } from './people-deps.ts'
import { peopleOf, type Person } from '../directory/directory-port.ts'

export interface AnswerCommand {
  approvalId: string
  verdict?: Verdict | undefined
  comment?: string | undefined
  values?: JsonObject | undefined
  ip: string
}

/**
 * Answers a question as the person who is signed in. The answer that decides and the news for the run are one
 * transaction. Throws approval.over, approval.not_asked, request.invalid, inputs.invalid, resource.not_found.
 */
export async function answerQuestion(
  deps: PeopleDeps,
  scope: TenantScope,
  actor: Actor,
  command: AnswerCommand,
): Promise<ApprovalView> {
  const person = personOf(actor)
  // The tenant's role can't read identity's tables, so people are looked up before the transaction.
  const people = await peopleOf(deps.directory, scope)
  await scope.tx(async (tx) => {
    const row = await lockApproval(tx, command.approvalId)
    if (row === null) throw fail('resource.not_found')
    const facts = await factsOf(tx, row)
    const from = allowAnswer(actor, row, facts)
    if (row.kind === 'form') await fillIn(deps, tx, { row, person, command })
    else await vote(deps, tx, { row, person, command, facts, people, from })
  })
  return getApproval(deps, scope, actor, command.approvalId)
}

/** Only a person with a session can answer: no service identity, API token, or actor of a run. */
export function personOf(actor: Actor): { id: string; name: string; actor: Actor } {
  const isPerson = actor.kind === 'user' && actor.runId === undefined && may(actor, 'session')
  if (!isPerson || actor.id === null) {
    throw fail('right.missing', { detail: 'Sign in to answer. API tokens aren’t accepted.' })
  }
  return { id: actor.id, name: actor.name, actor }
}

/** Whose answer it is besides their own; throws what fits the reason that they may not answer. */
export function allowAnswer(actor: Actor, row: ApprovalRow, facts: Facts): string | null {
  const standing = standingOf(candidateOf(actor), rulesOf(row), facts)
  if (standing.may) return standing.delegatedFrom
  if (standing.why === 'notAsked' && !sees(actor, row)) throw fail('resource.not_found')
  if (standing.why === 'over' || standing.why === 'answered')
    throw fail('approval.over', { detail: WORDS[standing.why] })
  throw fail('approval.not_asked', { detail: WORDS[standing.why] })
}

const WORDS: Record<Extract<Standing, { may: false }>['why'], string> = {
  over: 'This request has already been answered or closed',
  answered: 'You’ve already answered this request',
  notAsked: 'You aren’t a recipient of this request',
  initiator: 'You started this run, so someone else must decide',
  previousApprover: 'You decided an earlier request of this run, so someone else must decide this one',
  delegated: 'You delegated your answer to someone else',
}

export function candidateOf(actor: Actor): { userId: string; principals: readonly string[] } {
  return { userId: actor.id ?? '', principals: actor.principals }
}

interface Voting {
  row: ApprovalRow
  person: { id: string; name: string; actor: Actor }
  command: AnswerCommand
  facts: Facts
  people: readonly Person[]
  from: string | null
}

async function vote(deps: PeopleDeps, tx: TenantTx, voting: Voting): Promise<void> {
  const { row, person, command, facts, people, from } = voting
  const verdict = command.verdict
  if (verdict === undefined) throw missing('verdict')
  const comment = command.comment?.trim() ?? ''
  if (verdict === 'refused' && comment === '') throw missing('comment')
  const delegations = await delegationsOf(tx, row.id)
  await insertAnswer(tx, {
    approvalId: row.id,
    user_id: person.id,
    name: person.name,
    verdict,
    comment: comment === '' ? null : comment,
    given: null,
    questionHash: row.question_hash,
    via: 'session',
    delegated_from: from,
    delegated_from_name: delegations.find((one) => one.from_user === from)?.from_name ?? null,
  })
  await record(tx, {
    row,
    command,
    actor: person.actor,
    action: `approval.${verdict}`,
    said: { verdict, comment },
  })
  const answers = await answersOf(tx, row.id)
  const given = answers.map((one) => ({
    userId: one.user_id,
    verdict: one.verdict,
    delegatedFrom: one.delegated_from,
  }))
  const state = tally(rulesOf(row), given, electorate(people, rulesOf(row), facts.previous))
  if (state === 'open') return announceApproval(tx, row)
  const reply = await approvalOutput(tx, row, state === 'approved' ? 'approved' : 'rejected')
  await decideApproval(tx, deps.answer, { row, state, reply })
}

async function fillIn(
  deps: PeopleDeps,
  tx: TenantTx,
  { row, person, command }: Pick<Voting, 'row' | 'person' | 'command'>,
): Promise<void> {
  if (command.values === undefined) throw missing('values')
  await keepForm(deps, tx, {
    row,
    by: { id: person.id, name: person.name },
    values: command.values,
    via: 'session',
  })
  const said = { values: command.values }
  await record(tx, { row, command, actor: person.actor, action: 'form.answered', said })
}

/** The first answer of a form is its answer. Throws inputs.invalid, approval.over. */
export async function keepForm(
  deps: Pick<PeopleDeps, 'answer'>,
  tx: TenantTx,
  form: {
    row: ApprovalRow
    by: { id: string | null; name: string }
    values: JsonObject
    via: 'session' | 'link'
  },
): Promise<void> {
  const { row, by, via } = form
  const given = checkedValues(row.schema ?? {}, form.values)
  await insertAnswer(tx, {
    approvalId: row.id,
    user_id: by.id,
    name: by.name,
    verdict: null,
    comment: null,
    given,
    questionHash: row.question_hash,
    via,
    delegated_from: null,
    delegated_from_name: null,
  })
  const output = { values: given, by, at: tx.now.toISOString() }
  await decideApproval(tx, deps.answer, { row, state: 'answered', reply: { ok: true, output } })
}

/** The audit log holds who answered what: the hash of what was shown, and of what was said. */
export async function record(
  tx: TenantTx,
  fact: {
    row: ApprovalRow
    command: { ip: string }
    actor: Parameters<typeof audit>[1]['actor']
    action: string
    said: JsonObject
  },
): Promise<void> {
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor: fact.actor,
    action: fact.action,
    object: { kind: 'approval', id: fact.row.id, name: fact.row.title },
    before: { shown: fact.row.question_hash },
    after: { shown: fact.row.question_hash, ...fact.said },
    ip: fact.command.ip,
  })
}

function missing(field: string) {
  const message = field === 'comment' ? 'Give a reason for the rejection' : 'Required'
  return fail('request.invalid', { issues: [{ path: ['body', field], code: 'required', message }] })
}
