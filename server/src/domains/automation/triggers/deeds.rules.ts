import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'

/** An action as a document names it, with its input; that of a step, of what undoes it, or of a poll. */
export interface Deed {
  action: string
  input: JsonObject
  /** Path of the input in the document. */
  path: (string | number)[]
}

const LISTS = ['steps', 'catch', 'finally', 'branches', 'triggers'] as const
const MEMBERS = ['onError', 'compensate'] as const

/** All actions of a document, those inside blocks too; drafts may hold anything. */
export function deedsOf(value: JsonValue | undefined, path: (string | number)[] = []): Deed[] {
  if (!isJsonObject(value)) return []
  const { action, with: input } = value
  const own =
    typeof action === 'string' && isJsonObject(input) ? [{ action, input, path: [...path, 'with'] }] : []
  const lists = LISTS.flatMap((part) => {
    const list = value[part]
    return Array.isArray(list) ? list.flatMap((item, at) => deedsOf(item, [...path, part, at])) : []
  })
  return [
    ...own,
    ...lists,
    ...MEMBERS.flatMap((part) => deedsOf(value[part], [...path, part])),
    ...(value['kind'] === 'poll' ? deedsOf(input, [...path, 'with']) : []),
  ]
}
