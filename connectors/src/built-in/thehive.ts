import { manifest } from '../kit/manifest.ts'
import {
  address,
  choice,
  flag,
  input,
  items,
  list,
  MAYBE,
  NUMBER,
  part,
  TEXT,
  text,
  whole,
} from './schema.ts'

const errors = { message: ['message'] }
const alert = text('Alert', 'ID, for example ~123456')
const caseId = text('Case', 'ID or number')
const level = (title: string, of: string) => whole(title, of, { minimum: 0, maximum: 4 })
const severity = whole('Severity', '1 low, 2 medium, 3 high, 4 critical', { minimum: 1, maximum: 4 })
const tlp = level('TLP', '0 clear, 1 green, 2 amber, 3 amber strict, 4 red')
const pap = level('PAP', '0 clear, 1 green, 2 amber, 3 red')
const tags = list('Tags', { type: 'string' })
const title = text('Title')
const description = text('Text', 'Markdown')
const alertPart = part({
  _id: TEXT,
  type: TEXT,
  source: TEXT,
  sourceRef: TEXT,
  title: TEXT,
  status: TEXT,
  severity: NUMBER,
  caseId: MAYBE,
})
const casePart = part({
  _id: TEXT,
  number: NUMBER,
  title: TEXT,
  status: TEXT,
  severity: NUMBER,
  assignee: MAYBE,
})
const observable = part({
  _id: TEXT,
  dataType: TEXT,
  data: MAYBE,
  ioc: { type: 'boolean' },
  tags: items(TEXT),
})

/** TheHive 5, version 1 of its interface. */
export const thehive = manifest({
  key: 'thehive',
  title: 'TheHive',
  description: 'Creates alerts and cases, and finds observables.',
  vendor: 'StrangeBee',
  categories: ['case management'],
  icon: 'ticket',
  version: '1.0.0',
  docs: 'https://docs.strangebee.com/thehive/api-docs/',
  settings: input({ baseUrl: address('TheHive address', 'https://thehive.example.org') }, ['baseUrl']),
  base: '{settings.baseUrl}/api/v1',
  auth: [{ kind: 'bearer', hint: 'API key of a TheHive user' }],
  test: { method: 'GET', path: '/user/current' },
  actions: [
    {
      name: 'thehive.createAlert',
      title: 'Create an alert',
      description: 'Type, source, and reference together must be unique.',
      input: input(
        {
          type: text('Type', 'For example external'),
          source: text('Source', 'For example Caseloom'),
          sourceRef: text('Reference', 'For example the case number'),
          title,
          description,
          severity,
          tlp,
          pap,
          tags,
          externalLink: text('Link'),
        },
        ['type', 'source', 'sourceRef', 'title', 'description'],
      ),
      request: { method: 'POST', path: '/alert', body: {} },
      response: { output: alertPart, errors },
    },
    {
      name: 'thehive.getAlert',
      title: 'Get an alert',
      input: input({ alert }, ['alert']),
      request: { method: 'GET', path: '/alert/{alert}' },
      response: { output: alertPart, errors },
    },
    {
      name: 'thehive.addObservable',
      title: 'Add an observable to an alert',
      input: input(
        {
          alert,
          dataType: text('Type', 'For example ip, domain, url, or hash'),
          data: text('Value'),
          message: text('Description'),
          ioc: flag('Indicator of compromise'),
          sighted: flag('Sighted'),
          tlp,
          tags,
        },
        ['alert', 'dataType', 'data'],
      ),
      request: { method: 'POST', path: '/alert/{alert}/observable', body: {} },
      response: { output: items(observable), errors },
    },
    {
      name: 'thehive.promoteAlert',
      title: 'Create a case from an alert',
      input: input({ alert, caseTemplate: text('Case template', 'Name of the template') }, ['alert']),
      request: { method: 'POST', path: '/alert/{alert}/case', body: {} },
      response: { output: casePart, errors },
    },
    {
      name: 'thehive.createCase',
      title: 'Create a case',
      input: input(
        {
          title,
          description,
          severity,
          tlp,
          pap,
          tags,
          assignee: text('Assignee', 'Login of the user'),
          caseTemplate: text('Case template', 'Name of the template'),
        },
        ['title', 'description'],
      ),
      request: { method: 'POST', path: '/case', body: {} },
      response: { output: casePart, errors },
    },
    {
      name: 'thehive.getCase',
      title: 'Get a case',
      input: input({ case: caseId }, ['case']),
      request: { method: 'GET', path: '/case/{case}' },
      response: { output: casePart, errors },
    },
    {
      name: 'thehive.updateCase',
      title: 'Update a case',
      description: 'Updates its status, severity, assignee, or summary.',
      input: input(
        {
          case: caseId,
          status: choice('Status', [
            'New',
            'InProgress',
            'Indeterminate',
            'FalsePositive',
            'TruePositive',
            'Other',
            'Duplicated',
          ]),
          severity,
          assignee: text('Assignee', 'Login of the user'),
          summary: text('Summary'),
          addTags: list('Tags to add', { type: 'string' }),
        },
        ['case'],
      ),
      request: { method: 'PATCH', path: '/case/{case}', body: {} },
      response: { output: { type: ['object', 'null'] }, errors },
      idempotent: true,
    },
    {
      name: 'thehive.comment',
      title: 'Comment on a case',
      input: input({ case: caseId, message: text('Text', 'Markdown') }, ['case', 'message']),
      request: { method: 'POST', path: '/case/{case}/comment', body: {} },
      response: { output: part({ _id: TEXT, message: TEXT, createdAt: NUMBER }), errors },
    },
    {
      name: 'thehive.findObservables',
      title: 'Find observables by value',
      description: 'Returns up to 100 observables of cases and alerts that have this value.',
      input: input({ data: text('Value', 'Exactly as it is in TheHive') }, ['data']),
      request: {
        method: 'POST',
        path: '/query',
        query: { name: 'observables' },
        body: {
          value: {
            query: [
              { _name: 'listObservable' },
              { _name: 'filter', _eq: { _field: 'data', _value: '{data}' } },
              { _name: 'page', from: 0, to: 100 },
            ],
          },
        },
      },
      response: { output: items(observable), errors },
      idempotent: true,
    },
  ],
})
