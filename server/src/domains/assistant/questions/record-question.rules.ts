import type { Filter } from '@caseloom/contract/filter'
import type { Parse, World } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { assigneeRule } from './people.rules.ts'
import type { Subject, SubjectField } from './subject.rules.ts'
import type { Token } from './tokens.rules.ts'
import { openRule, optionRule } from './values.rules.ts'

/** A question about one record that it names: its summary, values of fields, or whether a condition holds. */
export interface RecordQuestion {
  trackingId: string
  subject: Subject
  /** Empty for a summary. */
  fields: readonly SubjectField[]
  check: { filter: Filter; label: string } | null
}

const SUMMARY = [
  'tell me more about',
  'more about|on',
  'more',
  'tell us about',
  'show us',
  'status update on|for|of',
  'a? quick summary|overview of?',
  'a? short summary|overview of?',
  'sum up',
  'explain',
  'info on|about',
  'information on|about',
  'everything about|on',
  'all about',
  'what does say',
  'what is about',
  'what is it about',
  'catch me up on',
  'bring me up to date on',
  'take me to',
  'jump to',
  'what is the story with|of|behind',
  'where do we stand with|on',
  'i want to see',
  'i need to see',
  'let me see',
  'what has happened to|in|with',
  'timeline of',
  'the timeline of',
  'changes to|in|of',
  'the details',
  'details on|about|for',
  'all details of|on|about',
  'summary for|on',
  'give me the?',
  'please?',
  'summarize',
  'summarise',
  'summary of?',
  'a summary of',
  'give me a summary of',
  'tell me about',
  'what happened to|in|with',
  'open',
  'show me?',
  'what is',
  'look up',
  'find',
  'details of',
  'the? details of',
  'overview of',
  'history of',
  'the? history of',
  'describe',
  'go to',
  'view',
  'display',
  'what is up with',
  'what is going on with',
  'recap',
  'pull up',
  'bring up',
  'get me?',
  'read',
  'latest on',
  'the latest on',
  'for the? handover',
  'for me',
  'what do we know about',
  'brief me on',
  'what about',
  'case',
  'alert',
  'record',
  'quickly',
  'please',
  'can you',
  'give me',
  'about',
]
const FILLERS = [
  'the',
  'of',
  'is',
  'was',
  'are',
  'were',
  'what',
  'which',
  'in',
  'for',
  'on',
  'has',
  'have',
  'had',
  'did',
  'does',
  'do',
  'a',
  'an',
  'and',
  'please',
  'tell me',
  'show me',
  'give me',
  'show',
  'currently',
  'now',
  'still',
  'already',
  'it',
  'been',
  'to',
  'by',
  'any',
  "'s",
  'be',
  'at',
  'yet',
  'we',
  'there',
  'field',
  'value',
  'with',
  'can you',
  'i need',
  'whats',
  'know',
  'left',
  'remaining',
  'get',
  'got',
  'about',
  'again',
  'actually',
  'right now',
  'at the moment',
  'from',
  'seen',
  'found',
  'linked',
  'part',
  'current',
  'exactly',
  'that',
  'its',
  'go',
  'into',
  'under',
  'recorded',
  'set',
  'listed',
  'connected',
  'attached',
  'promoted',
  'belong',
  'give me',
  'let me know',
  'hey',
  'pls',
  'run out',
  'out',
  'end',
  'ends',
  'run',
  'runs',
  'expire',
  'expires',
]

const ASKED: readonly [string, readonly string[]][] = [
  [
    'assignee',
    [
      'who is assigned to',
      'who is working on',
      'who is handling',
      'who owns',
      'who has',
      'who took',
      'who picked up',
      'has anyone|anybody|someone picked up',
      'is anyone|anybody|someone working on',
      'is anyone|anybody assigned to',
      'whose is',
      'assigned to',
      'assigned',
      'who works on',
      'has anyone|anybody taken',
      'who is on',
      'who is responsible for',
      'who got',
      'who is got',
      'who has got',
      'who has taken',
      'who has picked up',
      'who is looking after|at|into',
      'who is investigating',
      'who is dealing with',
      'who is the? assignee|owner|analyst of|on|for?',
      'who is the? assignee|owner|analyst',
      'which analyst has|owns|handles',
      'who is in charge of',
      'anyone|anybody on',
      'is anyone|anybody on|handling',
      'whose',
      'taken',
      'who handles',
      'anyone|anybody working on',
      'unassigned',
      'assigned to anyone|anybody|someone',
    ],
  ],
  [
    'created_by',
    [
      'who has? opened|created|raised|reported|filed|logged',
      'who opened',
      'who created',
      'who raised',
      'who reported',
      'who filed',
    ],
  ],
  [
    'updated_by',
    ['who last changed|updated|touched|edited', 'who changed|updated|touched|edited last', 'last changed by'],
  ],
  [
    'created_at',
    [
      'since when open|there',
      'what age',
      'how long open',
      'how long has been open',
      'how long been open',
      'age',
      'how old',
      'opened when',
      'when did come in',
      'when come in',
      'when opened',
    ],
  ],
  ['severity', ['how severe', 'how critical', 'how bad', 'how serious']],
  ['observables', ['iocs', 'indicators', 'observables']],
]
const SLA = [
  'within sla',
  'sla',
  'slas',
  'over sla',
  'breached',
  'overdue',
  'in breach',
  'breach',
  'sla status',
  'at risk',
  'its sla',
  'missed',
  'the sla',
  'breaching',
  'within its sla',
  'on time',
  'due',
  'late',
  'in time',
  'breached its? slas?',
  'sla clock|clocks|target|targets|deadline',
  'deadline',
  'deadlines',
  'within the? sla|slas',
  'in sla',
  'out of sla',
  'past its? due|sla',
  'time left',
  'when due',
  'how much time left',
]
const WHEN = ['when was', 'when were', 'when did', 'when is', 'when']

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

/** What narrows the tasks of a record to those that are open, as they are told anyway. */
const OPEN_TASKS = [
  'open',
  'left',
  'remaining',
  'outstanding',
  'unfinished',
  'still',
  'to do',
  'not done yet?',
  'not finished yet?',
]

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
  const tasks = subject.fields.find(({ kind }) => kind === 'tasks')
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
      if (check !== null || !add(subject.fields.find(({ key }) => key === condition.field))) return null
      check = { filter: condition.filter, label: condition.label }
      at += condition.length
    } else if (found !== null) {
      if (found.fields.map(add).includes(false)) return null
      at += found.length
    } else if (filler > 0) at += filler
    else return null
  }
  return fields.length === 0 ? null : { trackingId, subject, fields, check }
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
    if (field.kind === 'instant') {
      const when = longestPhrase(tokens, at, WHEN)
      const named = longestName(tokens, at + when, field.names)
      if (named > 0) found.push({ length: when + named, fields: [field] })
    } else {
      const named = longestName(tokens, at, field.names)
      if (named > 0) found.push({ length: named, fields: [field] })
    }
    if (field.kind === 'duration') {
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
  const clocks = subject.fields.filter(({ kind }) => kind === 'clock')
  const sla = longestPhrase(tokens, at, SLA)
  if (sla > 0 && clocks.length > 0) found.push({ length: sla, fields: clocks })
  return found.toSorted((one, other) => other.length - one.length)[0] ?? null
}
