import { condition, conditionItem, type Item, type Parse, type Rule } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'

const OVERDUE = [
  'overdue',
  'past due',
  'over due',
  'late',
  'past their|its? due date|dates?',
  'past the? deadline',
  'that? are|is late|overdue',
  'that? should have been done',
  'behind schedule',
]
const OPEN = [
  'open',
  'left',
  'remaining',
  'outstanding',
  'unfinished',
  'still open|outstanding|left|unfinished',
  'not yet? done|finished|completed',
  'still to do',
  'to do',
  'left to do',
  'incomplete',
  'undone',
  'pending',
]

/** Asks for the asker's own tasks without using the word. */
const WHAT_TO_DO = [
  'what do i have to do',
  'what do i still? need to do',
  'what do i still have to do',
  'what is on my to? do|todo list',
  'my to? do|todo list',
  'what is left for me to do',
  'what is left to do for me',
  'what should i be doing',
]

/** Whether a question asks for one's tasks without naming them. */
export function asksWhatToDo(tokens: Parse['tokens']): boolean {
  return longestPhrase(tokens, 0, WHAT_TO_DO) > 0
}

/** Tasks: `overdue`, `left`, `in CAS-1`. */
export const taskRule: Rule = ({ tokens, subject, world }, at) => {
  if (subject.kind !== 'tasks') return null
  const mine = longestPhrase(tokens, at, WHAT_TO_DO)
  if (mine > 0 && subject.assignee !== null)
    return {
      length: mine,
      items: [
        { kind: 'noun', plural: true },
        conditionItem({
          field: subject.assignee.key,
          filter: condition(subject.assignee.key, 'in', ['me']),
          label: `${subject.assignee.label} is you`,
        }),
      ],
    }
  const late = longestPhrase(tokens, at, OVERDUE)
  if (late > 0) {
    const filter = condition('due', 'lt', 'now')
    return { length: late, items: [conditionItem({ field: 'due', filter, label: 'Overdue' })] }
  }
  // The list of tasks holds those that are open: saying so adds nothing.
  const open = longestPhrase(tokens, at, OPEN)
  if (open > 0 && subject.status !== null) return { length: open, items: [openItem()] }
  const lead = longestPhrase(tokens, at, [
    'in|of|for|on|under|from|within|inside the?',
    'belonging to',
    'linked to',
    'attached to',
    'does',
  ])
  const noun = Math.max(
    0,
    ...world.subjects
      .filter(({ kind }) => kind === 'app')
      .map(({ names }) => longestName(tokens, at + lead, names)),
  )
  const token = tokens[at + lead + noun]
  if (token?.kind !== 'tracking') return null
  const isOwn = world.subjects.some(({ acronym }) => acronym !== '' && token.text.startsWith(`${acronym}-`))
  if (!isOwn) return null
  const has = longestPhrase(tokens, at + lead + noun + 1, ["'s", 'have', 'has'])
  const filter = condition('record', 'in', [token.text])
  const item = conditionItem({ field: 'record', filter, label: `Record is ${token.text}` })
  return { length: lead + noun + 1 + has, items: [item] }
}

function openItem(): Item {
  const filter = condition('state', 'notIn', ['done', 'skipped'])
  return conditionItem({
    field: 'state',
    filter,
    label: 'Open',
    options: { keys: ['done', 'skipped'], negative: true },
  })
}
