import { type Item, type Parse, type Rule, condition, conditionItem } from './grammar.rules.ts'
import { longestPhrase } from './names.rules.ts'
import type { Filter } from '@caseloom/contract/values/filter'
import { negationAt } from './negations.rules.ts'

const NONE = ['nobody', 'no one', 'no analyst', 'none of us', 'not anyone|anybody']
const NONE_VERBS = [
  'is assigned to?',
  'is working on',
  'works|worked on',
  'owns|owned|has|took|takes|claimed|claims|handles|got',
  'has taken|claimed|owned|grabbed|started',
  'has picked up',
  'picked|picks up',
  'is on',
  'is handling',
  'is responsible for',
  'has been assigned to?',
  'has been working on',
]

const UNASSIGNED = [
  ...NONE.flatMap((none) => NONE_VERBS.map((verb) => `that|which? ${none} ${verb} yet?`)),
  ...NONE.flatMap((none) => [
    `assigned to ${none}`,
    `owned by ${none}`,
    `belong|belongs|belonging to ${none}`,
    `with ${none} assigned|on|working`,
    `with ${none} assigned to it|them`,
    `with ${none} on it|them`,
    `with ${none} working on it|them`,
    `have|has ${none} assigned`,
  ]),
  'unassigned',
  'unowned',
  'unclaimed',
  'ownerless',
  'orphaned',
  'up for grabs',
  'free to take',
  'still free',
  'not yet? been? assigned|taken|claimed',
  'not yet? been? picked up',
  'not yet? been? assigned to anyone|anybody|someone|somebody',
  'not yet? been? picked up by anyone|anybody|someone',
  'not owned by anyone|anybody|someone',
  'has|have not been? assigned|taken|claimed yet?',
  'has|have not been? picked up yet?',
  'has|have not been picked up by anyone|anybody yet?',
  'without an? assignee|owner|analyst|handler',
  'without anyone|anybody assigned',
  'without anyone|anybody on it|them',
  'with no assignee|owner|analyst|handler',
  'has|have no assignee|owner|analyst|handler',
  'has|have no assignee|owner yet',
  'no assignee|owner|analyst|handler',
  'missing|lacking|lack|lacks|need|needs an? assignee|owner',
  'do|does not have an? assignee|owner|analyst',
  'not assigned to anyone|anybody|someone|somebody',
  'waiting for an? assignee|owner',
  'waiting to be assigned|picked',
  'yet to be assigned',
  'in need of an owner',
  'assignee|owner is empty|nobody|none|unset|blank',
  'where the? assignee|owner is empty|nobody|none|missing',
  'whose assignee|owner is empty|nobody|missing',
].map((phrase) => phrase.replaceAll(/\s+/g, ' ').trim())

const ONE = ['someone', 'somebody', 'anyone', 'anybody']
const ASSIGNED = [
  'assigned',
  ...ONE.flatMap((one) => [
    `assigned to ${one}`,
    `owned by ${one}`,
    `that? ${one} is working on`,
    `that? ${one} is handling`,
    `that? ${one} works on`,
    `that? ${one} owns|took|claimed`,
    `that? ${one} has taken|claimed`,
    `that? ${one} has picked up`,
    `that? ${one} picked up`,
    `taken|claimed|handled by ${one}`,
    `picked up by ${one}`,
    `belonging to ${one}`,
  ]),
  'with an assignee|owner',
  'have|has an assignee|owner',
  'not unassigned',
  'not without an? owner|assignee',
  'that have been assigned',
  'have|has been assigned|taken|claimed',
  'already assigned|taken|claimed|owned',
  'already picked up',
]
const BUT = ['but|except me', 'other than me', 'but|except myself', 'besides me']
const NOT_ME = [
  'owned|assigned to? by? anyone|anybody|everyone|everybody|someone',
  'anyone|anybody|everyone|everybody',
  'not',
].flatMap((lead) => (lead === 'not' ? [] : BUT.map((but) => `${lead} ${but}`)))
const OTHERS = [
  'assigned to someone|somebody|anyone else',
  'owned|handled|taken by someone|somebody|anyone|others else?',
  'assigned to others',
  'assigned to other people|analysts|colleagues',
  'owned by other people|analysts|colleagues',
  'somebody|someone else has|owns|took',
  'somebody|someone else is working on',
  'somebody|someone else is handling',
  'belonging to someone|somebody else',
  'belonging to others',
]

/** "That no one has" is about the assignee; "that no one has updated" is not. */
function unlessMore(tokens: Parse['tokens'], at: number, length: number): number {
  const [last, next] = [tokens[at + length - 1], tokens[at + length]]
  return length > 0 && last?.text === 'has' && next !== undefined && next.text.endsWith('ed') ? 0 : length
}

/** Whether it has an assignee: `unassigned`, `that no one owns`, `assigned to someone else`. */
export const assignedRule: Rule = ({ tokens, subject }, at) => {
  const field = subject.assignee
  if (field === null) return null
  const say = (filter: Filter, label: string): Item => conditionItem({ field: field.key, filter, label })
  const unassigned = unlessMore(tokens, at, longestPhrase(tokens, at, UNASSIGNED))
  const assigned = longestPhrase(tokens, at, ASSIGNED)
  const negation = negationAt({ tokens }, at)
  const denied =
    negation === 0
      ? 0
      : longestPhrase(tokens, at + negation, ['unassigned|unowned|unclaimed|ownerless|orphaned'])
  const others = longestPhrase(tokens, at, OTHERS)
  const notMe = longestPhrase(tokens, at, NOT_ME)
  const notYou = say(condition(field.key, 'notIn', ['me']), `${field.label} is not you`)
  if (denied > 0 && negation + denied > assigned)
    return { length: negation + denied, items: [say(condition(field.key, 'notEmpty'), 'Assigned')] }
  if (notMe > assigned && notMe > 1) return { length: notMe, items: [notYou] }
  if (others > 0 && others >= assigned)
    return {
      length: others,
      items: [say(condition(field.key, 'notEmpty'), `${field.label} is not empty`), notYou],
    }
  if (unassigned > 0 && unassigned >= assigned)
    return { length: unassigned, items: [say(condition(field.key, 'empty'), 'Unassigned')] }
  return assigned === 0
    ? null
    : { length: assigned, items: [say(condition(field.key, 'notEmpty'), 'Assigned')] }
}
