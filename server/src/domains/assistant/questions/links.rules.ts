import { type Match, type Parse, type Picked, type Rule, condition, conditionItem } from './grammar.rules.ts'
import { best } from './matches.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { assignedRule } from './unassigned.rules.ts'
import { actedRule, closedByRule } from './acted.rules.ts'
import { assigneeRule, personFieldRule } from './people.rules.ts'
import { stampRule } from './stamps.rules.ts'
import type { Subject } from './subject.rules.ts'
import { openRule } from './open.rules.ts'
import type { Filter } from '@caseloom/contract/values/filter'
import { jointAt, optionsAt } from './named-options.rules.ts'
import { optionRule } from './values.rules.ts'

const LINKS = [
  'in',
  'in any|an?|the',
  'of',
  'of an?|the',
  'linked to',
  'linked to an?|any|the',
  'got|were|was linked to an?|any|the',
  'part of',
  'part of an?|the',
  'belonging to',
  'belonging to an?|the',
  'attached to',
  'attached to an?|the',
  'promoted to',
  'promoted to an?|the',
  'whose',
  'with',
  'with an?|any|some',
  'from',
  'from the|an?',
  'under',
  'touching',
  'that? touch',
  'that? have an?|any',
  'have an?|any',
  'has an?|any',
  'having an?|any',
  'involving an?|any?',
  'related to an?|any?',
  'connected to an?|any?',
  'tied to an?|any?',
  'with linked|attached|related|associated',
  'that? have linked|attached|related',
  'affecting an?|any?',
  'that? affect an?|any?',
  'hitting an?|any?',
  'associated with an?|any|the',
  'escalated to an?|any?',
  'belonging to',
  'inside an?|any|the',
  'within an?|any|the',
]

const UNLINKS = [
  'without an?|any',
  'with no',
  'with no linked|attached|related|associated',
  'without any? linked|attached|related|associated',
  'not linked to an?|any',
  'not in an?|any',
  'not part of an?|any',
  'never got? linked to an?|any',
  'not attached to an?|any',
  'not promoted to an?|any',
  'that? have no',
  'that? has no',
  'have no',
  'has no',
  'not belonging to an?|any',
  'not yet linked to an?|any',
  'do not have an?|any',
  'without',
]

/** Linked records: `in CAS-2`, `without a case`, `whose case is closed`, `with crown jewel assets`. */
export const linkRule: Rule = (parse, at) => {
  const { tokens, subject, world } = parse
  const unlinked = longestPhrase(tokens, at, UNLINKS)
  const linked = longestPhrase(tokens, at, LINKS)
  const isNamed = tokens.some((_token, place) => longestName(tokens, place, subject.names) > 0)
  const matches: (Match | null)[] = []
  for (const other of world.subjects.filter(({ kind }) => kind === 'app')) {
    const link = linkTo(subject, other)
    if (link === null) continue
    // Without a preposition or the noun, nothing says what of the record that is named is wanted.
    if (isNamed)
      matches.push(
        trackingMatch(parse, { at, lead: longestPhrase(tokens, at, ['does', 'has', 'is']), other, link }),
      )
    if (unlinked > 0) {
      const asked = { at, lead: unlinked, other, link }
      matches.push(unlinkedMatch(parse, asked), noneMatch(parse, asked))
    }
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
  return {
    length: lead + noun,
    items: [conditionItem({ field: link.key, filter, label: `No ${other.name.toLowerCase()}` })],
  }
}

function trackingMatch({ tokens }: Parse, { at, lead, other, link }: Linking): Match | null {
  const noun = longestName(tokens, at + lead, other.names)
  const ids: string[] = []
  let length = lead + noun
  for (;;) {
    const joint = ids.length === 0 ? 0 : jointAt(tokens, at + length)
    const token = tokens[at + length + joint]
    if (
      token?.kind !== 'tracking' ||
      !token.text.startsWith(`${other.acronym}-`) ||
      (ids.length > 0 && joint === 0)
    )
      break
    ids.push(token.text)
    length += joint + 1
  }
  if (ids.length === 0) return null
  length += longestPhrase(tokens, at + length, [
    "'s",
    'have|has|contain|contains|include|includes|hold|holds|affect|affects|touch|got',
  ])
  const filter: Filter = link.own
    ? condition(link.key, 'in', ids)
    : { has: link.key, where: condition('tracking_id', 'in', ids) }
  return {
    length,
    items: [conditionItem({ field: link.key, filter, label: `${other.name} is ${ids.join(' or ')}` })],
  }
}

const RULES: readonly Rule[] = [optionRule, openRule, assigneeRule, assignedRule]
const TAIL_RULES: readonly Rule[] = [...RULES, closedByRule, actedRule, personFieldRule, stampRule]
/** Where both have one, "owned by" may be said of either. */
const OF_EITHER = /^(?:owned|owner|belonging|belong|belongs)$/

/** Adjectives before the other noun, or a condition after it: `with high alerts in them`, `in cases assigned to Bob`. */
function linkedMatch(parse: Parse, { at, lead, other, link }: Linking): Match | null {
  const { tokens } = parse
  const denied = longestPhrase(tokens, at + lead, ['no', 'not any|a|an'])
  if (denied > 0) return null
  const described = describedAt(parse, at + lead, other)
  if (described === null) return null
  const { picked } = described
  let { end } = described
  if (tokens[at]?.text === 'whose') {
    end += longestPhrase(tokens, end, ['is', 'are', 'was', 'were'])
    const said = saidAt({ ...parse, subject: other }, end, RULES)
    if (said === null) return null
    picked.push(...said.picked)
    end += said.length
  } else if (isPartOf(tokens, at, lead)) {
    const said = saidAt({ ...parse, subject: other }, end, TAIL_RULES)
    const words = tokens.slice(end, end + (said?.length ?? 0))
    if (said !== null && words.some(({ text }) => OF_EITHER.test(text))) return null
    picked.push(...(said?.picked ?? []))
    end += said?.length ?? 0
  }
  if (picked.length === 0) end += longestPhrase(tokens, end, ['in it|them', 'linked', 'attached'])
  else end += longestPhrase(tokens, end, ['in it|them'])
  const where = all(picked)
  const filter: Filter =
    where === undefined
      ? link.own
        ? condition(link.key, 'notEmpty')
        : { has: link.key }
      : { has: link.key, where }
  return {
    length: end - at,
    items: [conditionItem({ field: link.key, filter, label: labelOf(other, picked) }, 'linked')],
  }
}

/** `without critical alerts`, `with no open alerts`: none that is like that. */
function noneMatch(parse: Parse, { at, lead, other, link }: Linking): Match | null {
  const described = describedAt(parse, at + lead, other)
  const where = described === null ? undefined : all(described.picked)
  if (described === null || where === undefined) return null
  const filter: Filter = { not: { has: link.key, where } }
  const label = `No ${labelOf(other, described.picked).toLowerCase()}`
  const end = described.end + longestPhrase(parse.tokens, described.end, ['in it|them', 'linked', 'attached'])
  return { length: end - at, items: [conditionItem({ field: link.key, filter, label }, 'linked')] }
}

/** "Alerts of cases closed yesterday" is said of the cases, "cases with alerts closed yesterday" of either. */
function isPartOf(tokens: Parse['tokens'], at: number, lead: number): boolean {
  return !tokens
    .slice(at, at + lead)
    .some(({ text }) =>
      /^(?:with|have|has|having|touch|touching|affecting|affect|hitting|involving)$/.test(text),
    )
}

interface Described {
  picked: Picked[]
  end: number
}

/** The other noun with the adjectives before it. */
function describedAt(parse: Parse, at: number, other: Subject): Described | null {
  const inner: Parse = { ...parse, subject: other }
  const picked: Picked[] = []
  let end = at
  while (longestName(parse.tokens, end, other.names) === 0) {
    const said = saidAt(inner, end, RULES)
    if (said === null) return null
    picked.push(...said.picked)
    end += said.length
  }
  return { picked, end: end + longestName(parse.tokens, end, other.names) }
}

/** Conditions of the other app at a place. */
function saidAt(
  inner: Parse,
  at: number,
  rules: readonly Rule[],
): { picked: Picked[]; length: number } | null {
  const { tokens } = inner
  const into = longestPhrase(tokens, at, ['in', 'under'])
  const gap = into > 0 && optionsAt(inner, at + into) !== null ? into : 0
  const found = best(rules.map((rule) => rule(inner, at + gap)))
  if (found === null || found.length === 0) return null
  const picked = found.items.flatMap((item) => (item.kind === 'condition' ? [item.picked] : []))
  return picked.length < found.items.length ? null : { picked, length: gap + found.length }
}

function all(picked: readonly Picked[]): Filter | undefined {
  const filters = picked.map(({ filter }) => filter)
  return filters.length > 1 ? { all: filters } : filters[0]
}

function labelOf({ name }: Subject, picked: readonly Picked[]): string {
  const said = picked.map(({ label }) => label)
  return said.length === 0
    ? `Has a linked ${name.toLowerCase()}`
    : `Linked ${name.toLowerCase()}: ${said.join(', ')}`
}
