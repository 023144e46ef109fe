import { may } from '@caseloom/contract/kernel/permissions'
import { FindPerson } from '@caseloom/playbook/actions-people'
import { suggestion } from '@caseloom/playbook/issues'
import { effectOf, failedStep } from '../effects/effect-of.ts'
import type { EffectAction, EffectOutcome } from '../effects/effects.ts'
import { type Directory, type Person, peopleOf } from '../directory/directory-port.ts'
import type { OnCallSchedules } from '../directory/on-call-port.ts'

export interface FindPersonDeps {
  directory: Pick<Directory, 'members' | 'principals'>
  onCall: OnCallSchedules
}

/** `people.find`: a user who can act in the tenant now, by email address, name, or on-call schedule. */
export function findPersonEffect({ directory, onCall }: FindPersonDeps): EffectAction {
  return effectOf(FindPerson, async ({ email, name, onCall: schedule }, { scope, actor }) => {
    if (!may(actor, 'record:read'))
      return failedStep('right.missing', 'This requires the permission record:read')
    const people = await peopleOf(directory, scope)
    if (schedule !== undefined) {
      const ids = new Set(people.map(({ userId }) => userId))
      return scope.read(async (tx) => {
        const found = await onCall.now(tx, [schedule], (id) => ids.has(id))
        const userId = found.get(schedule)
        if (userId === undefined) {
          const near = suggestion(schedule, await onCall.keys(tx))
          return failedStep('on_call.unknown', `There is no on-call schedule "${schedule}"${near}`)
        }
        return outcome(people.find((one) => one.userId === userId))
      })
    }
    const wanted = (email ?? name ?? '').trim().toLowerCase()
    const matches = people.filter(
      (one) => (email === undefined ? one.name : one.email).toLowerCase() === wanted,
    )
    if (matches.length > 1)
      return failedStep(
        'step.unclear_person',
        `More than one user is named "${name ?? ''}". Use the email address.`,
      )
    return outcome(matches[0])
  })
}

function outcome(person: Person | undefined): EffectOutcome {
  if (person === undefined) return { ok: true, output: { found: false, user: null } }
  const { userId: id, name, email } = person
  return { ok: true, output: { found: true, user: { id, name, email } } }
}
