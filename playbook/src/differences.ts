import { isJsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { diffLines } from 'diff'

export type LineChange = { kind: 'added' | 'removed'; line: number; text: string }
export type ValueChange = {
  kind: 'added' | 'removed' | 'changed'
  path: string
  from?: JsonValue
  to?: JsonValue
}

/** Lines that differ, in their order, with their number in the text that has them; undefined for more than `limit`. */
export function lineChanges(before: string, after: string, limit: number): LineChange[] | undefined {
  const parts = diffLines(ended(before), ended(after), { maxEditLength: limit, stripTrailingCr: true })
  if (parts === undefined) return undefined
  const changes: LineChange[] = []
  let [old, young] = [1, 1]
  for (const { value, count, added, removed } of parts) {
    const lines = value.replace(/\n$/, '').split('\n')
    if (removed)
      changes.push(...lines.map((text, at) => ({ kind: 'removed' as const, line: old + at, text })))
    if (added) changes.push(...lines.map((text, at) => ({ kind: 'added' as const, line: young + at, text })))
    if (!added) old += count
    if (!removed) young += count
  }
  return changes
}

// A last line without a line break is the same line.
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/** What differs between two values, member by member; items of lists are compared by their place. */
export function valueChanges(before: JsonValue, after: JsonValue): ValueChange[] {
  const found: ValueChange[] = []
  compare(before, after, '', found)
  return found
}

function compare(before: JsonValue, after: JsonValue, path: string, found: ValueChange[]): void {
  if (before === after) return
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let at = 0; at < Math.max(before.length, after.length); at++)
      compareMember(before[at], after[at], `${path}[${at}]`, found)
  } else if (isJsonObject(before) && isJsonObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      compareMember(own(before, key), own(after, key), memberPath(path, key), found)
  } else found.push({ kind: 'changed', path, from: before, to: after })
}

type Maybe = JsonValue | undefined

function compareMember(before: Maybe, after: Maybe, path: string, found: ValueChange[]): void {
  if (before !== undefined && after !== undefined) compare(before, after, path, found)
  else if (before !== undefined) found.push({ kind: 'removed', path, from: before })
  else if (after !== undefined) found.push({ kind: 'added', path, to: after })
}

function own(object: { [key: string]: JsonValue }, key: string): Maybe {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The path as an expression writes it. */
function memberPath(path: string, key: string): string {
  const name = /^[A-Za-z_]\w*$/.test(key) ? key : `\`${key}\``
  return path === '' ? name : `${path}.${name}`
}
