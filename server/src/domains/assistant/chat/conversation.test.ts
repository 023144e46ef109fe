import { AskEvent, type ChatMessage } from '@caseloom/contract/assistant/assistant'
import { PlaybookId, RunId } from '@caseloom/contract/kernel/ids'
import { type Actor, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import pino from 'pino'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http/types.ts'
import { newId } from '../../../platform/uuid.ts'
import type { Answer, Answerer } from '../asking/answerer.ts'
import { askQuestion } from './ask.ts'
import type { AssistantDeps } from '../asking/assistant-deps.ts'
import { assistantMigrations } from '../assistant.migrations.ts'
import { cancelOffered, runOffered } from './chat-components.ts'
import { keepAnswering, lockChat } from './chat.store.ts'
import { endConversation, keepChats, readConversation, stopAnswer } from './conversation.ts'
import { completeFeedback, exportFeedback, giveFeedback, listFeedback } from './feedback.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await anInstallation('assistant', assistantMigrations)
})
afterAll(() => installation.close())

const PLAYBOOK = newId()
const ANSWER: Answer = {
  text: 'It **is** so. <script>alert(1)</script>',
  sources: [{ kind: 'help', title: 'Search', to: '/help/use/search' }],
  offers: [
    {
      playbookId: PLAYBOOK,
      version: 2,
      title: 'Isolate a host',
      description: 'Cuts it off',
      inputSchema: { type: 'object', properties: { host: { type: 'string' } } },
      inputValues: { host: 'ws-1' },
      confirm: false,
    },
  ],
  drafts: [],
  answeredBy: { kind: 'builtIn', name: 'Test' },
}
const prompt: Answerer = {
  async answer(_question, { report }) {
    report({ kind: 'text', delta: ANSWER.text })
    return ANSWER
  },
}

type Run = Awaited<ReturnType<AssistantDeps['runState']>>
interface World {
  deps: AssistantDeps
  scope: TenantScope
  actor: Actor
  runs: { started: number; state: Run }
  flags: { HeroAi: boolean; AiComponentExecution: boolean }
  questions: { taken: number; most: number }
}

async function aWorld(answerer: Answerer = prompt): Promise<World> {
  const scope = await installation.aTenant()
  const runs: World['runs'] = { started: 0, state: { state: 'running', error: null } }
  const flags = { HeroAi: true, AiComponentExecution: true }
  const questions = { taken: 0, most: 100 }
  const deps: AssistantDeps = {
    answerer,
    questions: {
      async take() {
        questions.taken += 1
        if (questions.taken > questions.most) throw fail('request.too_many', { retryAfter: 12 })
      },
    },
    flags: async () => ({ MultiTenant: true, UserGuide: true, ...flags }) as never, // the other flags play no part
    async runComponent(_scope, _actor, { playbookId, confirmed, inputs }) {
      if (!confirmed && inputs['host'] === 'important') throw fail('component.confirm_first')
      runs.started += 1
      return {
        id: RunId.parse(newId()),
        number: runs.started,
        playbook: { id: PlaybookId.parse(playbookId), key: 'isolate', title: 'Isolate', version: 2 },
        state: 'queued',
        trigger: { key: 'component', kind: 'component', deliveryId: null },
        startedAt: new Date().toISOString(),
        endedAt: null,
        error: null,
        test: false,
        rerunOf: null,
        loopStopped: false,
      }
    },
    runState: async () => runs.state,
    emailOf: async () => 'alice@example.test',
    log: pino({ level: 'silent' }),
  }
  return { deps, scope, actor: anActor(scope), runs, flags, questions }
}

const asks = ({ deps, scope, actor }: World, question = 'Is it?') =>
  askQuestion(deps, scope, actor, { question, context: {}, timeZone: 'UTC' })
const conversation = ({ deps, scope, actor }: World) => readConversation(deps, scope, actor)

async function eventsOf({ content }: FileAnswer): Promise<AskEvent[]> {
  if (!(content instanceof Readable)) throw new Error('An answer is a stream')
  const blocks = (await text(content)).split('\n\n').filter((block) => block !== '')
  return blocks.map((block) => {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? []
    return AskEvent.parse({ event, ...JSON.parse(data ?? '') })
  })
}

async function answered(world: World): Promise<ChatMessage> {
  const last = (await eventsOf(await asks(world))).at(-1)
  if (last?.event !== 'done') throw new Error('There is no answer')
  return last.message
}

/** An answerer that sends part of its answer, reports progress, and continues when released. */
function slow() {
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const answerer: Answerer = {
    async answer(_question, { report, signal }) {
      report({ kind: 'text', delta: 'So far' })
      begun.resolve()
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      await Promise.race([go.promise, stopped])
      signal.throwIfAborted()
      return ANSWER
    },
  }
  return { answerer, begun: begun.promise, go: go.resolve }
}

describe('a conversation', () => {
  it('streams an answer and keeps question and answer in their order, as text that cannot script [S3.03]', async () => {
    const world = await aWorld()
    const events = await eventsOf(await asks(world))
    expect(events.map(({ event }) => event)).toEqual(['begun', 'text', 'done'])
    const { messages, answering } = await conversation(world)
    expect(answering).toBeNull()
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Is it?'],
      ['assistant', ANSWER.text],
    ])
    expect(messages[1]).toMatchObject({
      originalContent: ANSWER.text,
      isError: false,
      feedbackReceived: { thumbUp: false, thumbDown: false },
      components: [{ title: 'Isolate a host', componentStatus: 'NotStarted', inputValues: { host: 'ws-1' } }],
    })
    expect(messages[1]?.detailedContent).toContain('<strong>is</strong>')
    expect(messages[1]?.detailedContent).not.toContain('<script')
  })

  it('is the user’s own, and of this tenant alone', async () => {
    const world = await aWorld()
    await answered(world)
    const other = { ...world, actor: anActor(world.scope) }
    expect((await conversation(other)).messages).toEqual([])
    const elsewhere = { ...world, scope: await installation.aTenant() }
    expect((await conversation(elsewhere)).messages).toEqual([])
  })

  it('saves an answer whose listener disconnected', async () => {
    const { answerer, begun, go } = slow()
    const world = await aWorld(answerer)
    const { content } = await asks(world)
    await begun
    if (content instanceof Readable) content.destroy()
    go()
    await expect.poll(async () => (await conversation(world)).messages.length).toBe(2)
    expect((await conversation(world)).messages[1]?.content).toBe(ANSWER.text)
  })

  it('takes one question at a time, and stops an answer where it is', async () => {
    const { answerer, begun } = slow()
    const world = await aWorld(answerer)
    const events = eventsOf(await asks(world))
    await begun
    await expect(asks(world)).rejects.toMatchObject({ code: 'assistant.busy' })
    expect((await conversation(world)).answering).not.toBeNull()
    await stopAnswer(world.deps, world.scope, world.actor)
    const last = (await events).at(-1)
    expect(last).toMatchObject({
      event: 'done',
      message: { content: 'So far', stopped: true, isError: false },
    })
  })

  it('accepts no more questions than its limit, says when to retry, and stores nothing it rejected', async () => {
    const world = await aWorld()
    world.questions.most = 1
    await answered(world)
    await expect(asks(world)).rejects.toMatchObject({
      code: 'assistant.limit',
      details: { retryAfter: 12 },
      message: expect.stringContaining('Try again in 12 s'),
    })
    expect((await conversation(world)).messages).toHaveLength(2)
    world.questions.taken = 0
    expect((await answered(world)).content).toBe(ANSWER.text)
  })

  it('that ended during an answer stays ended', async () => {
    const { answerer, begun, go } = slow()
    const world = await aWorld(answerer)
    const events = eventsOf(await asks(world))
    await begun
    await endConversation(world.deps, world.scope, world.actor)
    go()
    expect((await events).map(({ event }) => event)).not.toContain('done')
    expect(await conversation(world)).toEqual({ messages: [], answering: null })
  })

  it('takes the next question when the process of an answer died', async () => {
    const world = await aWorld()
    const lost = { id: newId(), until: new Date(Date.now() - 1000) }
    await world.scope.tx(async (tx) => {
      await lockChat(tx, world.actor.id ?? '')
      await keepAnswering(tx, world.actor.id ?? '', lost)
    })
    expect((await answered(world)).content).toBe(ANSWER.text)
  })

  it('reports a failure, with the partial answer', async () => {
    const broken: Answerer = { answer: () => Promise.reject(new Error('no')) }
    const message = await answered(await aWorld(broken))
    expect(message).toMatchObject({ isError: true, stopped: false })
    expect(message.content).toContain('Something went wrong')
  })

  it('is unavailable while the assistant is turned off [S6.06]', async () => {
    const world = await aWorld()
    world.flags.HeroAi = false
    await expect(conversation(world)).rejects.toMatchObject({ code: 'resource.not_found' })
    await expect(asks(world)).rejects.toMatchObject({ code: 'resource.not_found' })
  })

  it('is deleted after long inactivity', async () => {
    const world = await aWorld()
    await answered(world)
    const { system } = installation.database
    await keepChats(system, 30)
    expect((await conversation(world)).messages).toHaveLength(2)
    await keepChats(system, -1)
    expect((await conversation(world)).messages).toEqual([])
  })
})

describe('an offered component', () => {
  const run = ({ deps, scope, actor }: World, componentId: string, over = {}) =>
    runOffered(deps, scope, actor, {
      componentId,
      inputValues: { host: 'ws-2' },
      confirmed: false,
      ip: '127.0.0.1',
      ...over,
    })
  const offered = async (world: World) => (await answered(world)).components[0]?.id ?? ''
  const shown = async (world: World) => (await conversation(world)).messages[1]?.components[0]

  it('runs when it is pressed and shows how the run ended [S3.04] [S4.05]', async () => {
    const world = await aWorld()
    const id = await offered(world)
    expect(world.runs.started).toBe(0)
    expect(await run(world, id)).toMatchObject({
      componentStatus: 'InProgress',
      statusMessage: 'Component execution started.....',
      inputValues: { host: 'ws-2' },
      run: { number: 1 },
    })
    expect((await shown(world))?.componentStatus).toBe('InProgress')
    world.runs.state = { state: 'succeeded', error: null }
    expect(await shown(world)).toMatchObject({ componentStatus: 'Success', hasAnimated: false })
    world.runs.state = null
    expect(await shown(world)).toMatchObject({ componentStatus: 'Success', hasAnimated: true })
  })

  it('shows why a run failed [S4.05]', async () => {
    const world = await aWorld()
    await run(world, await offered(world))
    world.runs.state = { state: 'failed', error: { code: 'x', message: 'No such host' } }
    expect(await shown(world)).toMatchObject({ componentStatus: 'Failure', statusMessage: 'No such host' })
  })

  it('says so when its process died between the press and the run', async () => {
    const world = await aWorld()
    const id = await offered(world)
    await world.scope.tx((tx) =>
      tx.query(
        `update caseloom.chat_component set status = 'InProgress', claimed_at = now() - interval '2 minutes'
          where tenant_id = $1 and id = $2`,
        [tx.tenantId, id],
      ),
    )
    expect(await shown(world)).toMatchObject({ componentStatus: 'Failure', run: null })
    await expect(run(world, id)).rejects.toMatchObject({ code: 'assistant.component_over' })
  })

  it('starts only one run when Run is pressed twice at the same time', async () => {
    const world = await aWorld()
    const id = await offered(world)
    const both = await Promise.allSettled([run(world, id), run(world, id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(world.runs.started).toBe(1)
  })

  it('asks again before what requires confirmation, and can then be run', async () => {
    const world = await aWorld()
    const id = await offered(world)
    const inputValues = { host: 'important' }
    await expect(run(world, id, { inputValues })).rejects.toMatchObject({ code: 'component.confirm_first' })
    expect((await shown(world))?.componentStatus).toBe('NotStarted')
    expect(await run(world, id, { inputValues, confirmed: true })).toMatchObject({ run: { number: 1 } })
  })

  it('that was declined can no longer run [S4.07]', async () => {
    const world = await aWorld()
    const id = await offered(world)
    const { deps, scope, actor } = world
    expect((await cancelOffered(deps, scope, actor, id)).componentStatus).toBe('Cancelled')
    await expect(run(world, id)).rejects.toMatchObject({ code: 'assistant.component_over' })
    await expect(cancelOffered(deps, scope, actor, id)).rejects.toMatchObject({
      code: 'assistant.component_over',
    })
  })

  it('is not available to other users, to tokens, or while its flag is off [S6.06]', async () => {
    const world = await aWorld()
    const id = await offered(world)
    const stranger = { ...world, actor: anActor(world.scope) }
    await expect(run(stranger, id)).rejects.toMatchObject({ code: 'resource.not_found' })
    const token = { id: newId(), may: new Set(PERMISSIONS) } as never // what a token is plays no part here
    const program = { ...world, actor: { ...world.actor, token } }
    await expect(run(program, id)).rejects.toMatchObject({ code: 'right.missing' })
    world.flags.AiComponentExecution = false
    await expect(run(world, id)).rejects.toMatchObject({ code: 'resource.not_found' })
    expect(world.runs.started).toBe(0)
  })
})

describe('feedback', () => {
  const give = ({ deps, scope, actor }: World, messageId: string, thumbUp = false) =>
    giveFeedback(deps, scope, actor, { messageId, thumbUp })

  it('is one thumb per answer, of the user’s own, completed later [S3.05] [S5.05]', async () => {
    const world = await aWorld()
    const { id } = await answered(world)
    const given = await give(world, id)
    expect(given).toMatchObject({
      thumbUp: false,
      thumbDown: true,
      includePrompt: true,
      prompt: 'Is it?',
      answer: ANSWER.text,
      userId: 'alice@example.test',
      accountId: world.scope.accountId,
      tenantId: world.scope.tenantId,
    })
    await expect(give(world, id, true)).rejects.toMatchObject({ code: 'assistant.feedback_given' })
    const stranger = { ...world, actor: anActor(world.scope) }
    await expect(give(stranger, id)).rejects.toMatchObject({ code: 'resource.not_found' })
    const more = {
      feedbackId: given.id,
      reason: 'wrong' as const,
      feedbackMessage: 'No',
      includePrompt: false,
    }
    await expect(completeFeedback(world.deps, world.scope, stranger.actor, more)).rejects.toMatchObject({
      code: 'resource.not_found',
    })
    expect(await completeFeedback(world.deps, world.scope, world.actor, more)).toMatchObject({
      reason: 'wrong',
      feedbackMessage: 'No',
      prompt: null,
      answer: null,
    })
    expect((await conversation(world)).messages[1]?.feedbackReceived).toEqual({
      thumbUp: false,
      thumbDown: true,
    })
  })

  it('stays when the conversation ends, and is listed for its account alone, also as a file', async () => {
    const world = await aWorld()
    const { system } = installation.database
    for (const thumbUp of [true, false]) await give(world, (await answered(world)).id, thumbUp)
    await endConversation(world.deps, world.scope, world.actor)
    const { accountId } = world.scope
    const first = await listFeedback(system, accountId, { limit: 1 })
    expect(first.items.map((one) => one.thumbUp)).toEqual([false])
    const next = await listFeedback(system, accountId, { limit: 1, cursor: first.next ?? '' })
    expect(next).toMatchObject({ items: [{ thumbUp: true }], next: null })
    expect((await listFeedback(system, accountId, { limit: 9, thumb: 'up' })).items).toHaveLength(1)
    expect((await listFeedback(system, newId(), { limit: 9 })).items).toEqual([])
    const { content } = exportFeedback(system, accountId, {})
    const lines = content instanceof Readable ? (await text(content)).trim().split('\n') : []
    expect(lines).toHaveLength(3)
  })
})
