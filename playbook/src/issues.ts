import { editDistance } from '@caseloom/contract/values/edit-distance'
import type { z } from 'zod'

export type IssuePath = (string | number)[]

export type IssueCode =
  | 'limit'
  | 'not_json'
  | 'unknown_key'
  | 'missing'
  | 'wrong_type'
  | 'bad_value'
  | 'duplicate_key'
  | 'unknown_action'
  | 'unknown_component'
  | 'not_applicable'
  | 'unknown_step'
  | 'unknown_case'
  | 'cycle'
  | 'unreachable'
  | 'bad_expression'
  | 'unknown_reference'
  | 'unknown_trigger_path'
  | 'not_upstream'
  | 'foreign_template'
  | 'bad_script'
  | 'unknown_output_path'

/** One fault of a document: where, what, and in which step. */
export type Issue = {
  path: IssuePath
  code: IssueCode
  message: string
  step?: string
  /** Counts characters of the text at the path. */
  position?: number
  /** The text that was most likely meant, in place of the one at the path. */
  fix?: string
  /** It doesn’t prevent publishing: it may be meant. */
  warning?: true
}

type ZodIssue = z.core.$ZodIssue

/** Turns a schema's complaints about `value` into one clear issue each. */
export function issuesOf(error: z.ZodError, value: unknown, base: IssuePath = []): Issue[] {
  return error.issues.flatMap((issue) => explain(issue, value, base))
}

function explain(issue: ZodIssue, value: unknown, base: IssuePath): Issue[] {
  const own = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  const path = [...base, ...own]
  const found = valueAt(value, own)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        code: 'unknown_key',
        message: `Unknown key "${key}"`,
      }))
    case 'invalid_type':
      if (found === undefined) return [{ path, code: 'missing', message: `${nameOf(path)} is missing` }]
      return [
        {
          path,
          code: 'wrong_type',
          message: `${nameOf(path)} must be ${article(issue.expected)}, not ${kindOf(found)}`,
        },
      ]
    case 'invalid_value':
      if (found === undefined) return [{ path, code: 'missing', message: `${nameOf(path)} is missing` }]
      return [
        {
          path,
          code: 'bad_value',
          message: `${nameOf(path)} must be ${oneOf(issue.values)}, not ${show(found)}`,
        },
      ]
    case 'invalid_union':
      return explainUnion(issue, found, path)
    case 'invalid_key':
    case 'invalid_element':
      return [
        { path, code: 'bad_value', message: `${nameOf(path)}: ${issue.issues[0]?.message ?? issue.message}` },
      ]
    case 'too_small':
    case 'too_big':
      return [{ path, code: 'bad_value', message: `${nameOf(path)} ${bound(issue)}` }]
    default: {
      if (found === undefined && issue.message === 'is missing') {
        return [{ path, code: 'missing', message: `${nameOf(path)} is missing` }]
      }
      return [{ path, code: 'bad_value', message: `${nameOf(path)} ${issue.message}` }]
    }
  }
}

// Of the branches of a union only the one that fits the kind of the value is worth reporting.
function explainUnion(issue: ZodIssue & { code: 'invalid_union' }, found: unknown, path: IssuePath): Issue[] {
  if (found === undefined) return [{ path, code: 'missing', message: `${nameOf(path)} is missing` }]
  // Zod lists the known values when a property discriminates the union, and adds that property to the path.
  if ('options' in issue && Array.isArray(issue.options)) {
    return [
      {
        path,
        code: 'bad_value',
        message: `${nameOf(path)} must be ${oneOf(issue.options)}, not ${show(found)}`,
      },
    ]
  }
  const fitting = issue.errors.filter((branch) => branch.every((inner) => !isWrongKind(inner)))
  const [best] = fitting
  if (best) return best.flatMap((inner) => explain(inner, found, path))
  const kinds = issue.errors.flatMap((branch) =>
    branch.map((inner) => ('expected' in inner ? inner.expected : 'value')),
  )
  return [
    {
      path,
      code: 'wrong_type',
      message: `${nameOf(path)} must be ${orList(kinds.map(article))}, not ${kindOf(found)}`,
    },
  ]
}

function isWrongKind(issue: ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0
}

/** The value at a path inside a JSON value. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value
  for (const part of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = Reflect.get(found, part)
  }
  return found
}

/** The last name of a path as people say it: `"retry"`, `item 3 of "after"`. */
export function nameOf(path: IssuePath): string {
  const last = path.at(-1)
  if (last === undefined) return 'The document'
  if (typeof last === 'string') return `"${last}"`
  const list = path.at(-2)
  return list === undefined ? `Item ${last + 1}` : `Item ${last + 1} of "${list}"`
}

function bound(issue: ZodIssue & { code: 'too_small' | 'too_big' }): string {
  const limit = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`
  if (issue.origin === 'string') {
    if (issue.code === 'too_small' && Number(issue.minimum) === 1) return 'must not be empty'
    return `must have ${limit} characters`
  }
  if (issue.origin === 'array') return `must have ${limit} items`
  return `must be ${limit}`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : article(typeof value)
}

function article(kind: string): string {
  const names: { [kind: string]: string } = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  }
  return names[kind] ?? `a ${kind}`
}

function oneOf(values: readonly unknown[]): string {
  return orList(values.map(show))
}

function orList(items: readonly string[]): string {
  const unique = [...new Set(items)]
  if (unique.length <= 1) return unique[0] ?? 'another value'
  return `${unique.slice(0, -1).join(', ')} or ${unique.at(-1)}`
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** The candidate that a wrong name most likely meant, if one is near. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.min(name.length, Math.max(1, Math.floor(name.length / 3)) + 1)
  for (const candidate of candidates) {
    if (Math.abs(name.length - candidate.length) >= bestDistance) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `; did you mean "x"?` when there is a near candidate, else an empty text. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const near = nearest(name, candidates)
  return near === undefined ? '' : `; did you mean "${near}"?`
}
