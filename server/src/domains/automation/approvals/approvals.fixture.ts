import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { answerQuestion } from './answer-question.ts'
import { listApprovals } from './approvals.read.ts'
import { peopleListens } from './open-question.ts'
import type { AskNote, PeopleDeps } from './people-deps.ts'
import { processApprovalDeadlines } from './approval-deadlines.ts'
import type { TenantMember } from '../directory/directory-port.ts'
import { rerunRun } from '../runs/rerun-run.ts'
import { startRun } from '../runs/start-run.ts'
import { createRecordsDoor } from '../../records/records.door.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { expect } from 'vitest'
import {
  createAutomationFixture,
  type AutomationFixture,
  type HouseOptions,
  testLog,
} from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'

/** Automation with people who can be asked: the test names them, and the fixture records their notices. */
export interface ApprovalsFixture {
  house: AutomationFixture
  deps: PeopleDeps
  notified: AskNote[]
  /** A tenant with people of these names; each can be in groups. */
  aTeam(...names: string[]): Promise<Team>
  close(): Promise<void>
}

export interface Team {
  scope: TenantScope
  /** The people as they act with a session, by name. */
  people: Record<string, Actor>
  groups: { id: string; name: string }[]
  /** Puts someone into a group, or takes them out of the tenant. */
  join(name: string, groupId: string): void
  leave(name: string): void
  /** Runs these steps as this person's doing. */
  run(steps: JsonObject[], initiator?: Actor | null): Promise<string>
  /** The same as a new run. */
  repeat(runId: string, by: Actor): Promise<string>
  /** Waits for the n-th question of the run. */
  question(runId: string, path?: string, past?: readonly string[]): Promise<string>
  say(
    who: Actor | undefined,
    approvalId: string,
    verdict?: 'approved' | 'refused',
    comment?: string,
  ): Promise<unknown>
  ended(runId: string): Promise<{ state: string; output: string | null; error: { code: string } | null }>
  tick(afterMs?: number): Promise<void>
}

export async function createApprovalsFixture(options: HouseOptions = {}): Promise<ApprovalsFixture> {
  const teams = new Map<string, { members: TenantMember[]; groups: { id: string; name: string }[] }>()
  const records = createRecordsDoor({ apps: anAppsDoor() })
  const directory: PeopleDeps['directory'] = {
    members: async ({ tenantId }, userId) =>
      (teams.get(tenantId)?.members ?? []).filter(({ actor }) => userId === undefined || actor.id === userId),
    principals: async ({ tenantId }) => {
      const team = teams.get(tenantId)
      // Ids of a stand-in: their brands are the contract's.
      return { roles: [], users: [], groups: team?.groups ?? [] } as unknown as Awaited<
        ReturnType<PeopleDeps['directory']['principals']>
      >
    },
  }
  const house = await createAutomationFixture({ ...options, listens: peopleListens({ directory, records }) })
  const { automation, installation } = house
  const notified: AskNote[] = []
  const deps: PeopleDeps = {
    directory,
    records,
    apps: house.apps,
    system: installation.database.system,
    tenant: automation.tenant,
    answer: automation.waits.answer,
    notify: async (_tx, note) => void notified.push(note),
    brand: async () => null,
    strangers: { take: async () => undefined, giveBack: async () => undefined },
    publicUrl: 'http://localhost:4000',
    log: testLog,
  }
  const aTeam = async (...names: string[]): Promise<Team> => {
    const scope = await house.aTenant()
    const groups = [{ id: newId(), name: 'Approvers' }]
    const members = names.map((name) => ({
      actor: anActor(scope, { name }),
      email: `${name.toLowerCase()}@example.test`,
      service: name.startsWith('Service'),
    }))
    teams.set(scope.tenantId, { members, groups })
    const memberOf = (name: string) => members.find(({ actor }) => actor.name === name)
    const people: Record<string, Actor> = {}
    for (const { actor } of members)
      Object.defineProperty(people, actor.name, {
        get: () => memberOf(actor.name)?.actor ?? actor,
        enumerable: true,
      })
    let count = 0
    return {
      scope,
      people,
      groups,
      join(name, groupId) {
        const member = memberOf(name)
        if (member !== undefined)
          member.actor = { ...member.actor, principals: [...member.actor.principals, groupId] }
      },
      leave(name) {
        const member = memberOf(name)
        if (member !== undefined) members.splice(members.indexOf(member), 1)
      },
      async run(steps, initiator = null) {
        count += 1
        const document = { playbook: `asking-${count}`, title: 'Asking', triggers: [], steps }
        const { id } = await house.publish(scope, document)
        const { runId } = await startRun(automation, scope, {
          playbookId: id,
          triggerKey: 'test',
          triggerKind: 'component',
          payload: {},
          inputs: {},
          initiator: initiator?.id ?? null,
        })
        return runId
      },
      repeat: async (runId, by) => (await rerunRun(automation, scope, by, { runId })).id,
      async question(runId, path = 'ask', past = []) {
        const reader = anActor(scope)
        let found: string | undefined
        await expect
          .poll(
            async () => {
              const { items } = await listApprovals(deps, scope, reader, {
                box: 'all',
                state: 'open',
                limit: 100,
                runId: runId as never, // ids of a test are no brands
              })
              found = items.find((one) => one.path === path && !past.includes(one.id))?.id
              return found !== undefined
            },
            { timeout: 15_000 },
          )
          .toBe(true)
        return found ?? ''
      },
      say: (who, approvalId, verdict = 'approved', comment = verdict === 'refused' ? 'No' : undefined) =>
        answerQuestion(deps, scope, who ?? anActor(scope), { approvalId, verdict, comment, ip: '192.0.2.1' }),
      async ended(runId) {
        const look = () =>
          scope.read((tx) =>
            tx.query<{ state: string; output: string | null; error: { code: string } | null }>(
              'select state, output, error from caseloom.run where id = $1',
              [runId],
            ),
          )
        await expect
          .poll(async () => (await look())[0]?.state, { timeout: 15_000 })
          .toMatch(/^(succeeded|failed|cancelled)$/)
        const [row] = await look()
        if (row === undefined) throw new Error('The run is gone')
        return row
      },
      tick: (afterMs = 0) => processApprovalDeadlines(deps, new Date(Date.now() + afterMs)),
    }
  }
  return { house, deps, notified, aTeam, close: () => house.close() }
}
