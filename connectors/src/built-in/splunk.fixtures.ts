import type { ConnectorFixtures } from '../kit/conformance-run.ts'

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://splunk.example.org:8089' },
  actions: {
    'splunk.search': {
      input: { search: 'search index=main error', earliest: '-24h', count: 10 },
      sends: 'POST /services/search/jobs',
      body: 'search=search+index%3Dmain+error&earliest_time=-24h&max_count=10&exec_mode=oneshot&output_mode=json',
      answers: { preview: false, results: [{ host: 'pc-7' }], fields: [{ name: 'host' }] },
      output: [{ host: 'pc-7' }],
    },
    'splunk.startSearch': {
      input: { search: 'search index=main' },
      sends: 'POST /services/search/jobs',
      body: 'search=search+index%3Dmain&output_mode=json',
      answers: { sid: '1732118000.7' },
      output: { sid: '1732118000.7' },
    },
    'splunk.getSearch': {
      input: { job: '1732118000.7' },
      sends: 'GET /services/search/jobs/1732118000.7?output_mode=json',
      answers: { entry: [{ content: { isDone: true, dispatchState: 'DONE', resultCount: 3 } }] },
      output: { isDone: true },
    },
    'splunk.getResults': {
      input: { job: '1732118000.7', count: 0 },
      sends: 'GET /services/search/v2/jobs/1732118000.7/results?output_mode=json&count=0',
      answers: { results: [{ host: 'pc-7' }] },
      output: [{ host: 'pc-7' }],
    },
    'splunk.sendEvent': {
      input: { event: { what: 'closed' }, index: 'cases', sourcetype: '_json' },
      sends: 'POST /services/receivers/simple?index=cases&sourcetype=_json&output_mode=json',
      body: { what: 'closed' },
      answers: { index: 'cases', bytes: 17 },
    },
    'splunk.listAlerts': {
      input: { count: 5 },
      sends: 'GET /services/alerts/fired_alerts?output_mode=json&count=5',
      answers: {
        entry: [
          { name: 'Brute force', id: 'https://splunk/1', updated: '2026-11-20T16:10:00Z', content: {} },
        ],
      },
      output: [{ name: 'Brute force' }],
    },
  },
}
