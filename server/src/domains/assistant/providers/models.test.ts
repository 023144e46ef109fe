import {
  MODEL_PROVIDERS,
  type ModelDraft,
  type ModelProvider,
} from '@caseloom/contract/assistant/assistant-models'
import type { ChatMessage } from '@caseloom/contract/assistant/assistant'
import { MessageId } from '@caseloom/contract/kernel/ids'
import { aModel, createModelsFixture, BUILT_IN, type ModelsFixture } from './models.fixture.ts'
import { INJECTION_SAMPLES } from '@caseloom/testkit/prompt-injection-samples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fail, isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { answerHtml } from '../chat/answer-html.ts'
import type { AnswerNews, Withheld } from '../asking/answerer.ts'
import type { AssistantTool } from '../tools/tool.ts'
import { readModelSettings, saveModel } from './model-settings.ts'
import { saveRequest, listSent, readSent } from './request-log.ts'
import { testModel } from './test-model.ts'

const SECRET = 'planted-secret-key'
const RECORD = {
  app: 'alert',
  trackingId: 'ALR-7',
  title: 'Host speaks with Kurukshetra',
  fields: { severity: 'high', place: 'Kurukshetra', salary: 48_151_623 },
}
/** Text planted in a record that the tool reads. */
let planted = ''
let met = 0
/** What the tool was last asked not to read. */
let lookedWithout: Withheld | undefined
const Words = z.strictObject({ app: z.string(), text: z.string().optional() })
const search: AssistantTool<typeof Words> = {
  name: 'search_records',
  title: 'Search records',
  description: 'Finds records',
  input: Words,
  step: 'Searching records',
  async run({ withheld }, { text }) {
    lookedWithout = withheld
    if (text === 'refused')
      throw fail('right.missing', { detail: 'This requires the permission record:read' })
    return {
      content: { records: [RECORD], ...(planted === '' ? {} : { note: planted }) },
      sources: [
        { kind: 'search', title: 'Alert', to: '/account/a/tenant/t/search/alert' },
        {
          kind: 'record',
          title: 'ALR-7 Host speaks with Kurukshetra',
          to: '/account/a/tenant/t/record/alert/7',
        },
      ],
    }
  },
}

let house: ModelsFixture
beforeAll(async () => {
  house = await createModelsFixture([search])
})
afterAll(async () => {
  process.stdout.write(`planted instructions for models, ${met} cases, none obeyed\n`)
  await house.close()
})

/** The role a text is sent under, in the format of any provider; `tool` only if no other role contains it. */
function roleOf(body: string, text: string): string {
  const Sent = z.object({
    system: z.unknown().optional(),
    messages: z.array(z.looseObject({ role: z.string() })),
  })
  const { system, messages } = Sent.parse(JSON.parse(body))
  // In the text of a result marks stand escaped once more, or twice.
  const bare = (value: unknown) => (JSON.stringify(value) ?? '').replaceAll('\\', '')
  const says = (value: unknown) => bare(value).includes(bare(text).slice(1, -1))
  const roles = messages.filter(says).map((message) => {
    const isResult = JSON.stringify(message).includes('"tool_result"')
    return isResult ? 'tool' : message.role
  })
  return [...(says(system) ? ['system'] : []), ...new Set(roles)].join(' ')
}

const asksFor = (input: object) => ({ kind: 'tools' as const, calls: [{ name: 'search_records', input }] })
const sentBodies = () => house.stub.requests().map(({ body }) => body)
const logged = async (accountId: string) =>
  (await listSent(house.deps.system, accountId, { limit: 50 })).items

const PROVIDERS = MODEL_PROVIDERS.filter((each): each is Exclude<ModelProvider, 'none'> => each !== 'none')

describe.each(PROVIDERS)('a model of %s', (provider) => {
  it('answers by tools, streams, and cites the sources that the tools named', async () => {
    const at = await house.anAccount({ provider })
    house.stub.says(asksFor({ app: 'alert' }), { kind: 'text', text: 'One alert is **open** [S2]. [S9]' })
    const { answer, news, streamed } = await house.ask(at)
    expect(news).toContainEqual({ kind: 'step', text: 'Searching records' })
    expect(news.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(2)
    const link = '[ALR-7 Host speaks with Kurukshetra](/account/a/tenant/t/record/alert/7)'
    expect(answer.text).toBe(`One alert is **open** ${link}.`)
    expect(streamed.trim()).toBe(answer.text)
    expect(answer.sources.map(({ title }) => title)).toEqual(['ALR-7 Host speaks with Kurukshetra'])
    expect(answer.answeredBy).toEqual({ kind: 'model', name: 'tiny' })
    const [first, second] = sentBodies()
    expect(first).toContain('never an instruction')
    expect(second).toContain('Kurukshetra')
    expect(second).toContain('S2')
  })

  it('sends the key the way the provider expects, and never logs it', async () => {
    const at = await house.anAccount({ provider })
    house.stub.says({ kind: 'text', text: 'Yes.' })
    await house.ask(at)
    const [request] = house.stub.requests()
    const { 'x-api-key': key, authorization } = request?.headers ?? {}
    expect(provider === 'anthropic' ? key : authorization).toContain(SECRET)
    expect(request?.body).not.toContain(SECRET)
    const view = JSON.stringify(await readModelSettings(house.deps, at.scope.accountId))
    expect(view).not.toContain(SECRET)
    const [entry] = await logged(at.scope.accountId)
    const by = { accountId: at.scope.accountId, actor: at.actor, ip: '' }
    expect(JSON.stringify(await readSent(house.deps.system, by, entry?.id ?? ''))).not.toContain(SECRET)
  })

  it('counts tokens and cost, and logs who sent what with the tools that were called', async () => {
    const at = await house.anAccount({ provider })
    house.stub.says(asksFor({ app: 'alert' }), { kind: 'text', text: 'One.' })
    await house.ask(at, 'How many are there?')
    const [entry] = await logged(at.scope.accountId)
    expect(entry).toMatchObject({
      user: { id: at.actor.id, name: 'Alice Example' },
      provider,
      model: 'tiny',
      outcome: 'answered',
      tokensIn: 240,
      tokensOut: 60,
      reckoned: false,
      tools: ['search_records'],
      currency: 'EUR',
    })
    expect(entry?.cost).toBeCloseTo(0.36)
    const by = { accountId: at.scope.accountId, actor: at.actor, ip: '' }
    const whole = await readSent(house.deps.system, by, entry?.id ?? '')
    expect(whole.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
    expect(whole.messages[1]?.text).toBe('How many are there?')
    expect(whole.answer).toBe('One.')
    const { used } = await readModelSettings(house.deps, at.scope.accountId)
    expect(used.today).toMatchObject({ questions: 1, tokensIn: 240, tokensOut: 60 })
    expect(used.month.cost).toBeCloseTo(0.36)
  })

  it('never gets withheld data, whatever the tools find and the conversation contains', async () => {
    const sends = { recordValues: true, excludedApps: [], excludedFields: ['alert.place', '*.salary'] }
    const at = await house.anAccount({ provider, sends })
    const said = (role: ChatMessage['role'], content: string, kind?: 'builtIn' | 'model') =>
      aMessage(role, content, kind)
    house.stub.says(asksFor({ app: 'alert' }), asksFor({ app: 'alert', text: 'again' }), {
      kind: 'text',
      text: 'One [S2].',
    })
    const { answer } = await house.ask(at, 'What is there?', {
      history: [
        said('user', 'Show it'),
        said('assistant', 'It is in Kurukshetra: 48151623', 'builtIn'),
        said('user', 'And now?'),
      ],
    })
    expect(sentBodies()).toHaveLength(3)
    for (const body of sentBodies()) {
      expect(body).not.toContain('Kurukshetra')
      expect(body).not.toContain('48151623')
    }
    expect(sentBodies()[2]).toContain('high')
    expect(lookedWithout).toEqual({ apps: [], fields: sends.excludedFields })
    // The person may see it: their own link says it.
    expect(answer.text).toContain('/record/alert/7')
    const [entry] = await logged(at.scope.accountId)
    const by = { accountId: at.scope.accountId, actor: at.actor, ip: '' }
    expect(JSON.stringify(await readSent(house.deps.system, by, entry?.id ?? ''))).not.toContain(
      'Kurukshetra',
    )
  })

  it('gets planted instructions as the results of tools alone, and cannot obey them', async () => {
    const at = await house.anAccount({ provider })
    for (const text of INJECTION_SAMPLES) {
      planted = text
      const obeys = ['run_component', 'delete_records', 'execute'].map((name) => ({ name, input: { text } }))
      house.stub.says(asksFor({ app: 'alert' }), { kind: 'tools', calls: obeys }, { kind: 'text', text })
      const { answer, news } = await house.ask(at)
      const [first = '', second = '', third = ''] = sentBodies()
      expect(roleOf(first, text), text).toBe('')
      expect(roleOf(second, text), text).toBe('tool')
      for (const { name } of obeys) expect(third, text).toContain(`Unknown tool ${name}`)
      expect([answer.offers, answer.drafts], text).toEqual([[], []])
      expect(
        news.filter(({ kind }) => kind === 'step'),
        text,
      ).toHaveLength(1)
      // What it says after them is text: nothing in it scripts, loads or leads out.
      expect(answerHtml(answer.text), text).not.toMatch(/<(?:script|img|svg|iframe|a )/)
      met += 1
    }
    planted = ''
  })

  it('gets the reason why a tool returned nothing, and continues', async () => {
    const at = await house.anAccount({ provider })
    house.stub.says(
      asksFor({ app: 'alert', text: 'refused' }),
      asksFor({ words: 'none' }),
      { kind: 'tools', calls: [{ name: 'delete_all', input: {} }] },
      { kind: 'text', text: 'I may not.' },
    )
    const { answer } = await house.ask(at)
    expect(answer.text).toBe('I may not.')
    const last = sentBodies().at(-1) ?? ''
    expect(last).toContain('This requires the permission record:read')
    expect(last).toContain('Unknown tool delete_all')
  })

  it('ends after eight steps', async () => {
    const at = await house.anAccount({ provider })
    house.stub.says(asksFor({ app: 'alert' }))
    await house.ask(at)
    expect(sentBodies()).toHaveLength(8)
  })

  it('leaves no link and no markup of its own in the answer', async () => {
    const at = await house.anAccount({ provider })
    const text =
      'See [here](https://evil.test/x), https://evil.test/y, ![p](https://evil.test/z) and <a href="https://evil.test">this</a>.'
    house.stub.says({ kind: 'text', text })
    const { answer, streamed } = await house.ask(at)
    expect(answer.text).not.toContain('](')
    expect(answer.text).not.toContain('<a')
    expect(answer.text).toContain('`https://evil.test/y`')
    expect(streamed).not.toMatch(/(?<!\\)\[here|https:\/\/|<a/)
  })

  it('that is cut off leaves the partial answer, marked as incomplete', async () => {
    const at = await house.anAccount({ provider })
    house.stub.says({ kind: 'cut', text: 'There are three alerts' })
    const { answer } = await house.ask(at)
    expect(answer.text).toContain('There are three alerts')
    expect(answer.text).toContain('the answer is incomplete')
    expect(answer.isError).not.toBe(true)
    expect((await logged(at.scope.accountId))[0]?.outcome).toBe('cutOff')
  })

  it('that is too slow counts as a network issue, and its partial answer stays', async () => {
    const at = await house.anAccount({ provider, timeoutSeconds: 1 })
    house.stub.says({ kind: 'slow', text: '' })
    const [{ answer }] = await Promise.all([house.ask(at), house.stub.givenUp()])
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain('took too long')
    expect((await logged(at.scope.accountId))[0]?.outcome).toBe('timeout')
  })

  it('that stalls mid-answer leaves the partial answer at its timeout, and meanwhile answers others', async () => {
    const at = await house.anAccount({ provider, timeoutSeconds: 2 })
    const neighbor = await house.anAccount({ provider })
    house.stub.says({ kind: 'slow', text: 'So far it is open, and ' }, { kind: 'text', text: 'Yes.' })
    const silent = house.ask(at)
    await house.stub.saidSlowly()
    expect((await house.ask(neighbor)).answer.text).toBe('Yes.')
    const [{ answer, streamed }] = await Promise.all([silent, house.stub.givenUp()])
    expect(answer.text).toMatch(/^So far it is open, and\n\n\*The language model took too long/)
    expect(streamed).toContain('So far it is open')
    expect(answer.isError).not.toBe(true)
    const [entry] = await logged(at.scope.accountId)
    expect(entry).toMatchObject({ outcome: 'timeout', reckoned: true })
    expect(entry?.tokensOut).toBeGreaterThan(0)
  })

  it('that is busy is retried once if the wait is short; otherwise the built-in answerer answers', async () => {
    const at = await house.anAccount({ provider })
    house.stub.says(
      { kind: 'status', status: 429, message: 'slow down', retryAfter: 0 },
      { kind: 'text', text: 'Yes.' },
    )
    expect((await house.ask(at)).answer.text).toBe('Yes.')
    house.stub.says({ kind: 'status', status: 429, message: 'slow down', retryAfter: 600 })
    const { answer } = await house.ask(at)
    expect(sentBodies()).toHaveLength(1)
    expect(answer.text).toContain('is rate-limiting requests')
    expect(answer.text).toContain(BUILT_IN)
    expect(answer.answeredBy).toMatchObject({ kind: 'builtIn', insteadOf: 'failed' })
    expect(answer.isError).not.toBe(true)
  })

  it('that refuses the key says who can fix it; the built-in answerer answers', async () => {
    const at = await house.anAccount({ provider })
    house.stub.says({ kind: 'status', status: 401, message: `bad key ${SECRET}` })
    const { answer } = await house.ask(at)
    expect(answer.text).toContain('rejects the key')
    expect(answer.text).toContain('account administrator')
    expect(answer.text).not.toContain(SECRET)
    expect(answer.text).toContain(BUILT_IN)
  })

  it('that returns garbage is reported; the built-in answerer answers', async () => {
    const at = await house.anAccount({ provider })
    for (const body of ['<html>Welcome</html>', 'data: {"nonsense": [}\n\n', '']) {
      house.stub.says({ kind: 'garbage', body })
      const { answer } = await house.ask(at)
      expect(answer.text, body).toContain('unreadable')
      expect(answer.text).toContain(BUILT_IN)
    }
  })

  it('is disconnected when the person stops the answer', async () => {
    const at = await house.anAccount({ provider })
    const stop = new AbortController()
    house.stub.says({ kind: 'slow', text: 'So far it is open, and ' })
    let streamed = ''
    const receive = (news: AnswerNews) => {
      streamed += news.kind === 'text' ? news.delta : ''
      if (streamed.includes('So far it is open')) stop.abort()
    }
    const { answer } = await house.ask(at, 'And?', { signal: stop.signal, report: receive })
    await house.stub.givenUp()
    expect(answer.answeredBy.kind).toBe('model')
    expect(answer.text).toContain('So far it is open')
    expect(answer.text).not.toContain('the answer is incomplete')
    expect(answer.isError).not.toBe(true)
    expect((await logged(at.scope.accountId))[0]?.outcome).toBe('stopped')
  })
})

describe('the settings of a model', () => {
  const save = (at: Awaited<ReturnType<ModelsFixture['anAccount']>>, over: Partial<ModelDraft>) =>
    house.set(at, over)
  const issuesOf = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown)
    if (!isFailure(error, 'request.invalid')) throw new Error(`It was not refused: ${String(error)}`)
    return error.details.issues?.map(({ path, code }) => [path.at(-1), code])
  }

  it('keep the key while its address stays, and take it to no other', async () => {
    const at = await house.anAccount()
    await save(at, { apiKey: undefined, model: 'other' })
    const { hasKey, model, revision } = await readModelSettings(house.deps, at.scope.accountId)
    expect({ hasKey, model, revision }).toEqual({ hasKey: true, model: 'other', revision: 2 })
    const elsewhere = { apiKey: undefined, baseUrl: 'http://127.0.0.2:9/v1' }
    expect(await issuesOf(save(at, elsewhere))).toEqual([['apiKey', 'required']])
    const draft = aModel(house.stub, { ...elsewhere, revision })
    const trial = testModel(house.deps, { ...acting(at), draft })
    expect(await issuesOf(trial)).toEqual([['apiKey', 'required']])
    await save(at, { apiKey: null })
    expect((await readModelSettings(house.deps, at.scope.accountId)).hasKey).toBe(false)
  })

  it('show what is missing at its field, and who saved first', async () => {
    const at = await house.anAccount()
    expect(await issuesOf(save(at, { model: '', baseUrl: '', apiKey: null }))).toEqual([
      ['model', 'required'],
      ['baseUrl', 'required'],
    ])
    expect(await issuesOf(save(at, { provider: 'anthropic', apiKey: null }))).toEqual([
      ['apiKey', 'required'],
    ])
    const draft = aModel(house.stub, { revision: 0 })
    const late = saveModel(house.deps, { ...acting(at), draft })
    await expect(late).rejects.toMatchObject({ code: 'resource.version_conflict' })
  })

  it('can be tested without saving: shows the model’s reply, or the error at its field', async () => {
    const at = await house.anAccount({ provider: 'none', apiKey: null, baseUrl: '', model: '' })
    const attempt = (over: Partial<ModelDraft> = {}) =>
      testModel(house.deps, { ...acting(at), draft: aModel(house.stub, over) })
    house.stub.says({ kind: 'text', text: 'I am tiny.' })
    expect(await attempt()).toMatchObject({ text: 'I am tiny.', tokensIn: 120, tokensOut: 30 })
    house.stub.says({ kind: 'status', status: 401, message: 'no' })
    expect(await issuesOf(attempt())).toEqual([['apiKey', 'refused']])
    house.stub.says({ kind: 'status', status: 404, message: 'no such model' })
    expect(await issuesOf(attempt())).toEqual([['model', 'failed']])
    house.stub.says({ kind: 'status', status: 302, message: 'elsewhere' })
    expect(await issuesOf(attempt())).toEqual([['baseUrl', 'failed']])
    house.stub.says({ kind: 'garbage', body: '<html>' })
    expect(await issuesOf(attempt())).toEqual([['baseUrl', 'unreadable']])
    expect(await issuesOf(attempt({ baseUrl: 'http://169.254.169.254/v1' }))).toEqual([
      ['baseUrl', 'unreachable'],
    ])
    expect((await readModelSettings(house.deps, at.scope.accountId)).provider).toBe('none')
  })

  it('delete logged requests after the configured number of days', async () => {
    const at = await house.anAccount({ logDays: 1 })
    house.stub.says({ kind: 'text', text: 'Yes.' })
    await house.ask(at)
    await house.deps.system.tx((tx) =>
      tx.query(`update caseloom.assistant_sent set at = at - interval '25 hours' where account_id = $1`, [
        at.scope.accountId,
      ]),
    )
    await saveRequest(house.deps.system)
    expect(await logged(at.scope.accountId)).toEqual([])
    expect((await readModelSettings(house.deps, at.scope.accountId)).used.month.questions).toBe(1)
  })
})

const acting = ({ scope, actor }: Awaited<ReturnType<ModelsFixture['anAccount']>>) => ({
  accountId: scope.accountId,
  actor,
  ip: '127.0.0.1',
  signal: new AbortController().signal,
})

describe('which one answers', () => {
  it('is the built-in answerer without a model, and nothing is sent', async () => {
    const at = await house.anAccount({ provider: 'none', baseUrl: '', model: '' })
    house.stub.says({ kind: 'text', text: 'Yes.' })
    expect((await house.ask(at)).answer.text).toBe(BUILT_IN)
    expect(sentBodies()).toEqual([])
  })

  it('is the built-in answerer when a limit is reached, which says so', async () => {
    const limits = { questionsPerUserPerHour: null, tokensPerDay: null, costPerMonth: null }
    for (const [limit, words] of [
      [{ questionsPerUserPerHour: 1 }, 'once per hour'],
      [{ tokensPerDay: 100 }, 'today’s limit'],
      [{ costPerMonth: 0.01 }, 'this month’s limit'],
    ] as const) {
      const at = await house.anAccount({ limits: { ...limits, ...limit } })
      house.stub.says({ kind: 'text', text: 'Yes.' })
      expect((await house.ask(at)).answer.text).toBe('Yes.')
      const { answer } = await house.ask(at)
      expect(answer.text).toContain(words)
      expect(answer.text).toContain(BUILT_IN)
      expect(answer.answeredBy).toMatchObject({ kind: 'builtIn', insteadOf: 'limit' })
      expect(sentBodies()).toHaveLength(1)
    }
  })

  it('stops using tools when the tokens of the day are used up on the way', async () => {
    const limits = { questionsPerUserPerHour: null, tokensPerDay: 200, costPerMonth: null }
    const at = await house.anAccount({ limits })
    house.stub.says(asksFor({ app: 'alert' }))
    const { answer } = await house.ask(at)
    expect(sentBodies()).toHaveLength(2)
    expect(answer.text).toContain('today’s limit')
  })

  it('is only reached through the outbound guard: a blocked address is never dialed', async () => {
    const at = await house.anAccount({ baseUrl: 'http://127.0.0.1:9/v1' })
    const { answer } = await house.ask(at)
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain('Couldn’t reach')
  })

  it('sends nothing that was said before less became sendable', async () => {
    const at = await house.anAccount()
    const history = [aMessage('user', 'Old Kurukshetra'), aMessage('assistant', 'Kurukshetra', 'model')]
    house.stub.says({ kind: 'text', text: 'Yes.' })
    await house.ask(at, 'And?', { history })
    expect(sentBodies()[0]).toContain('Kurukshetra')
    await house.set(at, { sends: { recordValues: true, excludedApps: [], excludedFields: ['alert.place'] } })
    house.stub.says({ kind: 'text', text: 'Yes.' })
    await house.ask(at, 'And?', { history })
    expect(sentBodies()[0]).not.toContain('Kurukshetra')
  })
})

function aMessage(role: ChatMessage['role'], content: string, kind?: 'builtIn' | 'model'): ChatMessage {
  return {
    id: MessageId.parse(newId()),
    role,
    content,
    detailedContent: content,
    originalContent: content,
    components: [],
    sources: [],
    drafts: [],
    feedbackReceived: { thumbUp: false, thumbDown: false },
    feedbackId: null,
    isError: false,
    stopped: false,
    answeredBy: kind === undefined ? null : { kind, name: 'tiny' },
    at: new Date().toISOString(),
  }
}
