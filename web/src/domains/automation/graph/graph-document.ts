import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { After, Step, Trigger } from '@caseloom/playbook/document'

export interface GraphDocument {
  steps: Step[]
  triggers: Trigger[]
  onError?: { steps: Step[] }
}

/** Drafts can be invalid: a faulty part is drawn as far as it is understood. */
export function readDocument(document: JsonObject): GraphDocument {
  const steps = listOf(document['steps']).flatMap(readStep)
  const triggers = listOf(document['triggers']).flatMap((value) => {
    const parsed = Trigger.safeParse(value)
    return parsed.success ? [parsed.data] : []
  })
  const handler = isObject(document['onError']) ? listOf(document['onError']['steps']).flatMap(readStep) : []
  const drawn = { steps: firstOfEach(steps), triggers: firstOfEach(triggers) }
  return handler.length === 0 ? drawn : { ...drawn, onError: { steps: firstOfEach(handler) } }
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

function readStep(value: JsonValue): Step[] {
  const parsed = Step.safeParse(value)
  if (parsed.success) return [parsed.data]
  if (!isObject(value)) return []
  const { key, action, title, with: input } = value
  if (typeof key !== 'string' || key === '') return []
  const after = After.safeParse(value['after'])
  return [
    {
      key,
      action: typeof action === 'string' ? action : '',
      ...(typeof title === 'string' ? { title } : {}),
      with: isObject(input) ? input : {},
      after: after.success ? after.data : [],
      join: 'all',
    },
  ]
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function firstOfEach<T extends { key: string }>(items: readonly T[]): T[] {
  const seen = new Set<string>()
  return items.filter(({ key }) => !seen.has(key) && seen.add(key))
}

/** The graph node of a problem; null for the document as a whole. */
export function placeOf(issue: Issue, document: JsonObject): string | null {
  const step = issue['step']
  if (typeof step === 'string') return step
  const [list, index] = issue.path
  if (typeof index !== 'number' || (list !== 'steps' && list !== 'triggers')) return null
  const part = listOf(document[list])[index]
  if (!isObject(part) || typeof part['key'] !== 'string') return null
  return list === 'steps' ? part['key'] : `trigger/${part['key']}`
}

export function pathText(issue: Issue): string {
  return issue.path.join('.')
}

/** True if the draft differs from the published version, ignoring its number. */
export function differs(draft: JsonObject, published: JsonObject | null): boolean {
  if (published === null) return true
  const { version: _draft, ...mine } = draft
  const { version: _published, ...theirs } = published
  return canonical(mine) !== canonical(theirs)
}

function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: JsonValue) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}
