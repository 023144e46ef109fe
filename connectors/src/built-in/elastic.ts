import { manifest } from '../kit/manifest.ts'
import { address, anything, input, items, NUMBER, part, TEXT, text, whole } from './schema.ts'

const errors = { message: ['error.reason', 'error.root_cause.0.reason', 'error'] }
const index = text('Index', 'Name or pattern, for example logs-*')
const id = text('Document', 'Document ID')
const query = anything('Query', 'Query DSL, for example {"match": {"host.name": "pc-7"}}')
const written = part({ _index: TEXT, _id: TEXT, result: TEXT, _version: NUMBER })

/** Elasticsearch. */
export const elastic = manifest({
  key: 'elastic',
  title: 'Elasticsearch',
  description: 'Searches and writes Elasticsearch documents.',
  vendor: 'Elastic',
  categories: ['logs'],
  icon: 'database-search',
  version: '1.0.0',
  docs: 'https://www.elastic.co/docs/api/doc/elasticsearch/',
  settings: input({ baseUrl: address('Address', 'https://elastic.example.org:9200') }, ['baseUrl']),
  base: '{settings.baseUrl}',
  auth: [
    { kind: 'apiKey', in: 'header', name: 'Authorization', prefix: 'ApiKey', hint: 'Encoded API key' },
    { kind: 'basic' },
  ],
  test: { method: 'GET', path: '/_security/_authenticate' },
  actions: [
    {
      name: 'elastic.search',
      title: 'Search documents',
      input: input(
        {
          index,
          query,
          size: whole('Limit', 'Maximum number of documents; default 10', { minimum: 0, maximum: 10_000 }),
          sort: {
            title: 'Order',
            type: 'array',
            items: { type: 'object' },
            description: 'For example [{"@timestamp": "desc"}]',
          },
          aggs: anything('Aggregations'),
          _source: { title: 'Fields', type: 'array', items: { type: 'string' } },
        },
        ['index'],
      ),
      request: {
        method: 'POST',
        path: '/{index}/_search',
        query: { ignore_unavailable: 'true' },
        body: {},
      },
      response: {
        output: part({
          took: NUMBER,
          hits: part({
            total: part({ value: NUMBER, relation: TEXT }),
            hits: items(part({ _id: TEXT, _index: TEXT, _source: { type: 'object' } })),
          }),
          aggregations: { type: 'object' },
        }),
        errors,
      },
      idempotent: true,
    },
    {
      name: 'elastic.esql',
      title: 'Search with ES|QL',
      input: input(
        { query: text('Query', 'For example FROM logs-* | WHERE host.name == "pc-7" | LIMIT 10') },
        ['query'],
      ),
      request: { method: 'POST', path: '/_query', body: {} },
      response: {
        output: part({ columns: items(part({ name: TEXT, type: TEXT })), values: items({ type: 'array' }) }),
        errors,
      },
      idempotent: true,
    },
    {
      name: 'elastic.count',
      title: 'Count documents',
      input: input({ index, query }, ['index']),
      request: { method: 'POST', path: '/{index}/_count', body: {} },
      response: { output: part({ count: NUMBER }), errors },
      idempotent: true,
    },
    {
      name: 'elastic.getDocument',
      title: 'Get a document',
      input: input({ index, id }, ['index', 'id']),
      request: { method: 'GET', path: '/{index}/_doc/{id}' },
      response: { output: part({ _id: TEXT, _source: { type: 'object' } }), errors },
    },
    {
      name: 'elastic.putDocument',
      title: 'Write a document',
      description: 'Creates a document or replaces the one with this ID.',
      input: input({ index, id, document: anything('Document') }, ['index', 'id', 'document']),
      request: { method: 'PUT', path: '/{index}/_doc/{id}', body: { value: '{document}' } },
      response: { output: written, errors },
    },
    {
      name: 'elastic.updateDocument',
      title: 'Update a document',
      input: input({ index, id, fields: anything('Fields') }, ['index', 'id', 'fields']),
      request: { method: 'POST', path: '/{index}/_update/{id}', body: { value: { doc: '{fields}' } } },
      response: { output: written, errors },
      idempotent: true,
    },
    {
      name: 'elastic.deleteDocument',
      title: 'Delete a document',
      input: input({ index, id }, ['index', 'id']),
      request: { method: 'DELETE', path: '/{index}/_doc/{id}' },
      response: { output: written, errors },
    },
  ],
})
