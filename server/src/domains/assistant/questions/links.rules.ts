import { type Match, type Parse, type Rule, condition, conditionItem } from './grammar.rules.ts'
import { best } from './matches.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { assignedRule } from './nobody.rules.ts'
import { assigneeRule } from './people.rules.ts'
import type { Subject } from './subject.rules.ts'
import { openRule } from './open.rules.ts'
import { jointAt, optionRule } from './values.rules.ts'
import type { Filter } from '@caseloom/contract/filter'

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
  const matches: (Match | null)[] = []
  for (const other of world.subjects.filter(({ kind }) => kind === 'app')) {
    const link = linkTo(subject, other)
    if (link === null) continue
    matches.push(
      trackingMatch(parse, { at, lead: longestPhrase(tokens, at, ['does', 'has', 'is']), other, link }),
    )
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
  const where: Filter | undefined =
    filters.length === 0 ? undefined : filters.length === 1 ? filters[0] : { all: filters }
  const filter: Filter =
    where === undefined
      ? link.own
        ? condition(link.key, 'notEmpty')
        : { has: link.key }
      : { has: link.key, where }
  const label =
    labels.length === 0
      ? `Has a linked ${other.name.toLowerCase()}`
      : `Linked ${other.name.toLowerCase()}: ${labels.join(', ')}`
  return { length: end - at, items: [conditionItem({ field: link.key, filter, label })] }
}
