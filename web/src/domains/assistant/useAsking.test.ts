import type { ChatMessage } from '@caseloom/contract/assistant/assistant'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announced, doing, endHooksAfterEach, renderHook } from '../../ui/testing/render-hook.ts'
import { addTexts, startTexts } from '../../ui/text/i18n.ts'
import { heroEn } from './assistant.en.ts'
import { talkQuery } from './assistant.queries.ts'
import { useAsking } from './useAsking.ts'

startTexts()
addTexts('hero', heroEn)
endHooksAfterEach()
// React hears of the cache immediately, not after a timer.
notifyManager.setScheduler((run) => run())

const TENANT = '019a0000-0000-7000-8000-0000000000c1'
const id = (at: number) => `00000000-0000-7000-8000-00000000000${at}`
const fetched = vi.fn<typeof fetch>()
let client: QueryClient

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { pathname: '/', origin: 'https://caseloom.example.test' })
})
afterEach(() => {
  fetched.mockReset()
  client.clear()
})

const message = (at: number, over: object = {}) => ({
  id: id(at),
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
  at: '2026-11-22T03:00:00.000Z',
  ...over,
})
const QUESTION = message(1, { role: 'user', content: 'Is it?' })

/** A stream that the test writes to, as the server does. */
function aStream() {
  const letters = new TextEncoder()
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller
    },
  })
  fetched.mockResolvedValueOnce(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  const settle = () =>
    doing(async () => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    })
  return {
    say: async (event: string, data: object) => {
      stream?.enqueue(letters.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
      await settle()
    },
    end: async () => {
      stream?.close()
      await settle()
    },
  }
}

const wrap = (children: ReactNode) => createElement(QueryClientProvider, { client }, children)
const anAsking = () => renderHook(() => useAsking(TENANT), { props: null, wrap })
type Asking = Awaited<ReturnType<typeof anAsking>>
const messages = (): ChatMessage[] => client.getQueryData(talkQuery(TENANT).queryKey)?.messages ?? []

async function asked(asking: Asking, question: string): Promise<Promise<string | null>[]> {
  const answers: Promise<string | null>[] = []
  await doing(() => {
    answers.push(asking.now().ask(question))
  })
  return answers
}

async function refusedWith(status: number, code: string, asking: Asking): Promise<string | null | undefined> {
  const problem = { type: 'about:blank', title: 'x', status, code, requestId: 'r1' }
  fetched.mockImplementation(async () => new Response(JSON.stringify(problem), { status }))
  let unsent: string | null | undefined
  await doing(async () => {
    unsent = await asking.now().ask('Is it?')
  })
  return unsent
}

describe('asking Hero AI', () => {
  test('shows the question, then the answer as it is written, and ends with the whole conversation', async () => {
    const asking = await anAsking()
    const stream = aStream()
    const answers = await asked(asking, 'Is it?')
    expect(asking.now().live).toEqual({ question: 'Is it?', text: '', step: null })
    await stream.say('begun', { question: QUESTION, answerId: id(2) })
    await vi.waitFor(() => expect(asking.now().live?.question).toBeNull())
    await stream.say('step', { text: 'Searching records' })
    await vi.waitFor(() => expect(asking.now().live?.step).toBe('Searching records'))
    await stream.say('text', { delta: 'It ' })
    await stream.say('text', { delta: 'is.' })
    await vi.waitFor(() => expect(asking.now().live).toMatchObject({ text: 'It is.', step: null }))
    await stream.say('done', { message: message(2) })
    await stream.end()
    await vi.waitFor(() => expect(asking.now().live).toBeNull())
    expect(await answers[0]).toBeNull()
    expect(messages().map(({ content }) => content)).toEqual(['Is it?', 'It is.'])
    expect([asking.now().hasFailed, announced()]).toEqual([false, heroEn.answered])
  })

  test('gives the question back when another answer is in progress', async () => {
    const asking = await anAsking()
    expect(await refusedWith(409, 'assistant.busy', asking)).toBe('Is it?')
    expect([asking.now().hasFailed, asking.now().notice]).toEqual([false, null])
  })

  test('says that a limit is reached, and gives the question back', async () => {
    const asking = await anAsking()
    expect(await refusedWith(429, 'assistant.limit', asking)).toBe('Is it?')
    expect(asking.now().notice).toBeTruthy()
    expect(asking.now().hasFailed).toBe(false)
  })

  test('counts any other failure as a lost connection', async () => {
    const asking = await anAsking()
    expect(await refusedWith(500, 'internal.error', asking)).toBe('Is it?')
    expect([asking.now().hasFailed, asking.now().live]).toEqual([true, null])
  })

  test('is available again when the conversation can be read', async () => {
    const asking = await anAsking()
    await doing(() => asking.now().setFailed(true))
    fetched.mockImplementation(
      async () => new Response(JSON.stringify({ messages: [], answering: null }), { status: 200 }),
    )
    await doing(() => asking.now().retry())
    await vi.waitFor(() => expect(asking.now().hasFailed).toBe(false))
  })

  test('an answer that is cut off is not asked again', async () => {
    const asking = await anAsking()
    const stream = aStream()
    const answers = await asked(asking, 'Is it?')
    await stream.say('begun', { question: QUESTION, answerId: id(2) })
    await vi.waitFor(() => expect(asking.now().live?.question).toBeNull())
    await stream.end()
    await vi.waitFor(() => expect(asking.now().live).toBeNull())
    expect(await answers[0]).toBeNull()
    expect(messages().map(({ content }) => content)).toEqual(['Is it?'])
  })
})
