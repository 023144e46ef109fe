import type { ChatMessage, ChatSource } from '@caseloom/contract/assistant/assistant'
import { MessageId } from '@caseloom/contract/kernel/ids'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { heroEn } from './assistant.en.ts'
import { groupSources, questionBefore } from './chat-rules.ts'
import { firstQuestions, nextQuestions } from './suggestions.ts'

const texts = i18next.createInstance()
const t = () => texts.getFixedT('en', 'hero')

beforeAll(() =>
  texts.init({ lng: 'en', resources: { en: { hero: heroEn } }, interpolation: { escapeValue: false } }),
)

const source = (kind: ChatSource['kind'], title: string): ChatSource => ({
  kind,
  title,
  to: `/account/${title}`,
})

const message = (at: number, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id: MessageId.parse(`00000000-0000-7000-8000-00000000000${at}`),
  role: 'assistant',
  content: '',
  detailedContent: '',
  originalContent: '',
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

describe('suggested questions', () => {
  it('start with what the page shows', () => {
    const at = (context: object, about: string | null = null, appName: string | null = null) =>
      firstQuestions({ context, about, appName, t: t() })
    expect(at({ appId: 'a', recordId: 'r' }, 'CAS-7')[0]).toBe('Tell me about CAS-7')
    expect(at({ runId: 'r' }, '#12')).toContain('What happened in this run?')
    expect(at({ playbookId: 'p' })).toContain('How do I publish a playbook?')
    expect(at({ appId: 'a' }, null, 'Alert')).toContain('How many Alert records are open?')
    expect(at({})).toContain('What can you do?')
  })

  it('never mention an unknown name', () => {
    const record = firstQuestions({ context: { recordId: 'r' }, about: null, appName: null, t: t() })
    expect(record.join()).not.toContain('Tell me about')
    const list = firstQuestions({ context: { appId: 'a' }, about: null, appName: null, t: t() })
    expect(list).toContain('What can you do?')
  })

  it('follow up on what the answer names, but not on the last question', () => {
    const list = message(1, {
      sources: [source('search', 'Alert'), source('record', 'ALR-7 Odd'), source('record', 'ALR-9 Odder')],
    })
    expect(nextQuestions(list, 'Show alerts', t())).toEqual(['Tell me about ALR-7', 'Tell me about ALR-9'])
    expect(nextQuestions(list, 'tell me about alr-7', t())).toEqual(['Tell me about ALR-9'])
    const runs = message(1, { sources: [source('run', 'Run 12: Isolate')] })
    expect(nextQuestions(runs, 'Which runs failed?', t())).toEqual(['What happened in run 12?'])
    expect(nextQuestions(runs, 'Why did run 12 fail?', t())).toEqual([])
  })

  it('explain what can be asked after an answer without results, and are absent after an error', () => {
    expect(nextQuestions(message(1), 'Will it rain?', t())).toEqual(['What can you do?'])
    expect(nextQuestions(message(1), 'what can you do?', t())).toEqual([])
    expect(nextQuestions(message(1, { isError: true }), 'Will it rain?', t())).toEqual([])
    expect(nextQuestions(message(1, { stopped: true }), 'Will it rain?', t())).toEqual([])
  })
})

describe('sources of an answer', () => {
  it('are grouped by kind, without duplicates', () => {
    const [first, run, second] = [source('record', 'A-1'), source('run', 'Run 1'), source('record', 'A-2')]
    expect(groupSources([first, run, second, { ...first }])).toEqual([
      { kind: 'record', of: [first, second] },
      { kind: 'run', of: [run] },
    ])
  })

  it('belong to the preceding question', () => {
    const asked = message(1, { role: 'user', originalContent: 'Why?' })
    expect(questionBefore([asked, message(2)], message(2).id)).toBe('Why?')
    expect(questionBefore([message(2)], message(2).id)).toBe('')
    expect(questionBefore([], 'gone')).toBe('')
  })
})
