import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const query = { match: { 'host.name': 'pc-7' } }
const written = { _index: 'cases', _id: '7', _version: 2, result: 'updated' }

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://elastic.example.org:9200/es' },
  actions: {
    'elastic.search': {
      input: { index: 'logs-*', query, size: 5, sort: [{ '@timestamp': 'desc' }] },
      sends: 'POST /logs-*/_search?ignore_unavailable=true',
      body: { query, size: 5, sort: [{ '@timestamp': 'desc' }] },
      answers: {
        took: 3,
        timed_out: false,
        hits: {
          total: { value: 1, relation: 'eq' },
          hits: [{ _index: 'logs-1', _id: 'a', _score: 1, _source: { message: 'denied' } }],
        },
      },
      output: { hits: { hits: [{ _source: { message: 'denied' } }] } },
    },
    'elastic.esql': {
      input: { query: 'FROM logs-* | LIMIT 1' },
      sends: 'POST /_query',
      body: { query: 'FROM logs-* | LIMIT 1' },
      answers: { columns: [{ name: 'message', type: 'keyword' }], values: [['denied']] },
      output: { values: [['denied']] },
    },
    'elastic.count': {
      input: { index: 'logs-*', query },
      sends: 'POST /logs-*/_count',
      body: { query },
      answers: { count: 12, _shards: {} },
      output: { count: 12 },
    },
    'elastic.getDocument': {
      input: { index: 'cases', id: 'a/b' },
      sends: 'GET /cases/_doc/a%2Fb',
      answers: { _index: 'cases', _id: 'a/b', found: true, _source: { title: 'One' } },
      output: { _source: { title: 'One' } },
    },
    'elastic.putDocument': {
      input: { index: 'cases', id: '7', document: { title: 'One' } },
      sends: 'PUT /cases/_doc/7',
      body: { title: 'One' },
      answers: written,
      output: { result: 'updated' },
    },
    'elastic.updateDocument': {
      input: { index: 'cases', id: '7', fields: { title: 'Two' } },
      sends: 'POST /cases/_update/7',
      body: { doc: { title: 'Two' } },
      answers: written,
    },
    'elastic.deleteDocument': {
      input: { index: 'cases', id: '7' },
      sends: 'DELETE /cases/_doc/7',
      answers: { ...written, result: 'deleted' },
      output: { result: 'deleted' },
    },
  },
}
