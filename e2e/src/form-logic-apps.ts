const options = (...labels: string[]) => labels.map((label) => ({ key: label.toLowerCase(), label }))

/** A workflow of one stage, which applies whenever a record is created, opened, edited, or saved. */
export const oneStage = <Branch>(title: string, branches: Branch[]) => ({
  stages: [{ id: 'stage', title, on: ['new', 'open', 'edit', 'save', 'api'], branches }],
})

/** An app without rules: those of the first installation have some. */
export const REQUESTS = {
  key: 'request',
  acronym: 'REQ',
  name: 'Request',
  titleField: 'title',
  listColumns: ['title'],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'status', label: 'Status', type: 'selection', options: options('New', 'Closed') },
    { key: 'severity', label: 'Severity', type: 'selection', options: options('Low', 'High') },
    { key: 'source', label: 'Source', type: 'text' },
  ],
  layout: [{ title: 'Request', columns: 2, fields: ['title', 'status', 'severity', 'source'] }],
}

const GONE = '0197a000-0000-7000-8000-000000000001'
const requireSource = { id: 'require', do: 'require', fields: ['source'] }
const hideSource = { id: 'hide', do: 'hide', items: [{ field: 'source' }] }

/** Source is required while a linked record is severe. */
export const LINKED_HIGH = {
  stages: [
    {
      id: 'stage',
      title: 'Rules',
      on: ['open', 'edit'],
      branches: [
        {
          id: 'branch',
          rules: [
            {
              id: 'severe',
              when: { linked: 'cases', where: { field: 'severity', op: 'in', value: ['high'] } },
              actions: [requireSource],
              branches: [],
            },
          ],
        },
      ],
    },
  ],
}

/** Hides Source and sets Severity when a closed request is linked to cases of these severities. */
export function severeAndClosed(value: string[] = ['high']) {
  const when = {
    all: [
      { field: 'status', op: 'in', value: ['closed'] },
      { linked: 'cases', where: { field: 'severity', op: 'in', value } },
    ],
  }
  const set = { id: 'set', do: 'set', field: 'severity', to: { value: 'high' }, repeat: 'once' }
  const severe = { id: 'severe', when, actions: [hideSource, { ...set, onlyIfEmpty: false }], branches: [] }
  const branches = [{ id: 'branch', rules: [severe] }]
  return { stages: [{ id: 'stage', title: 'Rules', on: ['save'], branches }] }
}

/** An app with a rule and a layout for a role that was deleted. */
export const FORMER = {
  ...REQUESTS,
  key: 'former',
  acronym: 'FRM',
  name: 'Former',
  layouts: [{ id: 'team', name: 'Former team', roles: [GONE], sections: REQUESTS.layout }],
  workflow: {
    stages: [
      {
        id: 'stage',
        title: 'Rules',
        on: ['open'],
        branches: [
          {
            id: 'branch',
            rules: [
              {
                id: 'closed',
                when: { field: 'status', op: 'in', value: ['closed'] },
                actions: [requireSource],
                branches: [],
              },
              {
                id: 'former',
                name: 'For the former team',
                when: { actor: 'role', in: [GONE] },
                actions: [hideSource],
                branches: [],
              },
            ],
          },
        ],
      },
    ],
  },
  confirmed: true,
}

/** An app with a rule about a moment: in Lisbon, where the browser is, August begins an hour earlier than in UTC. */
export const RENEWALS = {
  key: 'renewal',
  acronym: 'REN',
  name: 'Renewal',
  titleField: 'title',
  listColumns: ['title', 'due'],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'due', label: 'Due', type: 'datetime' },
    { key: 'day', label: 'Signed on', type: 'date' },
    { key: 'note', label: 'Note', type: 'text' },
  ],
  layout: [{ title: 'Renewal', columns: 2, fields: ['title', 'due', 'day', 'note'] }],
  workflow: oneStage('Early ones', [
    {
      id: 'summer',
      rules: [
        {
          id: 'before_august',
          when: { field: 'due', op: 'lt', value: '2026-07-31T23:00:00.000Z' },
          actions: [{ id: 'hide_note', do: 'hide', items: [{ field: 'note' }] }],
          branches: [],
        },
      ],
    },
  ]),
}

const ADMINISTRATOR = '0196c3a0-0000-7000-8000-000000000001'

/** An app with a rule about a field that analysts can't read, and one about a field that they can. */
export const SEALED = {
  ...REQUESTS,
  key: 'sealed',
  acronym: 'SEA',
  name: 'Sealed',
  fields: [
    ...REQUESTS.fields,
    { key: 'informer', label: 'Informer', type: 'text', readers: [ADMINISTRATOR], writers: [ADMINISTRATOR] },
  ],
  workflow: oneStage('All', [
    {
      id: 'protected',
      rules: [
        {
          id: 'informed',
          when: { field: 'informer', op: 'notEmpty' },
          actions: [{ id: 'say', do: 'message', level: 'info', text: 'Protect the informer' }],
          branches: [],
        },
      ],
    },
    {
      id: 'done',
      rules: [
        {
          id: 'closed',
          when: { field: 'status', op: 'in', value: ['closed'] },
          actions: [hideSource],
          branches: [],
        },
      ],
    },
  ]),
}

/** An app with a rule for every record, which says nothing yet, and a field that analysts can't read. */
export const VISITS = {
  ...RENEWALS,
  key: 'visit',
  acronym: 'VIS',
  name: 'Visit',
  fields: [
    ...RENEWALS.fields,
    { key: 'host', label: 'Host', type: 'text', readers: [ADMINISTRATOR], writers: [ADMINISTRATOR] },
  ],
  workflow: oneStage('All', [
    {
      id: 'any',
      rules: [{ id: 'every', name: 'Every visit', when: { none: [] }, actions: [], branches: [] }],
    },
  ]),
}

/** An app with a rule of two conditions, and one that counts the role of the person who saves. */
export const TRIAGE = {
  ...REQUESTS,
  key: 'triage',
  acronym: 'TRI',
  name: 'Triage',
  workflow: oneStage('Rules', [
    {
      id: 'branch',
      rules: [
        {
          id: 'urgent',
          name: 'Urgent',
          when: {
            all: [
              { field: 'status', op: 'in', value: ['new'] },
              { field: 'severity', op: 'in', value: ['high'] },
            ],
          },
          actions: [requireSource, { id: 'say', do: 'message', level: 'info', text: 'Call the lead' }],
          branches: [],
        },
        {
          id: 'administrators',
          name: 'Administrators',
          when: { actor: 'role', in: [ADMINISTRATOR] },
          actions: [],
          branches: [],
        },
      ],
    },
  ]),
}
