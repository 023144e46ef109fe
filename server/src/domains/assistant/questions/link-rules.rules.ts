import type { Filter } from '@caseloom/contract/filter'
import { allTechniques, techniqueLabel } from '@caseloom/contract/attack-techniques'
import { condition, conditionItem, type Match, type Parse, type Rule } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { assignedRule, assigneeRule } from './people-rules.rules.ts'
import type { Subject, SubjectField } from './subject.rules.ts'
import { lemmasOf, type Token } from './tokens.rules.ts'
import { jointAt, negationAt, openRule, optionRule } from './value-rules.rules.ts'

function best(matches: readonly (Match | null)[]): Match | null {
  return matches.filter((one) => one !== null).toSorted((one, other) => other.length - one.length)[0] ?? null
}

const WITH = ['with', 'about', 'involving', 'containing', 'having', 'has', 'have', 'mentioning', 'from', 'to', 'for', 'on', 'that? contain', 'that? contains', 'that? mention', 'that? mentions', 'in', 'related to', 'referencing', 'that? involve', 'that? involves', 'where', 'touching', 'talking to', 'matching', 'seen with', 'showing', 'and', 'affecting', 'that? have', 'that? has', 'linked to', 'tied to']
const NOUNS = ['observable', 'indicator', 'ioc', 'ip', 'ip address', 'address', 'domain', 'hash', 'url', 'link', 'host', 'computer', 'machine', 'user', 'account', 'email', 'mail address', 'file hash', 'sha256', 'md5', 'sha1', 'hostname', 'host name', 'file', 'email address', 'cve']

/** Values of observables: `with 203.0.113.7`, `not involving evil.example`. */
export const observableRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const negation = negationAt(parse, at)
  let start = at + negation
  start += longestPhrase(tokens, start, WITH)
  start += longestPhrase(tokens, start, ['the', 'an', 'a'])
  start += longestName(tokens, start, NOUNS.map(lemmasOf))
  const token = tokens[start]
  if (token?.kind !== 'observable') return null
  const length = start + 1 - at
  const field = subject.fields.find(({ kind }) => kind === 'observables')
  const isNamed = /^[a-z0-9-]+$/i.test(token.text) && !/^[0-9a-f]{32,}$/i.test(token.text) && !/^cve-/i.test(token.text)
  // A host or an account is a word of titles and descriptions more often than an observable.
  if (field === undefined || isNamed || /^[a-z]\.[a-z]+$/i.test(token.text))
    return negation > 0 || field === undefined ? null : { length, items: [{ kind: 'text', text: token.text }] }
  const op = negation > 0 ? 'notContains' : 'contains'
  const label = `${field.label} ${negation > 0 ? 'do not contain' : 'contain'} ${token.text}`
  return { length, items: [conditionItem({ field: field.key, filter: condition(field.key, op, token.text), label })] }
}

/** Techniques of ATT&CK by id or name: `with T1110`, `brute force alerts`, `technique T1059.001`. */
export const techniqueRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const field = subject.fields.find(({ kind }) => kind === 'technique' || kind === 'techniques')
  if (field === undefined) return null
  const negation = negationAt(parse, at)
  let start = at + negation
  start += longestPhrase(tokens, start, [...WITH, 'using', 'tagged with', 'tagged', 'mapped to', 'of'])
  start += longestPhrase(tokens, start, ['the', 'a', 'an'])
  start += longestName(tokens, start, [...field.names])
  const token = tokens[start]
  const id = token?.kind === 'technique' ? token.text : null
  if (id !== null) return techniqueMatch(field, { ids: [id], length: start + 1 - at, negative: negation > 0 })
  const named = techniqueNamed(tokens, start)
  return named === null ? null : techniqueMatch(field, { ...named, length: start + named.length - at, negative: negation > 0 })
}

function techniqueNamed(tokens: readonly Token[], at: number): { ids: string[]; length: number } | null {
  let found: { ids: string[]; length: number } | null = null
  for (const { id, name } of allTechniques().values()) {
    const own = name.includes(': ') ? name.slice(name.indexOf(': ') + 2) : name
    const lemmas = lemmasOf(own)
    // A single word such as "Phishing" or "Python" may mean something else.
    if (lemmas.length < 2) continue
    const length = longestName(tokens, at, [lemmas])
    if (length > (found?.length ?? 0)) found = { ids: [id], length }
    else if (length > 0 && length === found?.length) found.ids.push(id)
  }
  return found !== null && found.ids.length === 1 ? found : null
}

interface Technique {
  ids: readonly string[]
  length: number
  negative: boolean
}

function techniqueMatch(field: SubjectField, { ids, length, negative }: Technique): Match {
  const each = ids.map((id): Filter => (id.includes('.') ? condition(field.key, field.kind === 'techniques' ? 'contains' : 'eq', id) : condition(field.key, 'startsWith', id)))
  const [only = { any: [] }] = each
  const filter: Filter = each.length === 1 ? only : { any: each }
  const label = `${field.label} ${negative ? 'are not' : 'are'} ${ids.map(techniqueLabel).join(' or ')}`
  return { length, items: [conditionItem({ field: field.key, filter: negative ? { not: filter } : filter, label })] }
}

const LINKS = ['in', 'in any|an?|the', 'of', 'of an?|the', 'linked to', 'linked to an?|any|the', 'got|were|was linked to an?|any|the', 'part of', 'part of an?|the', 'belonging to', 'belonging to an?|the', 'attached to', 'attached to an?|the', 'promoted to', 'promoted to an?|the', 'whose', 'with', 'with an?|any|some', 'from', 'from the|an?', 'under', 'touching', 'that? touch', 'that? have an?|any', 'have an?|any', 'has an?|any', 'having an?|any', 'involving an?|any?', 'related to an?|any?', 'connected to an?|any?', 'tied to an?|any?']
const UNLINKS = ['without an?|any', 'with no', 'not linked to an?|any', 'not in an?|any', 'not part of an?|any', 'never got? linked to an?|any', 'not attached to an?|any', 'not promoted to an?|any', 'that? have no', 'that? has no', 'have no', 'has no', 'not belonging to an?|any', 'not yet linked to an?|any', 'do not have an?|any', 'without']

/** Linked records: `in CAS-2`, `without a case`, `whose case is closed`, `with crown jewel assets`. */
export const linkRule: Rule = (parse, at) => {
  const { tokens, subject, world } = parse
  const unlinked = longestPhrase(tokens, at, UNLINKS)
  const linked = longestPhrase(tokens, at, LINKS)
  const matches: (Match | null)[] = []
  for (const other of world.subjects.filter(({ kind }) => kind === 'app')) {
    const link = linkTo(subject, other)
    if (link === null) continue
    if (unlinked > 0) matches.push(unlinkedMatch(parse, { at, lead: unlinked, other, link }))
    if (linked > 0) {
      matches.push(trackingMatch(parse, { at, lead: linked, other, link }))
      matches.push(linkedMatch(parse, { at, lead: linked, other, link }))
    }
  }
  return best(matches)
}

interface Link {
  key: string
  /** The reference is this subject's own field. */
  own: boolean
}

function linkTo(subject: Subject, other: Subject): Link | null {
  const own = subject.fields.find(({ refersTo }) => refersTo === other.id)
  if (own !== undefined) return { key: own.key, own: true }
  const back = other.fields.find(({ refersTo }) => refersTo === subject.id)
  return back === undefined ? null : { key: `${other.key}.${back.key}`, own: false }
}

interface Linking {
  at: number
  lead: number
  other: Subject
  link: Link
}

function unlinkedMatch({ tokens }: Parse, { at, lead, other, link }: Linking): Match | null {
  const noun = longestName(tokens, at + lead, other.names)
  if (noun === 0) return null
  const filter: Filter = link.own ? condition(link.key, 'empty') : { not: { has: link.key } }
  return { length: lead + noun, items: [conditionItem({ field: link.key, filter, label: `No ${other.name.toLowerCase()}` })] }
}

function trackingMatch({ tokens }: Parse, { at, lead, other, link }: Linking): Match | null {
  const noun = longestName(tokens, at + lead, other.names)
  const ids: string[] = []
  let length = lead + noun
  for (;;) {
    const joint = ids.length === 0 ? 0 : jointAt(tokens, at + length)
    const token = tokens[at + length + joint]
    if (token?.kind !== 'tracking' || !token.text.startsWith(`${other.acronym}-`) || (ids.length > 0 && joint === 0)) break
    ids.push(token.text)
    length += joint + 1
  }
  if (ids.length === 0) return null
  const filter: Filter = link.own
    ? condition(link.key, 'in', ids)
    : { has: link.key, where: condition('tracking_id', 'in', ids) }
  return { length, items: [conditionItem({ field: link.key, filter, label: `${other.name} is ${ids.join(' or ')}` })] }
}

const RULES: readonly Rule[] = [optionRule, openRule, assigneeRule, assignedRule]

/** Adjectives before the other noun, or a condition after it: `with high alerts in them`, `whose case is closed`. */
function linkedMatch(parse: Parse, { at, lead, other, link }: Linking): Match | null {
  const { tokens } = parse
  const inner: Parse = { ...parse, subject: other }
  const filters: Filter[] = []
  const labels: string[] = []
  let end = at + lead
  const take = () => {
    const found = best(RULES.map((rule) => rule(inner, end)))
    if (found === null || found.items.some(({ kind }) => kind !== 'condition')) return false
    for (const item of found.items) {
      if (item.kind !== 'condition') continue
      filters.push(item.picked.filter)
      labels.push(item.picked.label)
    }
    end += found.length
    return true
  }
  while (longestName(tokens, end, other.names) === 0 && take());
  const noun = longestName(tokens, end, other.names)
  if (noun === 0) return null
  end += noun
  const isWhose = tokens[at]?.text === 'whose'
  if (isWhose) {
    end += longestPhrase(tokens, end, ['is', 'are', 'was', 'were'])
    if (!take()) return null
  } else end += longestPhrase(tokens, end, ['in it|them', 'linked', 'attached'])
  const where: Filter | undefined = filters.length === 0 ? undefined : filters.length === 1 ? filters[0] : { all: filters }
  const filter: Filter =
    where === undefined
      ? link.own
        ? condition(link.key, 'notEmpty')
        : { has: link.key }
      : { has: link.key, where }
  const label = labels.length === 0 ? `Has a linked ${other.name.toLowerCase()}` : `Linked ${other.name.toLowerCase()}: ${labels.join(', ')}`
  return { length: end - at, items: [conditionItem({ field: link.key, filter, label })] }
}

const SOURCES = ['from', 'from the|our', 'by', 'by the', 'of', 'of the', 'in', 'in the', 'raised by the?', 'reported by the?', 'sent by the?', 'with', 'for', 'on', 'source is', 'where source is', 'via the?']

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
      const values = knownAt(tokens, start + lead + named + is + inner, known.filter((one) => one.field === field.key))
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

/** Tags and other lists: `tagged vip`, `with tag phishing`. */
export const tagRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const field = subject.fields.find(({ key, kind }) => kind === 'texts' && key === 'tags')
  if (field === undefined) return null
  const negation = negationAt(parse, at)
  const lead = longestPhrase(tokens, at + negation, ['tagged with?|as?', 'tagged', 'with the? tag', 'with tag', 'has the? tag', 'labeled', 'labelled', 'with label'])
  const token = tokens[at + negation + lead]
  if (lead === 0 || token === undefined || token.kind === 'mark') return null
  const filter = condition(field.key, negation > 0 ? 'notContains' : 'contains', token.text)
  const label = `${field.label} ${negation > 0 ? 'do not contain' : 'contain'} ${token.text}`
  return { length: negation + lead + 1, items: [conditionItem({ field: field.key, filter, label })] }
}

const ABOUT = ['about', 'mentioning', 'that? mention', 'that? mentions', 'containing', 'that? contain', 'that? contains', 'regarding', 'concerning', 'matching', 'with the words?', 'with the word', 'talking about', 'that? reference', 'related to', 'referring to', 'with the text', 'named', 'called']
const STOP = new Set('that which who whose from since in last this today yesterday with without and or but not by per for assigned created closed updated opened sorted ordered on of over under than is are was were to detected before after between until at as their its'.split(' '))
const MOST_WORDS = 4

/** Words that the records hold: `about ransomware`, `with ransomware in them`, `"credential dumping"`. */
export const textRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const title = subject.fields.find(({ key }) => key === subject.titleField)
  const inTitle = titleAt(parse, at, title)
  if (inTitle !== null) return inTitle
  const lead = longestPhrase(tokens, at, ABOUT)
  const quoted = tokens[at + lead]
  if (quoted?.kind === 'quoted') return { length: lead + 1 + tailAt(tokens, at + lead + 1), items: [{ kind: 'text', text: quoted.text }] }
  const withThem = longestPhrase(tokens, at, ['with'])
  if (withThem > 0) {
    const run = runAt(tokens, at + withThem)
    const tail = run === 0 ? 0 : tailAt(tokens, at + withThem + run)
    if (tail > 0) return { length: withThem + run + tail, items: [textItem(tokens, at + withThem, run)] }
  }
  if (lead === 0) return null
  const run = runAt(tokens, at + lead)
  return run === 0 ? null : { length: lead + run, items: [textItem(tokens, at + lead, run)] }
}

function textItem(tokens: readonly Token[], at: number, length: number) {
  const words = tokens.slice(at, at + length).map(({ text }) => text)
  return { kind: 'text' as const, text: words.join(' ') }
}

function runAt(tokens: readonly Token[], at: number): number {
  let length = tokens[at]?.text === 'the' || tokens[at]?.text === 'a' ? 1 : 0
  const lead = length
  while (length - lead < MOST_WORDS) {
    const token = tokens[at + length]
    if (token === undefined || token.kind === 'mark' || token.kind === 'number' || token.kind === 'quoted' || STOP.has(token.text)) break
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
  const verb = longestPhrase(tokens, at + lead + named, ['contains', 'containing', 'contain', 'includes', 'including', 'mentions', 'has', 'with', 'like', 'that contains'])
  if (named > 0 && verb > 0) {
    const start = at + lead + named + verb
    const run = tokens[start]?.kind === 'quoted' ? 1 : runAt(tokens, start)
    if (run > 0) return titleMatch(title, tokens, { start, run, length: start + run - at })
  }
  const withLead = longestPhrase(tokens, at, ['with', 'containing', 'having', 'that? have'])
  const run = withLead === 0 ? 0 : tokens[at + withLead]?.kind === 'quoted' ? 1 : runAt(tokens, at + withLead)
  const tail = run === 0 ? 0 : longestPhrase(tokens, at + withLead + run, ['in the title', 'in their title', 'in its title', 'in title', 'in the titles', 'in their titles'])
  return tail === 0 ? null : titleMatch(title, tokens, { start: at + withLead, run, length: withLead + run + tail })
}

function titleMatch(title: SubjectField, tokens: readonly Token[], { start, run, length }: { start: number; run: number; length: number }): Match {
  const text = tokens
    .slice(start, start + run)
    .map((token) => token.text)
    .join(' ')
  const picked = { field: title.key, filter: condition(title.key, 'contains', text), label: `${title.label} contains “${text}”` }
  return { length, items: [conditionItem(picked)] }
}
