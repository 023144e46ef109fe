import type { ChatMessage, ComponentToExecute } from '@caseloom/contract/assistant/assistant'
import { ChatComponentId, MessageId, PlaybookId } from '@caseloom/contract/kernel/ids'
import { describe, expect, it } from 'vitest'
import {
  contextOf,
  carriedOver,
  heard,
  mayThumb,
  mayType,
  pollEvery,
  questionOf,
  reviewedOf,
  type Talk,
  withEvent,
  untold,
  withAnimated,
  withComponent,
  withDetails,
  withThumb,
} from './chat-rules.ts'

const id = (at: number) => `00000000-0000-7000-8000-00000000000${at}`

const message = (at: number, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id: MessageId.parse(id(at)),
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
  ...change,
})

const component = (componentStatus: ComponentToExecute['componentStatus']): ComponentToExecute => ({
  id: ChatComponentId.parse(id(8)),
  playbookId: PlaybookId.parse(id(9)),
  version: 1,
  title: 'Isolate host',
  description: '',
  inputSchema: {},
  inputValues: {},
  componentStatus,
  statusMessage: '',
  showComponentDetails: false,
  hasAnimated: false,
  confirm: false,
  run: null,
})

const talkOf = (...messages: ChatMessage[]): Talk => ({ messages, answering: null })
const offered = (status: ComponentToExecute['componentStatus']) =>
  talkOf(message(1, { components: [component(status)] }))

describe('chat state', () => {
  it('trims a question, and sends no empty one [S5.01] [S5.02]', () => {
    expect(questionOf('  who?\n')).toBe('who?')
    expect(questionOf(' \n ')).toBeNull()
  })

  it('disables the input while loading or in error [S5.03] [S3.06]', () => {
    expect(mayType({ loading: false, isError: false })).toBe(true)
    expect(mayType({ loading: true, isError: false })).toBe(false)
    expect(mayType({ loading: false, isError: true })).toBe(false)
  })

  it('allows a thumb only if none is set [S4.09] [S3.03]', () => {
    const talk = talkOf(message(1))
    const given = withThumb(talk, id(1), {
      feedbackReceived: { thumbUp: false, thumbDown: true },
      feedbackId: null,
    })
    expect(talk.messages.map(mayThumb)).toEqual([true])
    expect(given.messages.map(mayThumb)).toEqual([false])
  })

  it('collects streamed text until the complete answer replaces it', () => {
    const question = message(1, { role: 'user', content: 'Is it?' })
    const answerId = MessageId.parse(id(2))
    const begun = { event: 'begun', question, answerId } as const
    let live = heard({ question: 'Is it?', text: '', step: null }, begun)
    live = heard(live, { event: 'step', text: 'Searching records' })
    expect(live).toEqual({ question: null, text: '', step: 'Searching records' })
    live = heard(heard(live, { event: 'text', delta: 'It ' }), { event: 'text', delta: 'is.' })
    expect(live).toEqual({ question: null, text: 'It is.', step: null })
    let talk = withEvent(talkOf(), begun)
    expect(talk).toEqual({ messages: [question], answering: id(2) })
    talk = withEvent(withEvent(talk, begun), { event: 'done', message: message(2) })
    expect(talk).toEqual({ messages: [question, message(2)], answering: null })
  })

  it('polls while an answer is generated elsewhere or a component runs, and never otherwise', () => {
    expect(pollEvery(undefined, false)).toBe(false)
    expect(pollEvery({ messages: [], answering: id(1) }, false)).toBe(1000)
    expect(pollEvery({ messages: [], answering: id(1) }, true)).toBe(false)
    expect(pollEvery(offered('InProgress'), false)).toBe(1500)
    expect(pollEvery(offered('Success'), false)).toBe(false)
  })

  it('shows a toast for a component that just finished, not for one that finished before [S4.06] [S3.04]', () => {
    const over = (status: ComponentToExecute['componentStatus']) =>
      talkOf(message(1, { components: [{ ...component(status), hasAnimated: true }] }))
    for (const status of ['Success', 'Failure'] as const) {
      const now = carriedOver(offered('InProgress'), over(status))
      expect(untold(now)).toMatchObject([{ componentStatus: status, hasAnimated: false }])
      // Its toast is still pending after a refetch.
      expect(untold(carriedOver(now, over(status)))).toHaveLength(1)
      const shown = withAnimated(now, new Set([id(8)]))
      expect(untold(carriedOver(shown, over(status)))).toEqual([])
    }
    expect(untold(carriedOver(offered('InProgress'), offered('InProgress')))).toEqual([])
    expect(untold(carriedOver(over('Success'), over('Success')))).toEqual([])
    expect(untold(carriedOver(undefined, over('Success')))).toEqual([])
  })

  it('shows details only before the component starts [S4.08]', () => {
    const open = withDetails(offered('NotStarted'), id(8))
    expect(reviewedOf(open)?.title).toBe('Isolate host')
    expect(reviewedOf(carriedOver(open, offered('NotStarted')))?.title).toBe('Isolate host')
    expect(reviewedOf(carriedOver(open, offered('InProgress')))).toBeNull()
    expect(reviewedOf(withComponent(open, component('InProgress')))).toBeNull()
    expect(reviewedOf(withDetails(open, null))).toBeNull()
    expect(reviewedOf(undefined)).toBeNull()
  })

  it('derives the context from the path of a page', () => {
    const place = `/account/${id(1)}/tenant/${id(2)}`
    const at = (rest: string) => ({ ...contextOf(`${place}${rest}`), path: undefined })
    expect(at(`/record/${id(3)}/${id(4)}`)).toEqual({ appId: id(3), recordId: id(4) })
    expect(at(`/record/${id(3)}/new`)).toEqual({ appId: id(3) })
    expect(at(`/search/${id(3)}`)).toEqual({ appId: id(3) })
    expect(at(`/orchestration/run/${id(5)}`)).toEqual({ runId: id(5) })
    expect(at(`/orchestration/playbook/${id(6)}`)).toEqual({ playbookId: id(6) })
    expect(at('/welcome')).toEqual({})
  })
})
