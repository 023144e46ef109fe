import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { showAssistant } from '../../data/assistant-slot.ts'
import { type TenantScope, TenantScopeContext } from '../../data/scope.tsx'
import { announced, doing, endHooksAfterEach, renderHook } from '../../ui/testing/render-hook.ts'
import { addTexts, startTexts } from '../../ui/text/i18n.ts'
import { heroEn } from './assistant.en.ts'
import { useChat } from './useChat.ts'

startTexts()
addTexts('hero', heroEn)
endHooksAfterEach()
// React hears of the cache immediately, not after a timer.
notifyManager.setScheduler((run) => run())

const TENANT = '019a0000-0000-7000-8000-0000000000c1'
const USER = '019a0000-0000-7000-8000-0000000000d1'
const id = (at: number) => `019a0000-0000-7000-8000-00000000000${at}`
const AT = '2026-11-22T03:00:00.000Z'
// The hook reads the tenant, the user, and one flag.
const scope = { tenantId: TENANT, userId: USER, flags: { AiComponentExecution: true } } as TenantScope

const component = (over: object = {}) => ({
  id: id(7),
  playbookId: id(8),
  version: 1,
  title: 'Release a mailbox',
  description: '',
  inputSchema: { type: 'object', properties: { mailbox: { type: 'string' } } },
  inputValues: { mailbox: 'a@example.test' },
  componentStatus: 'NotStarted',
  statusMessage: '',
  showComponentDetails: false,
  hasAnimated: true,
  confirm: false,
  run: null,
  ...over,
})
const message = (over: object = {}) => ({
  id: id(2),
  role: 'assistant',
  content: 'It is.',
  detailedContent: '<p>It is.</p>',
  originalContent: 'It is.',
  components: [],
  sources: [],
  drafts: [],
  feedbackReceived: { thumbUp: false, thumbDown: false },
  feedbackId: null,
  isError: false,
  stopped: false,
  answeredBy: null,
  at: AT,
  ...over,
})

/** What the server answers, by method and the end of the path; a test replaces parts of it. */
type Reply = { status?: number; body: object } | Promise<{ status?: number; body: object }>
let replies: Record<string, Reply>
let sent: { to: string; body: unknown }[]
let client: QueryClient

const problem = (status: number, code: string, over: object = {}): Reply => ({
  status,
  body: { type: 'about:blank', title: 'x', status, code, requestId: 'r1', ...over },
})

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  sent = []
  replies = { 'GET conversation': { body: { messages: [message()], answering: null } } }
  vi.stubGlobal('location', { pathname: '/', origin: 'https://caseloom.example.test' })
  vi.stubGlobal('sessionStorage', aStorage())
  vi.stubGlobal('localStorage', aStorage())
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const to = `${init.method} ${address.split('/').at(-1)}`
    if (init.method !== 'GET')
      sent.push({ to, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const { status = 200, body } = (await replies[to]) ?? { status: 500, body: {} }
    return status === 204 ? new Response(null, { status }) : new Response(JSON.stringify(body), { status })
  })
  showAssistant(TENANT, 'docked')
})
afterEach(() => client.clear())

function aStorage() {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
  }
}

const wrap = (children: ReactNode) =>
  createElement(
    QueryClientProvider,
    { client },
    createElement(TenantScopeContext, { value: scope }, children),
  )

async function aChat() {
  const chat = await renderHook(() => useChat(), { props: null, wrap })
  await vi.waitFor(() => expect(chat.now().loading).toBe(false))
  return chat
}

/** A chat whose answer offers one component. */
async function offering(over: object = {}) {
  replies['GET conversation'] = {
    body: { messages: [message({ components: [component(over)] })], answering: null },
  }
  const chat = await aChat()
  const offered = () => {
    const [found] = chat.now().messages.flatMap(({ components }) => components)
    if (found === undefined) throw new Error('Nothing is offered')
    return found
  }
  return { chat, offered }
}

describe('the conversation', () => {
  test('is loading until it is read, and takes questions from then on', async () => {
    const { promise, resolve } = Promise.withResolvers<{ body: object }>()
    replies['GET conversation'] = promise
    const chat = await renderHook(() => useChat(), { props: null, wrap })
    expect(chat.now()).toMatchObject({ loading: true, canType: false, messages: [] })
    await doing(() => resolve({ body: { messages: [message()], answering: null } }))
    await vi.waitFor(() => expect(chat.now()).toMatchObject({ loading: false, canType: true }))
    expect(chat.now().messages.map(({ content }) => content)).toEqual(['It is.'])
  })

  test('takes no question while an answer is written elsewhere', async () => {
    replies['GET conversation'] = { body: { messages: [message()], answering: id(3) } }
    const chat = await renderHook(() => useChat(), { props: null, wrap })
    await vi.waitFor(() => expect(chat.now().messages).toHaveLength(1))
    expect(chat.now()).toMatchObject({ isAnswering: true, loading: true, canType: false })
  })

  test('that can’t be read takes no question until it is read again', async () => {
    replies['GET conversation'] = problem(500, 'internal.error')
    const chat = await aChat()
    expect(chat.now()).toMatchObject({ isError: true, canType: false })
    replies['GET conversation'] = { body: { messages: [], answering: null } }
    await doing(() => chat.now().retry())
    await vi.waitFor(() => expect(chat.now()).toMatchObject({ isError: false, canType: true }))
  })

  test('is shown where it was put, and ends empty and closed', async () => {
    replies['DELETE conversation'] = { status: 204, body: {} }
    const chat = await aChat()
    await doing(() => chat.now().show('expanded'))
    expect(chat.now()).toMatchObject({ showChatAssistant: true, isChatAssistantExpanded: true })
    await doing(() => chat.now().show('minimised'))
    expect(chat.now()).toMatchObject({ showChatAssistant: false, isChatAssistantExpanded: false })
    await doing(() => chat.now().show('docked'))
    await doing(() => chat.now().end())
    await vi.waitFor(() => expect(chat.now()).toMatchObject({ showChatAssistant: false, messages: [] }))
  })

  test('that can’t be ended stays, and says that the server is away', async () => {
    replies['DELETE conversation'] = problem(500, 'internal.error')
    const chat = await aChat()
    await doing(() => chat.now().end())
    await vi.waitFor(() => expect(chat.now().isError).toBe(true))
    expect(chat.now()).toMatchObject({ showChatAssistant: true, canType: false })
    expect(chat.now().messages).toHaveLength(1)
  })

  test('asks before it ends until the user no longer wants that, in this browser', async () => {
    const chat = await aChat()
    expect(chat.now().doNotShowConfirmationMessage()).toBe(false)
    await doing(() => chat.now().setConfirming(true))
    expect(chat.now().isConfirming).toBe(true)
    chat.now().neverConfirm()
    expect(chat.now().doNotShowConfirmationMessage()).toBe(true)
    expect(localStorage.getItem(`caseloom.assistant.end.${USER}`)).not.toBeNull()
  })
})

describe('the input', () => {
  test('is emptied by sending, and filled again with a question that couldn’t be sent', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: object }>()
    replies['POST ask'] = promise
    const chat = await aChat()
    await doing(() => chat.now().setTyped('  Is it? '))
    await doing(() => chat.now().send())
    expect(chat.now()).toMatchObject({ typed: '', isAnswering: true, canType: false })
    await doing(async () => resolve(await Promise.resolve(problem(409, 'assistant.busy')).then(statusOf)))
    await vi.waitFor(() => expect(chat.now().typed).toBe('Is it?'))
    expect(sent).toMatchObject([{ to: 'POST ask', body: { question: 'Is it?' } }])
  })

  test('keeps what was typed after a suggestion was asked in vain', async () => {
    replies['POST ask'] = problem(409, 'assistant.busy')
    const chat = await aChat()
    await doing(() => chat.now().setTyped('Mine'))
    await doing(() => chat.now().ask('Suggested'))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await vi.waitFor(() => expect(chat.now().canType).toBe(true))
    expect(chat.now().typed).toBe('Mine')
  })

  test('sends nothing that is blank', async () => {
    const chat = await aChat()
    await doing(() => chat.now().setTyped('   '))
    await doing(() => chat.now().send())
    expect([sent, chat.now().typed]).toEqual([[], '   '])
  })
})

/** The reply with its status, as a pending one is answered. */
function statusOf(reply: { status?: number; body: object }): { status: number; body: object } {
  return { status: reply.status ?? 200, body: reply.body }
}

describe('thumbs', () => {
  const feedback = {
    id: id(4),
    messageId: id(2),
    thumbUp: false,
    thumbDown: true,
    reason: null,
    feedbackMessage: null,
    includePrompt: true,
    prompt: null,
    answer: null,
    accountId: id(5),
    tenantId: TENANT,
    userId: 'alice@example.test',
    timestamp: AT,
  }
  const first = (chat: Awaited<ReturnType<typeof aChat>>) => {
    const [found] = chat.now().messages
    if (found === undefined) throw new Error('No message')
    return found
  }

  test('down asks for more, and counts once', async () => {
    replies['POST feedback'] = { status: 201, body: feedback }
    const chat = await aChat()
    await doing(() => chat.now().thumb(first(chat), false))
    expect(chat.now().moreFor).toBe(id(2))
    expect(first(chat)).toMatchObject({ feedbackReceived: { thumbDown: true }, feedbackId: id(4) })
    await doing(() => chat.now().thumb(first(chat), true))
    expect(sent).toHaveLength(1)
    await doing(() => chat.now().closeMore())
    expect(chat.now().moreFor).toBeNull()
  })

  test('that couldn’t be saved are taken back, and someone learns of it', async () => {
    replies['POST feedback'] = problem(500, 'internal.error')
    const chat = await aChat()
    await doing(() => chat.now().thumb(first(chat), false))
    expect(first(chat)).toMatchObject({
      feedbackReceived: { thumbUp: false, thumbDown: false },
      feedbackId: null,
    })
    expect(chat.now().moreFor).toBeNull()
    expect(announced()).not.toBe('')
  })
})

describe('a component', () => {
  test('is reviewed in the wide panel, with the inputs that were changed', async () => {
    const { chat, offered } = await offering()
    await doing(() => chat.now().review(id(7)))
    expect(chat.now()).toMatchObject({ isChatAssistantExpanded: true, reviewed: { id: id(7) } })
    await doing(() => chat.now().setValues(id(7), { mailbox: 'b@example.test' }))
    expect(chat.now().valuesOf(offered())).toEqual({ mailbox: 'b@example.test' })
    await doing(() => chat.now().show('docked'))
    expect(chat.now().reviewed).toBeNull()
  })

  test('runs with these inputs, and its end is said once', async () => {
    replies['POST run'] = { body: component({ componentStatus: 'InProgress', hasAnimated: false }) }
    const { chat, offered } = await offering()
    await doing(() => chat.now().review(id(7)))
    await doing(() => chat.now().setValues(id(7), { mailbox: 'b@example.test' }))
    await doing(async () => expect(await chat.now().run(offered())).toBeNull())
    expect(sent).toMatchObject([{ body: { inputValues: { mailbox: 'b@example.test' }, confirmed: false } }])
    expect(offered()).toMatchObject({ componentStatus: 'InProgress', showComponentDetails: false })
    expect(announced()).toBe('')
    replies['GET conversation'] = {
      body: {
        messages: [message({ components: [component({ componentStatus: 'Success' })] })],
        answering: null,
      },
    }
    await doing(() => chat.now().retry())
    await vi.waitFor(() => expect(announced()).toBe(`${heroEn.card.success}. Release a mailbox`))
  })

  test('opens its details with the errors of its inputs when they are rejected', async () => {
    replies['POST run'] = problem(400, 'inputs.invalid', {
      issues: [{ path: ['body', 'inputValues', 'mailbox'], code: 'invalid', message: 'is unknown' }],
    })
    const { chat, offered } = await offering()
    await doing(() => chat.now().run(offered()))
    expect(chat.now().reviewed?.id).toBe(id(7))
    expect(chat.now().issues).toEqual([expect.objectContaining({ path: ['mailbox'], message: 'is unknown' })])
    await doing(() => chat.now().review(null))
    expect(chat.now()).toMatchObject({ issues: [], reviewed: null })
  })

  test('returns what the person has to confirm first, and sends which statement they confirmed', async () => {
    const statement = { id: 's1', parts: [] }
    replies['POST run'] = problem(409, 'statement.confirm_first', { statement })
    const { chat, offered } = await offering({ confirm: true })
    await doing(async () => expect(await chat.now().run(offered())).toEqual(statement))
    replies['POST run'] = { body: component({ componentStatus: 'InProgress' }) }
    await doing(() => chat.now().run(offered(), 's1'))
    expect(sent.at(-1)?.body).toMatchObject({ confirmed: true, statement: 's1' })
  })

  test('is cancelled for good, unless that fails', async () => {
    replies['POST cancel'] = problem(500, 'internal.error')
    const { chat, offered } = await offering()
    await doing(() => chat.now().review(id(7)))
    await doing(() => chat.now().cancel(offered()))
    expect([offered().componentStatus, announced() === '']).toEqual(['NotStarted', false])
    replies['POST cancel'] = { body: component({ componentStatus: 'Cancelled' }) }
    await doing(() => chat.now().cancel(offered()))
    expect(offered().componentStatus).toBe('Cancelled')
    expect(chat.now().reviewed).toBeNull()
  })
})
