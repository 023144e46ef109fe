// Questions about records, answered by reading them without a model.
import type { AppView } from '@caseloom/contract/apps/apps'
import type { Understood } from '@caseloom/contract/assistant/assistant'
import { type BuiltInDeps, type Inquiry, type Part, plain } from './built-in-deps.ts'
import { inTenant, listPath } from '../tools/places.ts'
import { answerData } from './answer-data.ts'
import { answerObservable } from './answer-observable.ts'
import { answerOthers } from './answer-others.ts'
import { answerPlace } from './answer-place.ts'
import { answerRecord } from './answer-record.ts'
import { chipsOfReading } from './chips.rules.ts'
import { asksForChange } from './commands.rules.ts'
import type { Reading } from './read-question.rules.ts'
import type { Subject } from './subject.rules.ts'
import { tokensOf } from './tokens.rules.ts'
import { understand } from './understand.ts'

/** An answer, or what was understood of a question that cannot be answered, and of what it is asked. */
export type Outcome = { answer: Part } | { declined: Part; about: Subject['kind'] | null } | null

/** Answers a question about data, if every word of it was understood; null when it names nothing that is here. */
export async function answerQuestion(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  apps: readonly AppView[],
): Promise<Outcome> {
  const tokens = tokensOf(inquiry.question)
  const places = await deps.places(inquiry.scope, inquiry.actor)
  const place = answerPlace(inquiry, tokens, { places, apps })
  if (place !== null) return { answer: place }
  const meaning = await understand(deps, inquiry, apps)
  if (asksForChange(tokens, meaning.world))
    return { declined: changesNothing(), about: meaning.nearest?.subject.kind ?? null }
  const record = await answerRecord(deps, inquiry, { tokens, world: meaning.world, apps })
  if (record !== null) return { answer: record }
  const { query, nearest, corrections } = meaning
  if (query !== null) {
    const app = apps.find(({ id }) => query.subject.kind === 'app' && id === query.subject.id)
    const part =
      app === undefined
        ? await answerOthers(deps, inquiry, query)
        : await answerData(deps, inquiry, app, query)
    if (part === null) return declinedAs(inquiry, nearest)
    const read = corrections.map(({ from, to }) => `I read “${plain(from)}” as “${plain(to)}”.`)
    return { answer: read.length === 0 ? part : { ...part, text: `${part.text}\n\n${read.join(' ')}` } }
  }
  const observable = await answerObservable(deps, inquiry, tokens)
  if (observable !== null) return { answer: observable }
  return declinedAs(inquiry, nearest)
}

function changesNothing(): Part {
  return {
    text: 'I don’t change anything myself: I can only find records, and no component that I can offer does that. Open the record or the list, and make the change there.',
    sources: [],
  }
}

function declinedAs(inquiry: Inquiry, nearest: Reading | null): Outcome {
  return nearest === null ? null : { declined: declinedPart(inquiry, nearest), about: nearest.subject.kind }
}

const PLACES = {
  runs: '/orchestration/runs',
  tasks: '/home',
  approvals: '/orchestration/inbox',
  playbooks: '/orchestration',
} as const

function declinedPart(inquiry: Inquiry, reading: Reading): Part {
  const { subject, unknown } = reading
  const words = [
    ...new Set(
      unknown
        .filter(({ kind }) => kind !== 'mark')
        .map(({ start, end }) => inquiry.question.slice(start, end)),
    ),
  ].filter((word) => word !== '')
  const understood: Understood = {
    subject: {
      key: subject.key,
      name: subject.name,
      to: subject.kind === 'app' ? listPath(inquiry, subject.id) : inTenant(inquiry, PLACES[subject.kind]),
    },
    chips: chipsOfReading(reading),
    unknown: words,
  }
  const why =
    words.length === 0
      ? 'I understood the words, but not the question as a whole.'
      : `I didn’t understand ${words.map((word) => `“${plain(word)}”`).join(', ')}.`
  return {
    text: `I don’t know. ${why} I only answer when I understand every word. Change the question, or open the list with what I understood.`,
    sources: [],
    understood,
  }
}
