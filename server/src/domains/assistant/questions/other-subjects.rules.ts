import type { PlaybookSummary } from '@caseloom/contract/automation'
import type { Subject, SubjectField, SubjectOption } from './subject.rules.ts'
import { lemmasOf } from './tokens.rules.ts'

function option(key: string, label: string, ...names: readonly string[]): SubjectOption {
  return { key, label, names: [label, ...names].map(lemmasOf) }
}

function field(
  key: string,
  label: string,
  rest: Partial<SubjectField> & { said?: readonly string[] },
): SubjectField {
  const { said = [], ...over } = rest
  return { key, label, kind: 'option', options: [], ...over, names: [label, ...said].map(lemmasOf) }
}

const RUN_STATE = field('state', 'State', {
  display: 'state',
  said: ['status'],
  options: [
    option('queued', 'Queued'),
    option('running', 'Running', 'in progress', 'under way'),
    option('waiting', 'Waiting'),
    option('succeeded', 'Succeeded', 'successful', 'succeed'),
    option('failed', 'Failed', 'fail', 'failing', 'broke'),
    option('cancelled', 'Cancelled', 'canceled'),
  ],
})
const STARTED = field('created_at', 'Started', {
  kind: 'instant',
  said: ['began', 'ran', 'launched', 'begun', 'start'],
})

/** Runs of playbooks, as questions see them. */
export function runsSubject(playbooks: readonly Pick<PlaybookSummary, 'id' | 'key' | 'title'>[]): Subject {
  const startedBy = field('started_by', 'Started by', { kind: 'user', said: ['launched by', 'run by'] })
  const playbook = field('playbook', 'Playbook', {
    said: ['workflow'],
    options: playbooks.map((one) => playbookOption(one, playbooks)),
  })
  return {
    ...EMPTY,
    kind: 'runs',
    key: '$run',
    name: 'Runs',
    names: ['run', 'playbook run', 'automation run', 'workflow run'].map(lemmasOf),
    fields: [RUN_STATE, playbook, STARTED, startedBy],
    assignee: startedBy,
  }
}

const EMPTY: Subject = {
  kind: 'runs',
  id: '',
  key: '',
  name: '',
  acronym: '',
  titleField: '',
  timeField: 'created_at',
  names: [],
  fields: [],
  assignee: null,
  status: null,
  closed: [],
}

/** A playbook by its title, its key, and what of the title no other one has. */
function playbookOption(
  { id, key, title }: Pick<PlaybookSummary, 'id' | 'key' | 'title'>,
  all: readonly Pick<PlaybookSummary, 'key' | 'title'>[],
): SubjectOption {
  const words = lemmasOf(title)
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  const parts = words.length < 3 ? [] : [[first, last], words.slice(0, -1), words.slice(1)]
  const own = parts.filter((part) =>
    all.every((other) => other.key === key || !part.every((word) => lemmasOf(other.title).includes(word))),
  )
  return { key: id, label: title, names: [words, lemmasOf(key.replaceAll(/[-_]/g, ' ')), ...own] }
}

/** Tasks of records. */
export function tasksSubject(): Subject {
  const assignee = field('assignee', 'Assignee', { kind: 'user', said: ['owner'] })
  const state = field('state', 'State', {
    display: 'state',
    said: ['status'],
    options: [
      option('todo', 'To do'),
      option('doing', 'Doing', 'in progress'),
      option('blocked', 'Blocked'),
      option('done', 'Done', 'finished', 'completed'),
      option('skipped', 'Skipped'),
    ],
  })
  const required = field('required', 'Required', {
    options: [option('true', 'Required', 'mandatory'), option('false', 'Optional')],
  })
  const due = field('due', 'Due', { kind: 'instant', said: ['due date', 'deadline'] })
  return {
    ...EMPTY,
    kind: 'tasks',
    key: '$task',
    name: 'Tasks',
    timeField: 'due',
    names: ['task', 'todo', 'to do'].map(lemmasOf),
    fields: [state, required, due, assignee, field('record', 'Record', { kind: 'text' })],
    assignee,
    status: state,
    closed: ['done', 'skipped'],
  }
}

const MINE = [
  'mine',
  'my',
  'for me',
  'waiting for me',
  'waiting on me',
  'that wait for me',
  'assigned to me',
  'i have to answer',
  'i need to answer',
  'i must decide',
  'on my plate',
  'do i have',
  'i have',
  'for my decision',
  'waiting for my decision',
  'that need me',
]
const ANSWERED = [
  'i answered',
  'i already answered',
  'i have answered',
  'i have already answered',
  'answered by me',
  'i approved',
  'i already approved',
  'i decided',
  'i gave',
  'that i answered',
]
const STARTED_BY_ME = [
  'asked by my runs',
  'my runs asked',
  'of my runs',
  'from my runs',
  'i started',
  'asked by runs i started',
  'i asked for',
  'i am waiting for',
  'that i started',
  'my runs wait for',
  'i requested',
]
const WHAT_WAITS = [
  'what is waiting for me',
  'what waits for me',
  'anything waiting for me',
  'is anything waiting for me',
  'what do i need to approve',
  'what do i have to approve',
  'do i need to approve anything',
  'do i have to approve anything',
  'anything i need to approve',
  'anything to approve',
  'what needs my approval',
  'does anything need my approval',
  'anything waiting for my approval',
  'is anything waiting for my approval',
  'what is waiting for my approval',
  'what should i approve',
  'is there anything to approve',
  'is there anything for me to approve',
  'what am i supposed to approve',
]

/** Questions of runs to people. */
export function approvalsSubject(): Subject {
  const box = field('box', 'Waiting for', {
    options: [
      option('mine', 'You', ...MINE),
      option('answered', 'Answered by you', ...ANSWERED),
      option('started', 'Asked by your runs', ...STARTED_BY_ME),
    ],
  })
  const state = field('state', 'State', {
    display: 'state',
    options: [
      option(
        'open',
        'Open',
        'pending',
        'waiting',
        'outstanding',
        'unanswered',
        'still open',
        'not answered',
        'undecided',
      ),
      option('over', 'Over', 'decided', 'closed', 'done'),
    ],
  })
  return {
    ...EMPTY,
    kind: 'approvals',
    key: '$approval',
    name: 'Approvals',
    names: ['approval', 'approval request', 'request for approval', 'question', ...WHAT_WAITS].map(lemmasOf),
    fields: [state, box],
  }
}

/** The playbooks themselves. */
export function playbooksSubject(): Subject {
  const state = field('state', 'State', {
    display: 'state',
    options: [
      option('published', 'Published', 'live'),
      option('draft', 'Unpublished', 'not published', 'never published'),
    ],
  })
  return {
    ...EMPTY,
    kind: 'playbooks',
    key: '$playbook',
    name: 'Playbooks',
    names: ['playbook'].map(lemmasOf),
    fields: [state],
  }
}
