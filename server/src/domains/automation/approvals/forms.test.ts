import type { JsonObject } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createApprovalsFixture, type ApprovalsFixture, type Team } from './approvals.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from './answer-question.ts'
import { getApproval } from './get-approval.ts'
import { answerExternalRequest, getExternalRequest } from './external-links.ts'

let world: ApprovalsFixture
let team: Team
beforeAll(async () => {
  world = await createApprovalsFixture()
  team = await world.aTeam('Ann', 'Bob')
}, 60_000)
afterAll(() => world.close())

const SCHEMA: JsonObject = {
  type: 'object',
  required: ['owner'],
  properties: { owner: { type: 'string', minLength: 2 }, hosts: { type: 'integer', minimum: 1 } },
  additionalProperties: false,
}
const form = (over: JsonObject): JsonObject => ({
  key: 'ask',
  action: 'human.form',
  with: { title: 'Whose host is this?', schema: SCHEMA, ...over },
})
const ip = '192.0.2.9'
const byText = (a: unknown, b: unknown) => String(a).localeCompare(String(b))
const code = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
interface Mail {
  recipient: string
  body: string
}
const mailsTo = (to: string) =>
  world.deps.system.read((tx) =>
    tx.query<Mail>('select recipient, body from caseloom.mail where recipient = $1 order by id', [to]),
  )
const tokenOf = (mail: Mail | undefined) => /\/asks\/([\w-]{43})\n/.exec(mail?.body ?? '')?.[1] ?? ''
const outputOf = async (runId: string) => {
  const [row] = await team.scope.read((tx) =>
    tx.query<{ answer: { output?: JsonObject } | null }>(
      'select answer from caseloom.run_wait where run_id = $1',
      [runId],
    ),
  )
  return row?.answer?.output
}

describe('a form', () => {
  it('takes the first answer of those who are asked, checked by its schema', async () => {
    const runId = await team.run([form({ to: { users: ['ann@example.test', 'bob@example.test'] } })])
    const id = await team.question(runId)
    const fill = (who: string, values: JsonObject) =>
      answerQuestion(world.deps, team.scope, team.people[who] ?? anActor(team.scope), {
        approvalId: id,
        values,
        ip,
      })
    await expect(fill('Ann', { hosts: 0 })).rejects.toMatchObject({
      code: 'inputs.invalid',
      details: {
        issues: [
          { path: ['body', 'values', 'owner'], code: 'required' },
          { path: ['body', 'values', 'hosts'] },
        ],
      },
    })
    await fill('Ann', { owner: 'Finance' })
    expect(await code(fill('Bob', { owner: 'Sales' }))).toBe('approval.over')
    expect((await team.ended(runId)).state).toBe('succeeded')
    expect(await outputOf(runId)).toMatchObject({
      values: { owner: 'Finance' },
      by: { id: team.people['Ann']?.id, name: 'Ann' },
    })
  })

  it('with a schema that is none cannot be published', async () => {
    const made = team.run([form({ schema: { type: 'array' }, to: { users: ['ann@example.test'] } })])
    expect(await code(made)).toBe('playbook.invalid')
  })
})

describe('a form for someone outside', () => {
  it('is answered once by a link that is mailed, however often the link is opened', async () => {
    const to = 'owner.one@example.test'
    const runId = await team.run([form({ text: 'Which team?', outsiders: [to] })])
    const id = await team.question(runId)
    await team.tick()
    const mails = await mailsTo(to)
    expect(mails).toHaveLength(1)
    const token = tokenOf(mails[0])
    expect(token).toHaveLength(43)
    for (let look = 0; look < 3; look += 1)
      expect(await getExternalRequest(world.deps, { token, ip })).toMatchObject({
        title: 'Whose host is this?',
        text: 'Which team?',
        schema: SCHEMA,
      })
    const question = await getApproval(world.deps, team.scope, anActor(team.scope), id)
    expect(question).toMatchObject({ state: 'open', answers: [], outsiders: [to] })
    expect(await code(answerExternalRequest(world.deps, { token, values: {}, ip }))).toBe('inputs.invalid')
    const both = await Promise.all([
      code(answerExternalRequest(world.deps, { token, values: { owner: 'Finance' }, ip })),
      code(answerExternalRequest(world.deps, { token, values: { owner: 'Sales' }, ip })),
    ])
    expect([...both].sort(byText)).toEqual(['done', 'form.over'])
    expect((await team.ended(runId)).state).toBe('succeeded')
    expect(await outputOf(runId)).toMatchObject({ by: { id: null, name: to } })
    expect(await code(getExternalRequest(world.deps, { token, ip }))).toBe('form.over')
    expect(await code(answerExternalRequest(world.deps, { token, values: { owner: 'Late' }, ip }))).toBe(
      'form.over',
    )
  })

  it('keeps no token, and knows no other', async () => {
    const to = 'owner.two@example.test'
    const runId = await team.run([form({ outsiders: [to] })])
    await team.question(runId)
    await team.tick()
    const token = tokenOf((await mailsTo(to))[0])
    const stored = await world.deps.system.read((tx) =>
      tx.query<{ row: string }>('select row_to_json(l)::text as row from caseloom.approval_link l'),
    )
    expect(stored.some(({ row }) => row.includes(token))).toBe(false)
    const other = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    expect(await code(getExternalRequest(world.deps, { token: other, ip }))).toBe('resource.not_found')
    expect(
      await code(answerExternalRequest(world.deps, { token: `${token}A`, values: { owner: 'Me' }, ip })),
    ).toBe('resource.not_found')
    await answerExternalRequest(world.deps, { token, values: { owner: 'Finance' }, ip })
    await team.ended(runId)
  })

  it('brings another link with a reminder, ends all links with the answer, and in time without one', async () => {
    const to = 'owner.three@example.test'
    const runId = await team.run([form({ outsiders: [to, to.toUpperCase()], remindEvery: '1d' })])
    const id = await team.question(runId)
    await team.tick()
    await team.tick(25 * 3_600_000)
    const mails = await mailsTo(to.toUpperCase())
    expect(mails).toHaveLength(2)
    const [first, second] = mails.map(tokenOf)
    await answerExternalRequest(world.deps, { token: second ?? '', values: { owner: 'Finance' }, ip })
    expect(
      await code(answerExternalRequest(world.deps, { token: first ?? '', values: { owner: 'Old' }, ip })),
    ).toBe('form.over')
    await team.ended(runId)
    expect((await getApproval(world.deps, team.scope, anActor(team.scope), id)).expiresAt).not.toBeNull()
    const late = await team.run([form({ outsiders: ['owner.four@example.test'] })])
    await team.question(late)
    await team.tick()
    const token = tokenOf((await mailsTo('owner.four@example.test'))[0])
    await team.tick(15 * 86_400_000)
    expect(await code(getExternalRequest(world.deps, { token, ip }))).toBe('form.over')
    expect(await team.ended(late)).toMatchObject({ state: 'failed', error: { code: 'form.expired' } })
  })
})
