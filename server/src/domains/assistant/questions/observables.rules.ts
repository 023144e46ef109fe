import { type Match, type Rule, condition, conditionItem } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'
import { type Token, lemmasOf } from './tokens.rules.ts'
import { allTechniques, techniqueLabel } from '@caseloom/contract/values/attack-techniques'
import type { Filter } from '@caseloom/contract/values/filter'
import { negationAt } from './negations.rules.ts'

const WITH = [
  'with',
  'about',
  'involving',
  'containing',
  'having',
  'has',
  'have',
  'mentioning',
  'from',
  'to',
  'for',
  'on',
  'that? contain',
  'that? contains',
  'that? mention',
  'that? mentions',
  'in',
  'related to',
  'referencing',
  'that? involve',
  'that? involves',
  'where',
  'touching',
  'talking to',
  'matching',
  'seen with',
  'showing',
  'and',
  'affecting',
  'that? have',
  'that? has',
  'linked to',
  'tied to',
]

const NOUNS = [
  'observable',
  'indicator',
  'ioc',
  'ip',
  'ip address',
  'address',
  'domain',
  'hash',
  'url',
  'link',
  'host',
  'computer',
  'machine',
  'user',
  'account',
  'email',
  'mail address',
  'file hash',
  'sha256',
  'md5',
  'sha1',
  'hostname',
  'host name',
  'file',
  'email address',
  'cve',
]

const NOUN_NAMES = NOUNS.map(lemmasOf)

/** Values of observables: `with 203.0.113.7`, `not involving evil.example`. */
export const observableRule: Rule = (parse, at) => {
  const { tokens, subject, world } = parse
  const negation = negationAt(parse, at)
  let start = at + negation
  start += longestPhrase(tokens, start, WITH)
  start += longestPhrase(tokens, start, ['the', 'an', 'a'])
  start += longestName(tokens, start, NOUN_NAMES)
  const token = tokens[start]
  // "LAP-0142" is written like a tracking id; where no app has that acronym it is a name of something.
  const isForeign =
    token?.kind === 'tracking' &&
    !world.subjects.some(({ acronym }) => acronym !== '' && token.text.startsWith(`${acronym}-`)) &&
    start > at + negation
  if (isForeign && negation === 0)
    return { length: start + 1 - at, items: [{ kind: 'text', text: token.text }] }
  if (token?.kind !== 'observable') return null
  const length = start + 1 - at
  const field = subject.fields.find((one) => valueTraits(one).observables)
  const isNamed =
    /^[a-z0-9-]+$/i.test(token.text) && !/^[0-9a-f]{32,}$/i.test(token.text) && !/^cve-/i.test(token.text)
  // A host or an account is a word of titles and descriptions more often than an observable.
  if (field === undefined || isNamed || /^[a-z]\.[a-z]+$/i.test(token.text))
    return negation > 0 || field === undefined
      ? null
      : { length, items: [{ kind: 'text', text: token.text }] }
  const op = negation > 0 ? 'notContains' : 'contains'
  const label = `${field.label} ${negation > 0 ? 'do not contain' : 'contain'} ${token.text}`
  return {
    length,
    items: [conditionItem({ field: field.key, filter: condition(field.key, op, token.text), label })],
  }
}

/** Techniques of ATT&CK by id or name: `with T1110`, `brute force alerts`, `technique T1059.001`. */
export const techniqueRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const field = subject.fields.find((one) => valueTraits(one).techniques)
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
  return named === null
    ? null
    : techniqueMatch(field, { ...named, length: start + named.length - at, negative: negation > 0 })
}

interface TechniqueName {
  id: string
  lemmas: readonly string[]
}

let names: Map<string, TechniqueName[]> | undefined
/** Names of techniques by their first word; a single word such as "Phishing" or "Python" may mean something else. */
function byFirstWord(): ReadonlyMap<string, readonly TechniqueName[]> {
  names ??= Map.groupBy(
    [...allTechniques().values()]
      .map(({ id, name }) => ({ id, lemmas: lemmasOf(name.slice(name.indexOf(': ') + 1)) }))
      .filter(({ lemmas }) => lemmas.length >= 2),
    ({ lemmas }) => lemmas[0] ?? '',
  )
  return names
}

function techniqueNamed(tokens: readonly Token[], at: number): { ids: string[]; length: number } | null {
  let found: { ids: string[]; length: number } | null = null
  for (const { id, lemmas } of byFirstWord().get(tokens[at]?.lemma ?? '') ?? []) {
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
  const each = ids.map(
    (id): Filter =>
      id.includes('.')
        ? condition(field.key, valueTraits(field).several ? 'contains' : 'eq', id)
        : condition(field.key, 'startsWith', id),
  )
  const [only = { any: [] }] = each
  const filter: Filter = each.length === 1 ? only : { any: each }
  const label = `${field.label} ${negative ? 'are not' : 'are'} ${ids.map(techniqueLabel).join(' or ')}`
  return {
    length,
    items: [conditionItem({ field: field.key, filter: negative ? { not: filter } : filter, label })],
  }
}
