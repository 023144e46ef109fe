import type { ChatContext, ChatMessage } from '@caseloom/contract/assistant/assistant'
import type { TFunction } from 'i18next'

type Translate = TFunction<'hero'>
type Place = 'record' | 'run' | 'playbook' | 'list' | 'other'

const FIRST: Record<Place, readonly string[]> = {
  record: ['record', 'components', 'restrict'],
  run: ['run', 'failedToday', 'again'],
  playbook: ['failedWeek', 'publish', 'component'],
  list: ['newest', 'open', 'views'],
  other: ['abilities', 'failedToday', 'publish'],
}

function placeOf(context: ChatContext): Place {
  if (context.recordId !== undefined) return 'record'
  if (context.runId !== undefined) return 'run'
  if (context.playbookId !== undefined) return 'playbook'
  return context.appId === undefined ? 'other' : 'list'
}

interface Around {
  context: ChatContext
  about: string | null
  appName: string | null
  t: Translate
}

/** Suggested questions for a page; all can be answered without a model. */
export function firstQuestions({ context, about, appName, t }: Around): string[] {
  const place = placeOf(context)
  const isNamed = (key: string) =>
    (key !== 'record' || about !== null) && ((key !== 'newest' && key !== 'open') || appName !== null)
  const known = FIRST[place].filter(isNamed)
  const keys = known.length < 2 ? FIRST.other : known
  return keys.map((key) => t(`first.${key}`, { about, app: appName }))
}

const MOST = 2

/** Follow-up questions about something the answer names, or about what can be asked. */
export function nextQuestions(answer: ChatMessage, asked: string, t: Translate): string[] {
  if (answer.isError || answer.stopped) return []
  const { sources } = answer
  const records = sources
    .filter(({ kind }) => kind === 'record')
    .map(({ title }) => /^\S+-\d+/.exec(title)?.[0])
  const runs = sources.filter(({ kind }) => kind === 'run').map(({ title }) => /\d[\d,]*/.exec(title)?.[0])
  const next = [
    ...records.map((id) => (id === undefined ? null : t('next.record', { id }))),
    ...runs.map((number) => (number === undefined ? null : t('next.run', { number }))),
    ...(sources.length === 0 && answer.components.length === 0 ? [t('first.abilities')] : []),
  ]
  const isNew = (question: string | null) =>
    question !== null && question.toLowerCase() !== asked.trim().toLowerCase() && !names(asked, question)
  return [...new Set(next.filter((question) => question !== null).filter(isNew))].slice(0, MOST)
}

/** Whether the question already named the same thing. */
function names(asked: string, question: string): boolean {
  const thing = /\S*\d[\d,]*/.exec(question)?.[0].replace(/[?.]$/, '')
  return thing !== undefined && asked.toLowerCase().includes(thing.toLowerCase())
}
