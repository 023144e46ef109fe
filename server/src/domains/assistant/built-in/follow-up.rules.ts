import type { AppView } from '@caseloom/contract/apps'
import { type RecordQuestion, readRecordQuestion } from './read-question.rules.ts'

const GOES_ON =
  /^(?:and\b|what about\b|how about\b|only\b|just\b|but\b|now\b|by\b|per\b|also\b|(?:which|how many|any) of (?:these|those|them)\b|those\b|these\b|the same\b|are any\b)/i
const MOST_WORDS = 9

interface Asked {
  question: string
  history: readonly { role: 'user' | 'assistant'; content: string }[]
}

/** Which records are asked for, by the question alone or as it goes on from those before it. */
export function readFollowed({ question, history }: Asked, apps: readonly AppView[]): RecordQuestion | null {
  const alone = readRecordQuestion(question, apps)
  if (alone !== null) return alone
  if (!goesOn(question)) return null
  let before: RecordQuestion | null = null
  for (const { role, content } of history) {
    if (role !== 'user') continue
    const read = readRecordQuestion(content, apps)
    // Whatever else was asked in between, it is no longer about those records.
    before = read ?? (before !== null && goesOn(content) ? (continued(before, content) ?? before) : null)
  }
  return before === null ? null : continued(before, question)
}

function goesOn(question: string): boolean {
  return GOES_ON.test(question.trim()) && question.trim().split(/\s+/).length <= MOST_WORDS
}

/** The earlier question with what the later one changes; null when it says nothing about the records. */
function continued(before: RecordQuestion, question: string): RecordQuestion | null {
  const next = readRecordQuestion(`${question} show ${before.app.name}`, [before.app])
  if (next === null || (next.conditions.length === 0 && next.by === null && next.per === null)) return null
  const kept = before.conditions.flatMap((condition, at) =>
    next.conditions.some(({ field }) => field === condition.field)
      ? []
      : [{ condition, said: before.said[at] ?? '' }],
  )
  return {
    app: before.app,
    conditions: [...kept.map(({ condition }) => condition), ...next.conditions],
    said: [...kept.map(({ said }) => said), ...next.said],
    by: next.by ?? (next.conditions.length > 0 ? before.by : null),
    per: next.per ?? (next.conditions.length > 0 ? before.per : null),
    counts: before.counts || next.counts,
  }
}
