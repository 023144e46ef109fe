import type { JsonObject } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createApprovalsFixture, type ApprovalsFixture, type Team } from './approvals.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelRun } from '../runs/cancel-run.ts'
import { startWorker } from '../automation.ts'
import { lookAtRecordEvents } from '../intake/record-events.ts'
import { rerunFromStep } from '../runs/rerun-from-step.ts'
import { recordTriggers } from '../triggers/on-record-event.ts'
import { countWaiting } from './approvals.read.ts'
import { delegateQuestion } from './delegate-question.ts'
import { getApproval } from './get-approval.ts'

let world: ApprovalsFixture
let team: Team
beforeAll(async () => {
  world = await createApprovalsFixture()
  team = await world.aTeam('Ann', 'Bob', 'Ina', 'Pat', 'Service account')
  for (const name of ['Ann', 'Bob', 'Ina', 'Service account']) team.join(name, team.groups[0]?.id ?? '')
}, 60_000)
afterAll(() => world.close())

const ask = (over: JsonObject = {}, key = 'ask', more: JsonObject = {}): JsonObject => ({
  key,
  action: 'human.approve',
  with: { title: 'Isolate WKS-0447?', to: { groups: ['Approvers'] }, ...over },
  ...more,
})
const outputOf = async (runId: string, path: string) => {
  const rows = await team.scope.read((tx) =>
    tx.query<{ answer: { output?: JsonObject } | null }>(
      `select answer from caseloom.run_wait where run_id = $1 and path = $2 and state = 'answered'
        order by opened_at desc`,
      [runId, path],
    ),
  )
  return rows[0]?.answer?.output
}
const view = (id: string, who = anActor(team.scope)) => getApproval(world.deps, team.scope, who, id)
const byText = (a: unknown, b: unknown) => String(a).localeCompare(String(b))
const code = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

describe('an approval', () => {
  it('resumes the run with its one required answer, and is notified and audited', async () => {
    const runId = await team.run([ask()])
    const id = await team.question(runId)
    expect(await countWaiting(team.scope, team.people['Ann'] ?? anActor(team.scope))).toBe(1)
    await team.say(team.people['Ann'], id, 'approved', 'Fine')
    expect((await team.ended(runId)).state).toBe('succeeded')
    expect(await outputOf(runId, 'ask')).toMatchObject({
      decision: 'approved',
      approved: true,
      answers: [{ by: { name: 'Ann' }, decision: 'approved', comment: 'Fine' }],
    })
    expect(await countWaiting(team.scope, team.people['Bob'] ?? anActor(team.scope))).toBe(0)
    const audited = await team.scope.read((tx) =>
      tx.query<{ action: string; actor_name: string }>(
        'select action, actor_name from caseloom.audit_entry where object_id = $1',
        [id],
      ),
    )
    expect(audited).toEqual([{ action: 'approval.approved', actor_name: 'Ann' }])
    expect(await view(id)).toMatchObject({ state: 'approved', can: { answer: false, whyNot: 'notAsked' } })
  })

  it('notifies each person who can answer once, with a link that answers nothing', async () => {
    const runId = await team.run([ask()], team.people['Ina'])
    const id = await team.question(runId)
    world.notified.length = 0
    await team.tick()
    await team.tick()
    const mine = world.notified.filter((note) => note.link.endsWith(id))
    const personIds = [team.people['Ann'], team.people['Bob']].map((one) => one?.personId)
    expect(new Set(mine.map((note) => note.personId))).toEqual(new Set(personIds))
    expect(mine).toHaveLength(2)
    expect(mine[0]?.title).toContain('Isolate WKS-0447?')
    await team.say(team.people['Ann'], id)
    await team.ended(runId)
  })

  it('is refused by a refusal with its reason, and only with one', async () => {
    const runId = await team.run([ask()])
    const id = await team.question(runId)
    expect(await code(team.say(team.people['Ann'], id, 'refused', ' '))).toBe('request.invalid')
    await team.say(team.people['Ann'], id, 'refused', 'Wrong host')
    expect((await team.ended(runId)).state).toBe('succeeded')
    expect(await outputOf(runId, 'ask')).toMatchObject({ decision: 'rejected', approved: false })
  })

  it('counts a quorum exactly, lets no one answer twice, and takes one of two last answers', async () => {
    const runId = await team.run([ask({ quorum: 2, separation: [] })])
    const id = await team.question(runId)
    await team.say(team.people['Ann'], id)
    expect(await code(team.say(team.people['Ann'], id))).toBe('approval.over')
    expect((await view(id)).state).toBe('open')
    const last = await Promise.all([
      code(team.say(team.people['Bob'], id)),
      code(team.say(team.people['Ina'], id)),
    ])
    expect([...last].sort(byText)).toEqual(['approval.over', 'done'])
    expect((await team.ended(runId)).state).toBe('succeeded')
    expect((await view(id)).answers).toHaveLength(2)
  })

  it('of all waits for everyone who is asked at the time of answering', async () => {
    const other = await world.aTeam('Ann', 'Bob', 'Leaver')
    const group = other.groups[0]?.id ?? ''
    for (const name of ['Ann', 'Bob', 'Leaver']) other.join(name, group)
    const runId = await other.run([ask({ quorum: 'all' })])
    const id = await other.question(runId)
    await other.say(other.people['Ann'], id)
    other.leave('Leaver')
    await other.say(other.people['Bob'], id)
    expect((await other.ended(runId)).state).toBe('succeeded')
  })

  it('counts who is in the group when they answer, not when it was asked', async () => {
    const other = await world.aTeam('Ann', 'Late')
    other.join('Ann', other.groups[0]?.id ?? '')
    const runId = await other.run([ask()])
    const id = await other.question(runId)
    expect(await code(other.say(other.people['Late'], id))).toBe('approval.not_asked')
    other.join('Late', other.groups[0]?.id ?? '')
    await other.say(other.people['Late'], id)
    expect((await other.ended(runId)).state).toBe('succeeded')
  })

  it('continues after the worker was down while it waited', async () => {
    const gone = await createApprovalsFixture({ worker: false })
    try {
      const { automation, restate } = gone.house
      const options = {
        listen: { host: '127.0.0.1', port: restate.workerPort },
        identityKeys: restate.identityKeys,
      }
      const first = await startWorker(automation, options)
      const { registerDeployment } = await import('../../../platform/embedded/restate-deployments.ts')
      await registerDeployment(restate.adminUrl, `http://127.0.0.1:${restate.workerPort}`)
      const crew = await gone.aTeam('Ann')
      const runId = await crew.run([ask({ to: { users: ['ann@example.test'] } })])
      const id = await crew.question(runId)
      await first.close()
      await crew.say(crew.people['Ann'], id)
      const second = await startWorker(automation, options)
      expect((await crew.ended(runId)).state).toBe('succeeded')
      await second.close()
    } finally {
      await gone.close()
    }
  }, 60_000)

  it('fails its step immediately when no one can answer it', async () => {
    const alone = await team.run([ask({ to: { users: ['ina@example.test'] } })], team.people['Ina'])
    expect(await team.ended(alone)).toMatchObject({ state: 'failed', error: { code: 'approval.nobody' } })
    const many = await team.run([ask({ quorum: 3 })], team.people['Ina'])
    expect(await team.ended(many)).toMatchObject({ error: { code: 'approval.quorum_unreachable' } })
    const unknown = await team.run([ask({ to: { groups: ['Nobodies'] } })])
    expect(await team.ended(unknown)).toMatchObject({ error: { code: 'approval.unknown_people' } })
    const service = await team.run([ask({ to: { users: ['service account@example.test'] } })])
    expect(await team.ended(service)).toMatchObject({ error: { code: 'approval.unknown_people' } })
  })

  it('closes with its run, and an answer that comes late changes nothing', async () => {
    const runId = await team.run([ask()])
    const id = await team.question(runId)
    await cancelRun(world.house.automation, team.scope, anActor(team.scope), { runId })
    expect((await team.ended(runId)).state).toBe('cancelled')
    await expect.poll(async () => (await view(id)).state, { timeout: 10_000 }).toBe('closed')
    expect(await code(team.say(team.people['Ann'], id))).toBe('approval.over')
    expect((await view(id)).answers).toEqual([])
  })
})

describe('time', () => {
  it('that runs out never approves: the step fails, or the answer is no', async () => {
    const runId = await team.run([ask({ expires: '1h' })])
    const id = await team.question(runId)
    await team.tick(3_599_000)
    expect((await view(id)).state).toBe('open')
    await team.tick(3_700_000)
    expect((await view(id)).state).toBe('expired')
    expect(await team.ended(runId)).toMatchObject({ state: 'failed', error: { code: 'approval.expired' } })
    const second = await team.run([ask({ expires: '1h', onExpiry: 'reject' })])
    await team.question(second)
    await team.tick(3_700_000)
    expect((await team.ended(second)).state).toBe('succeeded')
    expect(await outputOf(second, 'ask')).toMatchObject({ approved: false, answers: [] })
  })

  it('closes a question to answers even before the deadline is processed', async () => {
    const runId = await team.run([ask({ expires: '1s' })])
    const id = await team.question(runId)
    const { expiresAt } = await view(id)
    await expect.poll(() => Date.now() > Date.parse(expiresAt ?? '')).toBe(true)
    expect(await code(team.say(team.people['Ann'], id))).toBe('approval.over')
    await team.tick(5_000)
    expect((await team.ended(runId)).state).toBe('failed')
  })

  it('asks more people, and reminds those who have not answered', async () => {
    const runId = await team.run([
      ask({
        to: { users: ['ann@example.test'] },
        escalate: { after: '1h', to: { users: ['pat@example.test'] } },
        remindEvery: '40m',
      }),
    ])
    const id = await team.question(runId)
    expect(await code(team.say(team.people['Pat'], id))).toBe('approval.not_asked')
    world.notified.length = 0
    await team.tick(41 * 60_000)
    const of = (name: string) =>
      world.notified.filter((note) => note.link.endsWith(id) && note.personId === team.people[name]?.personId)
    expect(of('Ann').map((note) => note.title)).toEqual([
      'You are asked to decide: Isolate WKS-0447?',
      'Reminder: decide: Isolate WKS-0447?',
    ])
    await team.tick(61 * 60_000)
    expect(of('Pat').map((note) => note.title)).toEqual(['Escalated to you: decide: Isolate WKS-0447?'])
    await team.say(team.people['Pat'], id)
    expect((await team.ended(runId)).state).toBe('succeeded')
  })
})

describe('separation of duties', () => {
  it('keeps out who started the run, also as a member, and says why', async () => {
    const runId = await team.run([ask()], team.people['Ina'])
    const id = await team.question(runId)
    const ina = team.people['Ina'] ?? anActor(team.scope)
    expect(await code(team.say(ina, id))).toBe('approval.not_asked')
    expect((await view(id, ina)).can).toEqual({ answer: false, delegate: false, whyNot: 'initiator' })
    expect(await countWaiting(team.scope, ina)).toBe(0)
    await team.say(team.people['Ann'], id)
    await team.ended(runId)
  })

  it('treats the person who reruns a run as its initiator', async () => {
    const runId = await team.run([ask()])
    await team.say(team.people['Ann'], await team.question(runId))
    await team.ended(runId)
    const again = await team.repeat(runId, team.people['Bob'] ?? anActor(team.scope))
    const id = await team.question(again)
    expect(await code(team.say(team.people['Bob'], id))).toBe('approval.not_asked')
    await team.say(team.people['Ann'], id)
    await team.ended(again)
  })

  it('keeps previous approvers out of later questions of the run', async () => {
    const runId = await team.run([
      ask({ separation: ['previousApprovers'] }, 'first'),
      ask({ separation: ['previousApprovers'] }, 'second', { after: 'first' }),
    ])
    await team.say(team.people['Ann'], await team.question(runId, 'first'))
    const second = await team.question(runId, 'second')
    expect(await code(team.say(team.people['Ann'], second))).toBe('approval.not_asked')
    await team.say(team.people['Bob'], second)
    expect((await team.ended(runId)).state).toBe('succeeded')
  })

  it('holds when one person answers two parallel questions at the same moment', async () => {
    const runId = await team.run([
      ask({ separation: ['previousApprovers'] }, 'left'),
      ask({ separation: ['previousApprovers'] }, 'right'),
    ])
    const [left, right] = [await team.question(runId, 'left'), await team.question(runId, 'right')]
    const both = await Promise.all([
      code(team.say(team.people['Ann'], left)),
      code(team.say(team.people['Ann'], right)),
    ])
    expect([...both].sort(byText)).toEqual(['approval.not_asked', 'done'])
    await team.say(team.people['Bob'], both[0] === 'done' ? right : left)
    expect((await team.ended(runId)).state).toBe('succeeded')
  })
})

describe('delegation', () => {
  const give = (from: string, id: string, to: string) =>
    delegateQuestion(world.deps, team.scope, team.people[from] ?? anActor(team.scope), {
      approvalId: id,
      userId: team.people[to]?.id ?? '',
      ip: '192.0.2.1',
    })

  it('lets someone else answer instead, once', async () => {
    const runId = await team.run([ask({ allowDelegation: true })], team.people['Ina'])
    const id = await team.question(runId)
    await give('Ann', id, 'Pat')
    expect(await code(team.say(team.people['Ann'], id))).toBe('approval.not_asked')
    expect(await code(give('Bob', id, 'Pat'))).toBe('request.invalid')
    await team.say(team.people['Pat'], id)
    expect((await team.ended(runId)).state).toBe('succeeded')
    expect((await view(id)).answers).toMatchObject([{ by: { name: 'Pat' }, delegatedFrom: 'Ann' }])
  })

  it('never leads to who must not answer or answers already, and only where it is allowed', async () => {
    const runId = await team.run([ask({ allowDelegation: true })], team.people['Ina'])
    const id = await team.question(runId)
    expect(await code(give('Ann', id, 'Ina'))).toBe('request.invalid')
    expect(await code(give('Ann', id, 'Bob'))).toBe('request.invalid')
    expect(await code(give('Ann', id, 'Service account'))).toBe('request.invalid')
    await team.say(team.people['Ann'], id)
    await team.ended(runId)
    const other = await team.run([ask()])
    const closed = await team.question(other)
    expect(await code(give('Ann', closed, 'Pat'))).toBe('right.missing')
    await team.say(team.people['Ann'], closed)
    await team.ended(other)
  })
})

describe('no way around', () => {
  it('for API tokens, service identities and work on behalf of a run', async () => {
    const runId = await team.run([ask()])
    const id = await team.question(runId)
    const ann = team.people['Ann'] ?? anActor(team.scope)
    expect(await code(team.say({ ...ann, token: { id: 't', name: 'CI' } }, id))).toBe('right.missing')
    expect(await code(team.say({ ...ann, kind: 'playbook', personId: null }, id))).toBe('right.missing')
    expect(await code(team.say({ ...ann, runId }, id))).toBe('right.missing')
    expect((await view(id)).answers).toEqual([])
    await team.say(ann, id)
    await team.ended(runId)
  })

  it('for strangers: a question that one may not see is not there', async () => {
    const runId = await team.run([ask()])
    const id = await team.question(runId)
    const stranger = anActor(team.scope, { may: ['record:read'] })
    expect(await code(team.say(stranger, id))).toBe('resource.not_found')
    expect(await code(view(id, stranger))).toBe('resource.not_found')
    const reader = anActor(team.scope, { may: ['run:read'] })
    expect(await view(id, reader)).toMatchObject({ title: 'ask', text: null, answers: [] })
    await team.say(team.people['Ann'], id)
    await team.ended(runId)
  })

  it('by parallel branches: each question wants its own answer', async () => {
    const runId = await team.run([ask({}, 'left'), ask({}, 'right')])
    const [left, right] = [await team.question(runId, 'left'), await team.question(runId, 'right')]
    expect(left).not.toBe(right)
    await team.say(team.people['Ann'], left)
    expect((await view(right)).state).toBe('open')
    await team.say(team.people['Ann'], right)
    expect((await team.ended(runId)).state).toBe('succeeded')
  })

  it('by repeating the run: an old answer counts for nothing', async () => {
    const runId = await team.run([ask()])
    const old = await team.question(runId)
    await team.say(team.people['Ann'], old)
    await team.ended(runId)
    const again = await team.repeat(runId, anActor(team.scope))
    const fresh = await team.question(again)
    expect(fresh).not.toBe(old)
    expect(await code(team.say(team.people['Bob'], old))).toBe('approval.over')
    expect((await view(fresh)).answers).toEqual([])
    await team.say(team.people['Bob'], fresh)
    await team.ended(again)
  })

  it('by repeating the run from a step behind the approval, only from the approval itself', async () => {
    const call = (key: string, after?: string): JsonObject => ({
      key,
      action: 'http.request',
      with: { method: 'POST', url: 'http://127.0.0.1:1/' },
      ...(after === undefined ? {} : { after }),
    })
    const runId = await team.run([call('host'), ask({}, 'ask', { after: 'host' }), call('isolate', 'ask')])
    await team.say(team.people['Ann'], await team.question(runId))
    await team.ended(runId)
    const { automation, performed } = world.house
    const bob = team.people['Bob'] ?? anActor(team.scope)
    const from = (path: string) => rerunFromStep(automation, team.scope, bob, { runId, path })
    await expect(from('isolate')).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: ['body', 'path'], code: 'behind_approval' }] },
    })
    const { id: again } = await from('ask')
    const calls = () => performed.filter((one) => one.idempotencyKey.startsWith(again))
    const fresh = await team.question(again)
    expect(calls()).toEqual([])
    expect(await code(team.say(bob, fresh))).toBe('approval.not_asked')
    await team.say(team.people['Ann'], fresh)
    expect((await team.ended(again)).state).toBe('succeeded')
    expect(calls()).toHaveLength(1)
  })

  it('by a retry of the step: it asks again, and the expired question stays expired', async () => {
    const retry = { attempts: 2, backoff: 'fixed', from: '1s', to: '1s' }
    const runId = await team.run([ask({ quorum: 2, expires: '1h', separation: [] }, 'ask', { retry })])
    const first = await team.question(runId)
    await team.say(team.people['Ann'], first)
    await team.tick(3_700_000)
    const second = await team.question(runId, 'ask', [first])
    expect((await view(second)).answers).toEqual([])
    await team.say(team.people['Bob'], second)
    expect((await view(second)).state).toBe('open')
    await team.say(team.people['Ann'], second)
    expect((await team.ended(runId)).state).toBe('succeeded')
    expect((await view(first)).state).toBe('expired')
  })

  it('by sending the same answer many times in parallel: it counts once', async () => {
    const runId = await team.run([ask({ quorum: 2, separation: [] })])
    const id = await team.question(runId)
    const all = await Promise.all(Array.from({ length: 6 }, () => code(team.say(team.people['Ann'], id))))
    expect(all.filter((one) => one === 'done')).toHaveLength(1)
    expect((await view(id)).answers).toHaveLength(1)
    expect((await view(id)).state).toBe('open')
    await team.say(team.people['Bob'], id)
    expect((await team.ended(runId)).state).toBe('succeeded')
  })

  it('by ids of another tenant: neither its people nor its questions are there', async () => {
    const other = await world.aTeam('Ann', 'Eve')
    for (const name of ['Ann', 'Eve']) other.join(name, other.groups[0]?.id ?? '')
    const runId = await team.run([ask()])
    const id = await team.question(runId)
    // The question's id under one's own tenant, and one's own person in the question's.
    expect(await code(other.say(other.people['Eve'], id))).toBe('resource.not_found')
    const guest = { ...(other.people['Eve'] ?? anActor(other.scope)), permissions: new Set<never>() }
    expect(await code(team.say(guest, id))).not.toBe('done')
    expect((await view(id)).answers).toEqual([])
    await team.say(team.people['Ann'], id)
    await team.ended(runId)
  })
})

describe('no way around by components', () => {
  let parts = 0
  /** A step that calls a component which does these steps. */
  const calls = async (key: string, steps: JsonObject[], after?: string): Promise<JsonObject> => {
    parts += 1
    const component = `part-${parts}`
    const document = { playbook: component, title: component, triggers: [], component: {}, steps }
    await world.house.publish(team.scope, document)
    const more = after === undefined ? {} : { after }
    return { key, action: 'flow.call', with: { component }, ...more }
  }
  const calledBy = async (runId: string, step: string) => {
    const find = () =>
      team.scope.read((tx) =>
        tx.query<{ id: string }>(
          `select r.id from caseloom.run r join caseloom.run_wait w on w.id = r.parent_wait
            where r.parent_run = $1 and w.path = $2`,
          [runId, step],
        ),
      )
    await expect.poll(async () => (await find()).length, { timeout: 15_000 }).toBe(1)
    return (await find())[0]?.id ?? ''
  }
  const question = async (runId: string, step: string) => team.question(await calledBy(runId, step))

  it('excludes the person who started or reran the calling run from the component’s questions', async () => {
    const call = await calls('part', [ask()])
    const started = await team.run([call], team.people['Ina'])
    expect(await code(team.say(team.people['Ina'], await question(started, 'part')))).toBe(
      'approval.not_asked',
    )
    await team.say(team.people['Ann'], await question(started, 'part'))
    await team.ended(started)
    const first = await team.run([call])
    await team.say(team.people['Ann'], await question(first, 'part'))
    await team.ended(first)
    const again = await team.repeat(first, team.people['Bob'] ?? anActor(team.scope))
    const id = await question(again, 'part')
    expect(await code(team.say(team.people['Bob'], id))).toBe('approval.not_asked')
    await team.say(team.people['Ann'], id)
    expect((await team.ended(again)).state).toBe('succeeded')
  })

  it('previous approvers stay out of questions of called components, and of those after them', async () => {
    const apart = { separation: ['previousApprovers'] }
    const inside = await calls('inside', [ask(apart)], 'first')
    const runId = await team.run([ask(apart, 'first'), inside, ask(apart, 'last', { after: 'inside' })])
    await team.say(team.people['Ann'], await team.question(runId, 'first'))
    const second = await question(runId, 'inside')
    expect(await countWaiting(team.scope, team.people['Ann'] ?? anActor(team.scope))).toBe(0)
    expect(await code(team.say(team.people['Ann'], second))).toBe('approval.not_asked')
    await team.say(team.people['Bob'], second)
    const third = await team.question(runId, 'last')
    for (const name of ['Ann', 'Bob'])
      expect(await code(team.say(team.people[name], third))).toBe('approval.not_asked')
    await team.say(team.people['Ina'], third)
    expect((await team.ended(runId)).state).toBe('succeeded')
  })

  it('the same component called twice asks two different people', async () => {
    const apart = { separation: ['previousApprovers'] }
    const one = await calls('one', [ask(apart)])
    const runId = await team.run([one, { ...one, key: 'two', after: 'one' }])
    await team.say(team.people['Ann'], await question(runId, 'one'))
    const second = await question(runId, 'two')
    expect(await code(team.say(team.people['Ann'], second))).toBe('approval.not_asked')
    await team.say(team.people['Bob'], second)
    expect((await team.ended(runId)).state).toBe('succeeded')
  })

  it('a run is not repeated from a step behind a component that asks, however deep, nor from a repetition', async () => {
    const http = (key: string, after: string): JsonObject => ({
      key,
      action: 'http.request',
      with: { method: 'POST', url: 'http://127.0.0.1:1/' },
      after,
    })
    const inner = await calls('deep', [ask()])
    const outer = await calls('gate', [inner])
    const beside = { key: 'beside', action: 'data.transform', with: { value: 1 } }
    const runId = await team.run([outer, beside, http('isolate', 'gate')])
    const child = await calledBy(runId, 'gate')
    await team.say(team.people['Ann'], await question(child, 'deep'))
    await team.ended(runId)
    const ann = team.people['Ann'] ?? anActor(team.scope)
    const from = (of: string, path: string) =>
      rerunFromStep(world.house.automation, team.scope, ann, { runId: of, path })
    const refused = { details: { issues: [{ code: 'behind_approval' }] } }
    await expect(from(runId, 'isolate')).rejects.toMatchObject(refused)
    const { id: again } = await from(runId, 'beside')
    await team.ended(again)
    await expect(from(again, 'isolate')).rejects.toMatchObject(refused)
    // Whether the components are gone, or what was asked is forgotten: either is enough.
    const components = (gone: Date | null) =>
      team.scope.tx((tx) =>
        tx.query(`update caseloom.playbook set deleted_at = $2 where tenant_id = $1 and key like 'part-%'`, [
          tx.tenantId,
          gone,
        ]),
      )
    await components(new Date())
    await expect(from(runId, 'isolate')).rejects.toMatchObject(refused)
    await components(null)
    await team.scope.tx((tx) => tx.query('delete from caseloom.approval where tenant_id = $1', [tx.tenantId]))
    await expect(from(runId, 'isolate')).rejects.toMatchObject(refused)
  })
})

describe('a run that a change of a record set off', () => {
  it('cannot be approved by the person who changed the record, even through their playbook', async () => {
    const { automation, apps, records } = world.house
    const crew = await world.aTeam('Ann', 'Ina')
    for (const name of ['Ann', 'Ina']) crew.join(name, crew.groups[0]?.id ?? '')
    const { scope } = crew
    const builder = anActor(scope)
    const field = {
      type: 'text',
      required: false,
      readOnly: false,
      multiline: false,
      maxLength: 100,
    } as const
    const app = await apps.createApp(scope, builder, {
      key: 'request',
      acronym: 'REQ',
      name: 'Request',
      icon: 'alert-triangle',
      titleField: 'title',
      listColumns: ['title'],
      layout: [{ title: 'Details', columns: 1, fields: ['title'] }],
      fields: [{ ...field, key: 'title', label: 'Title', unique: false }],
    })
    const trigger = {
      key: 'made',
      kind: 'record',
      with: { app: 'request', on: ['created', 'updated'], byPlaybooks: true },
    }
    await world.house.publish(scope, {
      playbook: 'asks',
      title: 'Asks',
      triggers: [trigger],
      steps: [ask()],
    })
    const ina = crew.people['Ina'] ?? builder
    const asked = async (path: string, past: readonly string[]) => {
      const runOf = () =>
        scope.read((tx) =>
          tx.query<{ id: string }>(
            `select id from caseloom.run where trigger_kind = 'record' and tenant_id = $1
              and not id = any($2::uuid[])`,
            [tx.tenantId, past],
          ),
        )
      await expect
        .poll(
          async () => {
            await lookAtRecordEvents({ ...automation, handlers: [recordTriggers(automation)] })
            return (await runOf()).length
          },
          { timeout: 15_000 },
        )
        .toBe(1)
      const runId = (await runOf())[0]?.id ?? ''
      return { runId, id: await crew.question(runId, path) }
    }
    const record = await records.createRecord(scope, ina, { appId: app.id, fields: { title: 'Let me in' } })
    const first = await asked('ask', [])
    expect(await code(crew.say(ina, first.id))).toBe('approval.not_asked')
    await crew.say(crew.people['Ann'], first.id)
    await crew.ended(first.runId)
    const own = await crew.run([{ key: 'quiet', action: 'data.transform', with: { value: 1 } }], ina)
    await crew.ended(own)
    const byRun = { ...builder, kind: 'playbook' as const, personId: null, runId: own }
    await records.updateRecord(scope, byRun, {
      appId: app.id,
      recordId: record.id,
      fields: { title: 'Let me in now' },
    })
    const second = await asked('ask', [first.runId])
    expect(await code(crew.say(ina, second.id))).toBe('approval.not_asked')
    await crew.say(crew.people['Ann'], second.id)
    expect((await crew.ended(second.runId)).state).toBe('succeeded')
  })
})
