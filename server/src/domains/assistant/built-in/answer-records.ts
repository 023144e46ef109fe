import { may } from '@caseloom/contract/kernel/permissions'
import { recordSource } from '../tools/places.ts'
import { type BuiltInDeps, type Inquiry, type Part, plain } from '../questions/built-in-deps.ts'

const SEARCHES = /^(?:please\s+)?(?:find|search(?: for)?|look (?:for|up)|where is)\s+(?:the\s+)?(.+)$/i
const MAX_ROWS = 5

/** Records that have all words of a question which asks to find them; null when there are none. */
export async function answerBySearch(deps: BuiltInDeps, inquiry: Inquiry): Promise<Part | null> {
  const text = SEARCHES.exec(inquiry.question)?.[1]?.replaceAll(/[?!]+/g, ' ').trim()
  if (text === undefined || text === '' || !may(inquiry.actor, 'record:read')) return null
  const command = { text: text.slice(0, 500), limit: MAX_ROWS }
  const { items } = await deps.findEverywhere(inquiry.scope, inquiry.actor, command)
  if (items.length === 0) return null
  const rows = items.map(({ record, title }) => `- ${record.trackingId} ${plain(title)}`)
  return {
    text: ['These records have what you look for:', '', ...rows].join('\n'),
    sources: items.map((one) => recordSource(inquiry, one)),
  }
}
