import type { ApprovalView } from '@caseloom/contract/automation/approvals'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowAnswer, personOf, record } from './answer-question.ts'
import { factsOf, insertDelegation } from './answer.store.ts'
import { announceApproval } from './approval.events.ts'
import { type Facts, type Standing, standingOf } from './approval.rules.ts'
import { type ApprovalRow, lockApproval } from './approval.store.ts'
import { putNotes } from './due.store.ts'
import { getApproval, rulesOf } from './get-approval.ts'
import type { PeopleDeps } from './people-deps.ts'
import { peopleOf, type Person } from '../directory/directory-port.ts'

/**
 * Delegates a user's answer to someone else. It counts as one answer and can't go to anyone who is excluded or already
 * decides. Throws approval.over, approval.not_asked, request.invalid, right.missing, resource.not_found.
 */
export async function delegateQuestion(
  deps: PeopleDeps,
  scope: TenantScope,
  actor: Actor,
  command: { approvalId: string; userId: string; ip: string },
): Promise<ApprovalView> {
  const person = personOf(actor)
  const [other] = await peopleOf(deps.directory, scope, command.userId)
  await scope.tx(async (tx) => {
    const row = await lockApproval(tx, command.approvalId)
    if (row === null) throw fail('resource.not_found')
    const facts = await factsOf(tx, row)
    const from = allowAnswer(actor, row, facts)
    if (!row.delegation || from !== null)
      throw fail('right.missing', { detail: 'This request can’t be delegated' })
    const fault = other === undefined ? 'No such user in this tenant' : faultOf(other, row, facts)
    if (other === undefined || fault !== null) {
      const message = fault ?? 'No such user in this tenant'
      throw fail('request.invalid', { issues: [{ path: ['body', 'userId'], code: 'not_allowed', message }] })
    }
    await insertDelegation(tx, row.id, {
      from_user: person.id,
      from_name: person.name,
      to_user: other.userId,
      to_name: other.name,
    })
    await putNotes(tx, row.id, 'delegated', [other.personId])
    await record(tx, { row, command, actor, action: 'approval.delegated', said: { to: other.userId } })
    announceApproval(tx, row)
  })
  return getApproval(deps, scope, actor, command.approvalId)
}

/** Why a person can't receive the delegation; null when they can. */
function faultOf(other: Person, row: ApprovalRow, facts: Facts): string | null {
  if (facts.delegations.some(({ to }) => to === other.userId))
    return 'This user already answers for someone else'
  // As if it had been given to them: what excludes them then excludes them now.
  const delegations = [...facts.delegations, { from: '', to: other.userId }]
  const isAsked = row.asked_ids.some((id) => other.principals.includes(id))
  const standing = standingOf(other, rulesOf(row), { ...facts, delegations })
  if (!standing.may) return FAULTS[standing.why]
  return isAsked ? 'This user is already a recipient' : null
}

const FAULTS: Record<Extract<Standing, { may: false }>['why'], string> = {
  over: 'This request has already been answered or closed',
  answered: 'This user has already answered',
  notAsked: 'This user can’t be asked',
  initiator: 'This user started the run and can’t decide it',
  previousApprover: 'This user decided an earlier request of this run',
  delegated: 'This user delegated their own answer',
}
