import type { PlaybookSummary } from '@caseloom/contract/automation/automation'
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
    option('running', 'Running', 'in progress', 'under way', 'active', 'still running'),
    option('waiting', 'Waiting', 'paused', 'on hold'),
    option('succeeded', 'Succeeded', 'successful', 'succeed', 'successfully', 'passed', 'worked'),
    option('failed', 'Failed', 'fail', 'failing', 'broke', 'broken', 'errored', 'crashed', 'unsuccessful'),
    option('cancelled', 'Cancelled', 'canceled'),
  ],
})
const STARTED = field('created_at', 'Started', {
  kind: 'instant',
  said: ['began', 'ran', 'launched', 'begun', 'start', 'executed', 'kicked off', 'triggered'],
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
    names: [
      'run',
      'playbook run',
      'automation run',
      'workflow run',
      'run of playbook',
      'playbook execution',
      'execution',
      'execution of playbook',
    ].map(lemmasOf),
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
      option('todo', 'To do', 'not started', 'not begun'),
      option('doing', 'Doing', 'in progress', 'started', 'being done'),
      option('blocked', 'Blocked'),
      option('done', 'Done', 'finished', 'completed', 'ticked off'),
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
    names: ['task', 'todo', 'to do', 'to dos', 'action item', 'work item', 'case task'].map(lemmasOf),
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
  'need my answer',
  'need my decision',
  'waiting for my answer',
  'waiting for my approval',
  'i need to give',
  'i must answer',
  'i must give',
  'i should answer',
  'i still have to answer',
  'i still have to give',
  'i have to give',
  'i have to decide',
  'that wait on me',
  'in my inbox',
  'my inbox',
  'addressed to me',
  'assigned to me',
  'sent to me',
  'requested from me',
]
const ANSWERED = [
  ...['', 'that ', 'which '].flatMap((which) =>
    ['responded to', 'replied to', 'answered'].flatMap((done) => [
      `${which}i ${done}`,
      `${which}i have ${done}`,
      `${which}i have already ${done}`,
      `${which}i already ${done}`,
    ]),
  ),
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
  'i rejected',
  'i already decided',
  'i have already given',
  'i have already approved',
  'i have given',
  'i have decided',
  'i have approved',
  'already answered by me',
  'decided by me',
  'i responded to',
  'i have responded to',
  'i already gave',
  'have i answered',
  'have i given',
  'did i answer',
  'did i give',
  'did i already answer',
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
  'i have requested',
  'i asked',
  'that my runs asked for',
  'my runs asked for',
  'my runs need',
  'my runs are waiting for',
  'my playbooks wait for',
  'my playbooks are waiting for',
  'requested by my runs',
  'requested by me',
  'asked by me',
  'from my own runs',
  'of runs that i started',
  'of runs i started',
  'by my runs',
  'runs of mine wait for',
]
const MUST = [
  'do i have to',
  'do i need to',
  'must i',
  'should i',
  'do i still have to',
  'do i still need to',
  'am i supposed to',
]
const WHAT_WAITS = [
  ...MUST.flatMap((must) =>
    ['approve', 'decide', 'sign off', 'answer', 'decide on'].flatMap((verb) =>
      ['', ' something', ' anything'].map((what) => `${must} ${verb}${what}`),
    ),
  ),
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
  'what is in my inbox',
  'is anyone waiting for my approval',
  'is anybody waiting for my approval',
  'is someone waiting for my approval',
  'is anyone waiting for me',
  'is someone waiting for me',
  'who is waiting for my approval',
  'who is waiting for me',
  'does anyone need my approval',
  'does anybody need my approval',
  'is there something for me to approve',
  'is there something i need to approve',
  'is there anything i need to approve',
  'is there anything i have to approve',
  'have i got anything to approve',
  'do i have anything to approve',
  'do i have something to approve',
  'what approvals do i have',
  'what do i still have to approve',
  'what decisions are waiting for me',
  'decision waiting for me',
  ...['decision', 'approval', 'answer'].flatMap((what) => [
    `request waiting for my ${what}`,
    `request are waiting for my ${what}`,
    `request that wait for my ${what}`,
  ]),
  'is any decision waiting for me',
  'anything in my inbox',
  'is anything in my inbox',
  'is there anything in my inbox',
  'anything waiting on me',
  'is anything waiting on me',
  'what is waiting on me',
  'what needs my decision',
  'what needs my answer',
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
        'not decided',
        'undecided',
        'still pending',
        'still waiting',
        'still outstanding',
        'still unanswered',
        'not yet answered',
        'not yet decided',
        'waiting for an answer',
        'unresolved',
        'not been answered',
        'not yet been answered',
      ),
      option('over', 'Over', 'decided', 'closed', 'done'),
    ],
  })
  return {
    ...EMPTY,
    kind: 'approvals',
    key: '$approval',
    name: 'Approvals',
    names: [
      'approval',
      'approval request',
      'request for approval',
      'question',
      'sign off',
      'decision request',
      'request',
      ...WHAT_WAITS,
    ].map(lemmasOf),
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
