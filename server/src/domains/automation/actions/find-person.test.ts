import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor, type TestInstallation } from '@caseloom/testkit/installation'
import { aWholeInstallation } from '@caseloom/testkit/whole-installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { findPersonEffect } from './find-person.ts'
import { onCallProblems } from './on-call-problems.ts'
import { schedulesIn } from './schedules-in.rules.ts'

let house: TestInstallation
let scope: TenantScope
let members: Actor[]
let onCall: string | null

beforeAll(async () => {
  house = await aWholeInstallation()
  scope = await house.aTenant()
  members = ['Ann', 'Ben', 'Ben', 'Robot'].map((name) => anActor(scope, { name }))
  onCall = members[0]?.id ?? null
})
afterAll(() => house.close())

const keys = async () => ['soc', 'network']
const effect = () =>
  findPersonEffect({
    directory: {
      members: async () =>
        members.map((actor, at) => ({
          actor,
          email: `${actor.name.toLowerCase()}${at}@example.org`,
          service: actor.name === 'Robot',
        })),
      principals: async () => ({ users: [], groups: [], roles: [] }),
    },
    onCall: {
      keys,
      now: async (_tx, asked, isActive) => {
        const found = onCall !== null && isActive(onCall) ? onCall : null
        return new Map(asked.includes('soc') ? [['soc', found]] : [])
      },
    },
  })
async function find(input: JsonObject, actor = anActor(scope)) {
  const context = {
    scope,
    actor,
    idempotencyKey: newId(),
    timeoutMs: 1_000,
    signal: new AbortController().signal,
  }
  const outcome = await effect().perform(input, context)
  return outcome.ok ? outcome.output : outcome.error.code
}
const found = (at: number) => ({
  found: true,
  user: {
    id: members[at]?.id,
    name: members[at]?.name,
    email: `${members[at]?.name.toLowerCase()}${at}@example.org`,
  },
})
const NO_ONE = { found: false, user: null }

describe('people.find', () => {
  it('finds a user by email address and by name, in any case', async () => {
    expect(await find({ email: ' ANN0@example.org ' })).toEqual(found(0))
    expect(await find({ name: 'ann' })).toEqual(found(0))
    expect(await find({ email: 'nora@example.org' })).toEqual(NO_ONE)
    expect(await find({ name: 'Robot' })).toEqual(NO_ONE)
  })

  it('finds the person on call; no one when that person has left', async () => {
    expect(await find({ onCall: 'soc' })).toEqual(found(0))
    onCall = newId()
    expect(await find({ onCall: 'soc' })).toEqual(NO_ONE)
    onCall = members[0]?.id ?? null
  })

  it('fails for a name of several people, an unknown schedule, and anything but one way to find', async () => {
    expect(await find({ name: 'Ben' })).toBe('step.unclear_person')
    expect(await find({ onCall: 'nope' })).toBe('on_call.unknown')
    expect(await find({})).toBe('step.bad_input')
    expect(await find({ name: 'Ann', onCall: 'soc' })).toBe('step.bad_input')
  })

  it('requires the permission to read records, as the list of people does', async () => {
    expect(await find({ name: 'Ann' }, anActor(scope, { may: ['playbook:run'] }))).toBe('right.missing')
  })
})

describe('schedules that a playbook names', () => {
  const step = (onCallKey: string) => ({ key: 'who', action: 'people.find', with: { onCall: onCallKey } })
  const document = {
    steps: [
      step('soc'),
      { key: 'loop', action: 'flow.forEach', steps: [step('netwrok'), step('{% inputs.key %}')] },
    ],
  }

  it('are found inside of blocks, without those of expressions', () => {
    expect(schedulesIn(document).map(({ schedule }) => schedule)).toEqual(['soc', 'netwrok'])
  })

  it('must exist when it is published', async () => {
    const issues = await scope.read((tx) => onCallProblems({ schedules: keys }, tx, document))
    expect(issues).toEqual([
      {
        path: ['steps', 1, 'steps', 0, 'with', 'onCall'],
        code: 'unknown_schedule',
        message: 'There is no on-call schedule "netwrok"; did you mean "network"?',
      },
    ])
  })
})
