import type { Filter } from '@caseloom/contract/values/filter'
import type { Parse, World } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { assigneeRule } from './people.rules.ts'
import { type Subject, type SubjectField, valueTraits } from './subject.rules.ts'
import type { Token } from './tokens.rules.ts'
import { openRule } from './open.rules.ts'
import { ASKED, OPEN_TASKS, SLA, WHEN } from './record-field-words.rules.ts'
import { FILLERS, SUMMARY } from './record-words.rules.ts'
import { optionRule } from './values.rules.ts'

/** A question about one record that it names: its summary, values of fields, or whether a condition holds. */
export interface RecordQuestion {
  trackingId: string
  subject: Subject
  /** Empty for a summary. */
  fields: readonly SubjectField[]
  check: { filter: Filter; label: string } | null
}

/** Reads a question about the one record that it names; null when a word of it is left over. */
export function readRecordQuestion(all: readonly Token[], world: World): RecordQuestion | null {
  const tokens = withTracking(all, world)
  const named = tokens.filter(({ kind }) => kind === 'tracking')
  const [token] = named
  const subject = world.subjects.find(
    ({ acronym, kind }) => kind === 'app' && token?.text.startsWith(`${acronym}-`) === true,
  )
  if (token === undefined || subject === undefined || named.length > 1) return null
  const rest = tokens.filter((one) => one !== token)
  if (isWhole(rest, [...SUMMARY, 'and', 'the', 'a', ...subject.names.map((name) => name.join(' '))]))
    return { trackingId: token.text, subject, fields: [], check: null }
  return readFields({ tokens: rest, subject, world }, token.text)
}

/** `alr 12` and `alert 12` are ALR-12 where an app has that acronym or name. */
function withTracking(tokens: readonly Token[], { subjects }: World): Token[] {
  const acronymOf = (token: Token | undefined) =>
    token?.kind === 'word'
      ? subjects.find(
          ({ kind, acronym, names }) =>
            kind === 'app' &&
            (acronym.toLowerCase() === token.text ||
              names.some((name) => name.length === 1 && name[0] === token.text)),
        )?.acronym
      : undefined
  const isNumber = (token: Token | undefined) =>
    token?.kind === 'number' && token.unit === undefined && /^\d+$/.test(token.text)
  // "Alerts 3 days ago" names no record.
  const isId = (at: number) =>
    acronymOf(tokens[at]) !== undefined &&
    isNumber(tokens[at + 1]) &&
    !/^(?:minute|hour|day|week|month|min|hr|d|h|w)$/.test(tokens[at + 2]?.lemma ?? '')
  return tokens.flatMap((token, at): Token[] => {
    if (at > 0 && isId(at - 1)) return []
    const next = tokens[at + 1]
    if (isId(at) && next !== undefined) {
      const id = `${acronymOf(token) ?? ''}-${next.text}`
      return [{ ...token, kind: 'tracking', text: id, lemma: id.toLowerCase(), end: next.end }]
    }
    return token.kind === 'mark' ? [] : [token]
  })
}

function isWhole(tokens: readonly Token[], phrases: readonly string[]): boolean {
  for (let at = 0; at < tokens.length; ) {
    const length = longestPhrase(tokens, at, phrases)
    if (length === 0) return false
    at += length
  }
  return true
}

function readFields(parse: Parse, trackingId: string): RecordQuestion | null {
  const { tokens, subject } = parse
  const fields: SubjectField[] = []
  let check: RecordQuestion['check'] = null
  const add = (field: SubjectField | undefined) => {
    if (field !== undefined && !fields.includes(field)) fields.push(field)
    return field !== undefined
  }
  const tasks = subject.fields.find((field) => valueTraits(field).tasks)
  const asksTasks = tasks !== undefined && tokens.some((_one, at) => longestName(tokens, at, tasks.names) > 0)
  for (let at = 0; at < tokens.length; ) {
    const open = asksTasks ? longestPhrase(tokens, at, OPEN_TASKS) : 0
    if (open > 0) {
      at += open
      continue
    }
    const found = fieldAt(parse, at)
    const condition = at > 0 || tokens[0]?.text !== 'is' ? conditionAt(parse, at) : null
    const filler = Math.max(longestPhrase(tokens, at, FILLERS), longestName(tokens, at, subject.names))
    if (condition !== null && condition.length >= (found?.length ?? 0)) {
      // Whose tasks, or which of them: that is a question of tasks.
      if (asksTasks) return null
      // "Duplicates of ALR-5" are other records.
      if (tokens[at + condition.length]?.text === 'of') return null
      if (
        isAsked(tokens) ||
        check !== null ||
        !add(subject.fields.find(({ key }) => key === condition.field))
      )
        return null
      check = { filter: condition.filter, label: condition.label }
      at += condition.length
    } else if (found !== null) {
      if (found.fields.map(add).includes(false)) return null
      at += found.length
    } else if (filler > 0) at += filler
    else return null
  }
  return fields.length === 0 || isOfOther(parse, fields) ? null : { trackingId, subject, fields, check }
}

/** "What is new in CAS-1" is answered neither by yes nor by no. */
const isAsked = (tokens: readonly Token[]) =>
  /^(?:what|which|who|whose|when|how|where|why)$/.test(tokens[0]?.text ?? '')

/** "Assignee of the case of ALR-5" asks for a field of the linked record; "severity and case of ALR-5" for both here. */
function isOfOther({ tokens, subject }: Parse, fields: readonly SubjectField[]): boolean {
  // "Alerts of the case of ALR-5" are other records.
  const isPlural = tokens.some(
    ({ text, lemma }, at) => text !== lemma && longestName(tokens, at, subject.names) > 0,
  )
  const isLinked = fields.some((field) => valueTraits(field).links)
  const isListed = tokens.some(({ text }) => text === 'and')
  // "Overdue tasks of CAS-1" are tasks, not its clocks.
  const isTasks = fields.some((field) => valueTraits(field).tasks)
  return isPlural || ((isLinked || isTasks) && fields.length > 1 && !isListed)
}

function conditionAt(parse: Parse, at: number) {
  const [match] = [optionRule, openRule, assigneeRule]
    .flatMap((rule) => rule(parse, at) ?? [])
    .toSorted((one, other) => other.length - one.length)
  const [item, ...more] = match?.items ?? []
  if (match === undefined || item?.kind !== 'condition' || more.length > 0) return null
  return {
    length: match.length,
    field: item.picked.field,
    filter: item.picked.filter,
    label: item.picked.label,
  }
}

/** A field that is asked for at a place: by name, `who opened`, `when … detected`, `how long … to close`. */
function fieldAt({ tokens, subject }: Parse, at: number): { length: number; fields: SubjectField[] } | null {
  const found: { length: number; fields: SubjectField[] }[] = []
  for (const field of subject.fields) {
    const { instant, span } = valueTraits(field)
    if (instant) {
      const when = longestPhrase(tokens, at, WHEN)
      const named = longestName(tokens, at + when, field.names)
      if (named > 0) found.push({ length: when + named, fields: [field] })
    } else {
      const named = longestName(tokens, at, field.names)
      if (named > 0) found.push({ length: named, fields: [field] })
    }
    if (span) {
      const verb = field.key.replace('time_to_', '')
      const long = longestPhrase(tokens, at, [
        `how long did it? take to ${verb}`,
        `how long did it? take to be ${verb}d`,
        `how long did it? take us to ${verb}`,
        `how long to ${verb}`,
      ])
      if (long > 0) found.push({ length: long, fields: [field] })
    }
  }
  for (const [key, phrases] of ASKED) {
    const length = longestPhrase(tokens, at, phrases)
    const field = key === 'assignee' ? subject.assignee : subject.fields.find((one) => one.key === key)
    if (length > 0 && field !== undefined && field !== null) found.push({ length, fields: [field] })
  }
  const clocks = subject.fields.filter((one) => valueTraits(one).clock)
  const sla = longestPhrase(tokens, at, SLA)
  if (sla > 0 && clocks.length > 0) found.push({ length: sla, fields: clocks })
  return found.toSorted((one, other) => other.length - one.length)[0] ?? null
}
