import type { TriggerKind } from './document.ts'
import { nearest } from './issues.ts'

/** Names that exist below a root; null where anything may be. */
export type Shape = { readonly [name: string]: Shape | null }

const names = (...keys: string[]): Shape => Object.fromEntries(keys.map((key) => [key, null]))

const MAIL: Shape = {
  ...names('messageId', 'from', 'to', 'cc', 'replyTo', 'subject', 'date'),
  ...names('text', 'html', 'headers', 'file', 'attachments'),
}
const BY_PERSON = names('id', 'name')

/** What expressions can read below `trigger`, by kind; `record` is the shape of the records of the trigger's app. */
export function triggerShape(kind: TriggerKind, record: Shape | null): Shape {
  return { ...partsOf(kind, record), receivedAt: null }
}

function partsOf(kind: TriggerKind, record: Shape | null): Shape {
  switch (kind) {
    case 'webhook':
      return { ...names('body', 'headers', 'query'), mail: MAIL }
    case 'schedule':
      return names('scheduledAt')
    case 'record':
      return {
        ...names('changed', 'event', 'count'),
        record,
        previous: record,
        by: names('kind', 'id', 'name', 'runId'),
      }
    case 'button':
      return { record, by: BY_PERSON }
    case 'form':
      return { by: BY_PERSON }
    case 'mail':
      return { mail: MAIL }
    case 'poll':
      return names('item', 'cursor')
    case 'failure':
      return { run: { ...names('id', 'number', 'error'), playbook: names('key', 'title') } }
    default:
      return kind satisfies never
  }
}

export interface UnknownName {
  /** Where the name is not: `trigger.record`. */
  parent: string
  name: string
  /** The whole path that was most likely meant. */
  near: string | undefined
}

/** The first name of a path that none of the shapes has; undefined when one of them has the whole path. */
export function unknownName(path: readonly string[], shapes: readonly Shape[]): UnknownName | undefined {
  const misses = shapes.map((shape) => firstMiss(path, shape))
  if (misses.length === 0 || misses.includes(-1)) return undefined
  const at = Math.max(...misses)
  const parent = path.slice(0, at)
  const name = path[at] ?? ''
  const [shape] = shapes.filter((_, index) => misses[index] === at)
  const near = shape === undefined ? undefined : meant(name, parent, shape)
  return { parent: ['trigger', ...parent].join('.'), name, near: near && ['trigger', ...near].join('.') }
}

/** Index of the first name that is not there; -1 when all are, as far as the shape is known. */
function firstMiss(path: readonly string[], shape: Shape): number {
  let at: Shape | null = shape
  for (const [index, name] of path.entries()) {
    if (at === null) return -1
    const next: Shape | null | undefined = Object.hasOwn(at, name) ? at[name] : undefined
    if (next === undefined) return index
    at = next
  }
  return -1
}

// A field named without "fields" is the most common slip, so the same name further down wins over a similar one.
function meant(name: string, parent: readonly string[], shape: Shape): string[] | undefined {
  const all = pathsIn(shape)
  const below = all.filter((path) => parent.every((part, index) => path[index] === part))
  const same = (paths: readonly string[][]) => paths.find((path) => path.at(-1) === name)
  const here = below.filter((path) => path.length === parent.length + 1).map((path) => path.at(-1) ?? '')
  const similar = nearest(name, here)
  return same(below) ?? same(all) ?? (similar === undefined ? undefined : [...parent, similar])
}

function pathsIn(shape: Shape, before: readonly string[] = []): string[][] {
  return Object.entries(shape).flatMap(([name, inner]) => {
    const path = [...before, name]
    return [path, ...(inner === null ? [] : pathsIn(inner, path))]
  })
}
