import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const ALERT = '~4152'
const CASE = '~8296'
const alert = {
  _id: ALERT,
  _type: 'Alert',
  type: 'external',
  source: 'Caseloom',
  sourceRef: 'INC-7',
  title: 'Disk full',
  status: 'New',
  severity: 2,
}
const aCase = {
  _id: CASE,
  _type: 'Case',
  number: 12,
  title: 'Disk full',
  status: 'New',
  severity: 2,
  assignee: 'ana@example.org',
}
const observable = {
  _id: '~1230',
  _type: 'Observable',
  dataType: 'ip',
  data: '198.51.100.7',
  ioc: true,
  tags: [],
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://thehive.example.org' },
  actions: {
    'thehive.createAlert': {
      input: {
        type: 'external',
        source: 'Caseloom',
        sourceRef: 'INC-7',
        title: 'Disk full',
        description: 'On pc-7',
        severity: 2,
      },
      sends: 'POST /alert',
      body: {
        type: 'external',
        source: 'Caseloom',
        sourceRef: 'INC-7',
        title: 'Disk full',
        description: 'On pc-7',
        severity: 2,
      },
      answers: alert,
      output: { _id: ALERT },
    },
    'thehive.getAlert': {
      input: { alert: ALERT },
      sends: `GET /alert/${ALERT}`,
      answers: { ...alert, status: 'Imported', caseId: CASE },
      output: { caseId: CASE },
    },
    'thehive.addObservable': {
      input: { alert: ALERT, dataType: 'ip', data: '198.51.100.7', ioc: true },
      sends: `POST /alert/${ALERT}/observable`,
      body: { dataType: 'ip', data: '198.51.100.7', ioc: true },
      answers: [observable],
      output: [{ data: '198.51.100.7' }],
    },
    'thehive.promoteAlert': {
      input: { alert: ALERT, caseTemplate: 'Phishing' },
      sends: `POST /alert/${ALERT}/case`,
      body: { caseTemplate: 'Phishing' },
      answers: aCase,
      output: { number: 12 },
    },
    'thehive.createCase': {
      input: { title: 'Disk full', description: 'On pc-7', tags: ['disk'] },
      sends: 'POST /case',
      body: { title: 'Disk full', description: 'On pc-7', tags: ['disk'] },
      answers: aCase,
      output: { _id: CASE },
    },
    'thehive.getCase': {
      input: { case: '12' },
      sends: 'GET /case/12',
      answers: aCase,
      output: { number: 12 },
    },
    'thehive.updateCase': {
      input: { case: '12', status: 'TruePositive', summary: 'Cleaned' },
      sends: 'PATCH /case/12',
      body: { status: 'TruePositive', summary: 'Cleaned' },
      answers: null,
    },
    'thehive.comment': {
      input: { case: '12', message: 'Cleaned' },
      sends: 'POST /case/12/comment',
      body: { message: 'Cleaned' },
      answers: { _id: '~99', message: 'Cleaned', createdBy: 'ana', createdAt: 1_795_190_400_000 },
      output: { message: 'Cleaned' },
    },
    'thehive.findObservables': {
      input: { data: '198.51.100.7' },
      sends: 'POST /query?name=observables',
      body: {
        query: [
          { _name: 'listObservable' },
          { _name: 'filter', _eq: { _field: 'data', _value: '198.51.100.7' } },
          { _name: 'page', from: 0, to: 100 },
        ],
      },
      answers: [observable],
      output: [{ dataType: 'ip' }],
    },
  },
}
