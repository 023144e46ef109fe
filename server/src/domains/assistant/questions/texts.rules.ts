import { type Match, type Parse, type Rule, condition, conditionItem } from './grammar.rules.ts'
import { best } from './matches.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'
import type { Token } from './tokens.rules.ts'
import { jointAt } from './named-options.rules.ts'
import { negationAt } from './negations.rules.ts'

const SOURCES = [
  'from',
  'from the|our',
  'by',
  'by the',
  'of',
  'of the',
  'in',
  'in the',
  'raised by the?',
  'reported by the?',
  'sent by the?',
  'that? came|come|comes|arrived|originated from our|the?',
  'coming|arriving|originating from our|the?',
  'generated|triggered|fired|produced|detected|created by the?',
  'seen by the?',
  'found by the?',
  'with',
  'for',
  'on',
  'source is',
  'where source is',
  'via the?',
]

/** Values that records have in text fields: `from the mail gateway`, `impossible travel alerts`, `source is github`. */
export const knownValueRule: Rule = (parse, at) => {
  const { tokens, subject, world } = parse
  const known = world.values.get(subject.id) ?? []
  const negation = negationAt(parse, at)
  const start = at + negation
  const leads = [0, longestPhrase(tokens, start, SOURCES)]
  const matches = leads.flatMap((lead) =>
    subject.fields.flatMap((field): Match[] => {
      const named = longestName(tokens, start + lead, field.names)
      const is = named === 0 ? 0 : longestPhrase(tokens, start + lead + named, ['is', 'are', 'of', 'was'])
      const inner = named === 0 ? 0 : negationAt(parse, start + lead + named + is)
      const values = knownAt(
        tokens,
        start + lead + named + is + inner,
        known.filter((one) => one.field === field.key),
      )
      if (values === null) return []
      const length = negation + lead + named + is + inner + values.length
      const tail = named > 0 ? 0 : longestName(tokens, at + length, field.names)
      const negative = negation > 0 !== inner > 0
      const filter = condition(field.key, negative ? 'notIn' : 'in', values.values)
      const label = `${field.label} ${negative ? 'is not' : 'is'} ${values.values.join(' or ')}`
      return [{ length: length + tail, items: [conditionItem({ field: field.key, filter, label })] }]
    }),
  )
  return best(matches)
}

function knownAt(
  tokens: readonly Token[],
  at: number,
  known: readonly { value: string; lemmas: readonly string[] }[],
): { values: string[]; length: number } | null {
  const one = (place: number) =>
    known
      .map(({ value, lemmas }) => ({ value, length: longestName(tokens, place, [lemmas]) }))
      .filter(({ length }) => length > 0)
      .toSorted((first, second) => second.length - first.length)[0]
  const first = one(at)
  if (first === undefined) return null
  const values = [first.value]
  let { length } = first
  for (;;) {
    const joint = jointAt(tokens, at + length)
    const next = joint === 0 ? undefined : one(at + length + joint)
    if (next === undefined) return { values, length }
    values.push(next.value)
    length += joint + next.length
  }
}

function isTexts(field: SubjectField): boolean {
  const { several, text } = valueTraits(field)
  return several && text
}

/** Tags and other lists: `tagged vip`, `with tag phishing`. */
export const tagRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const field = subject.fields.find((one) => isTexts(one) && one.key === 'tags')
  if (field === undefined) return null
  const negation = negationAt(parse, at)
  const lead = longestPhrase(tokens, at + negation, [
    'tagged with?|as?',
    'tagged',
    'with the? tag',
    'with tag',
    'has the? tag',
    'labeled',
    'labelled',
    'with label',
  ])
  const token = tokens[at + negation + lead]
  if (lead === 0 || token === undefined || token.kind === 'mark') return null
  const filter = condition(field.key, negation > 0 ? 'notContains' : 'contains', token.text)
  const label = `${field.label} ${negation > 0 ? 'do not contain' : 'contain'} ${token.text}`
  return { length: negation + lead + 1, items: [conditionItem({ field: field.key, filter, label })] }
}

const ABOUT = [
  'about',
  'mentioning',
  'that? mention',
  'that? mentions',
  'containing',
  'that? contain',
  'that? contains',
  'regarding',
  'concerning',
  'matching',
  'with the word|words',
  'that? mentioned',
  'including the word|words|text',
  'having the word|words',
  'with the string|phrase|keyword',
  'talking about',
  'that? reference',
  'related to',
  'referring to',
  'with the text',
  'named',
  'titled',
  'called',
  'on the subject of',
  'to do with',
  'dealing with',
]
/** Words that precede a text to search for verbatim. */
const NAMING = ['mentioning', 'containing', 'that? mention|mentions|mentioned|contain|contains|reference']
/** Words that express an opinion. Records don't contain them, so they aren't searched for. */
const VAGUE = new Set(
  'anything something everything things thing stuff it them this that these those someone somebody anyone anybody me us you interesting important scary weird strange suspicious funny nasty bad worst good big recent new old same similar other others usual certain any all some more most many few people what whatever'.split(
    ' ',
  ),
)

const STOP = new Set(
  'that which who whose from since in last this today yesterday with without and or but not by per for assigned created closed updated opened sorted ordered on of over under than is are was were to detected before after between until at as their its'.split(
    ' ',
  ),
)

const MAX_WORDS = 4

/** Words that the records hold: `about ransomware`, `with ransomware in them`, `"credential dumping"`. */
export const textRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const title = subject.fields.find(({ key }) => key === subject.titleField)
  const inTitle = titleAt(parse, at, title)
  if (inTitle !== null) return inTitle
  const lead = longestPhrase(tokens, at, ABOUT)
  const quoted = tokens[at + lead]
  if (quoted?.kind === 'quoted')
    return { length: lead + 1 + tailAt(tokens, at + lead + 1), items: [{ kind: 'text', text: quoted.text }] }
  const withThem = longestPhrase(tokens, at, ['with'])
  if (withThem > 0) {
    const run = runAt(tokens, at + withThem)
    const tail = run === 0 ? 0 : tailAt(tokens, at + withThem + run)
    if (tail > 0) return { length: withThem + run + tail, items: [textItem(tokens, at + withThem, run)] }
  }
  if (lead === 0) return null
  // "Related to ALR-5" asks for what is like it, not for its name in a text.
  const isNamed = longestPhrase(tokens, at, NAMING) === lead
  if (tokens[at + lead]?.kind === 'tracking' && !isNamed) return null
  const run = runAt(tokens, at + lead)
  return run === 0 ? null : { length: lead + run, items: [textItem(tokens, at + lead, run)] }
}

const ARTICLES = new Set(['a', 'an', 'the'])

/** The words to search for; a leading article is part of the question, not of the text. */
function textItem(tokens: readonly Token[], at: number, length: number) {
  const words = tokens
    .slice(at, at + length)
    .map(({ text }) => text)
    .filter((word, index) => index > 0 || !ARTICLES.has(word))
  return { kind: 'text' as const, text: words.join(' ') }
}

function runAt(tokens: readonly Token[], at: number): number {
  let length = ARTICLES.has(tokens[at]?.text ?? '') ? 1 : 0
  const lead = length
  while (length - lead < MAX_WORDS) {
    const token = tokens[at + length]
    if (
      token === undefined ||
      token.kind === 'mark' ||
      token.kind === 'number' ||
      token.kind === 'quoted' ||
      STOP.has(token.text)
    )
      break
    if (VAGUE.has(token.text)) return 0
    length += 1
  }
  return length === lead ? 0 : length
}

function tailAt(tokens: readonly Token[], at: number): number {
  return longestPhrase(tokens, at, ['in it', 'in them', 'in the text', 'in there', 'anywhere'])
}

/** `whose title contains "credential dumping"`, `with phishing in the title`. */
function titleAt({ tokens }: Parse, at: number, title: SubjectField | undefined): Match | null {
  if (title === undefined) return null
  const lead = longestPhrase(tokens, at, ['whose', 'with', 'where the?', 'with the', 'that? have'])
  const named = longestName(tokens, at + lead, title.names)
  const verb = longestPhrase(tokens, at + lead + named, [
    'contains',
    'containing',
    'contain',
    'includes',
    'including',
    'mentions',
    'has',
    'with',
    'like',
    'that contains',
  ])
  if (named > 0 && verb > 0) {
    const start = at + lead + named + verb
    const run = tokens[start]?.kind === 'quoted' ? 1 : runAt(tokens, start)
    if (run > 0) return titleMatch(title, tokens, { start, run, length: start + run - at })
  }
  const withLead = longestPhrase(tokens, at, [
    'with',
    'containing',
    'having',
    'that? have',
    'with|containing|having the word|words|term|text|string|phrase',
  ])
  const run = withLead === 0 ? 0 : tokens[at + withLead]?.kind === 'quoted' ? 1 : runAt(tokens, at + withLead)
  const tail =
    run === 0
      ? 0
      : longestPhrase(tokens, at + withLead + run, [
          'in the title',
          'in their title',
          'in its title',
          'in title',
          'in the titles',
          'in their titles',
        ])
  return tail === 0
    ? null
    : titleMatch(title, tokens, { start: at + withLead, run, length: withLead + run + tail })
}

function titleMatch(
  title: SubjectField,
  tokens: readonly Token[],
  { start, run, length }: { start: number; run: number; length: number },
): Match {
  const text = tokens
    .slice(start, start + run)
    .map((token) => token.text)
    .join(' ')
  const picked = {
    field: title.key,
    filter: condition(title.key, 'contains', text),
    label: `${title.label} contains “${text}”`,
  }
  return { length, items: [conditionItem(picked)] }
}
