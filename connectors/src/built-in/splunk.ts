import { manifest } from '../kit/manifest.ts'
import { address, anything, input, items, MAYBE, NUMBER, part, TEXT, text, whole } from './schema.ts'

const errors = { message: ['messages.0.text'] }
const job = text('Search job', 'Search ID (sid)')
const JSON_MODE = { output_mode: 'json' }

/** Splunk Enterprise and Splunk Cloud, by the management port. */
export const splunk = manifest({
  key: 'splunk',
  title: 'Splunk',
  description: 'Runs searches and sends events.',
  vendor: 'Splunk',
  categories: ['logs'],
  icon: 'file-search',
  version: '1.0.0',
  docs: 'https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTprolog',
  settings: input({ baseUrl: address('Management address', 'https://splunk.example.org:8089') }, ['baseUrl']),
  base: '{settings.baseUrl}',
  auth: [
    { kind: 'bearer', hint: 'Authentication token of a user with permission to search' },
    { kind: 'basic' },
  ],
  test: { method: 'GET', path: '/services/authentication/current-context', query: JSON_MODE },
  actions: [
    {
      name: 'splunk.search',
      title: 'Search and wait',
      description: 'Runs a short search and waits for its results.',
      input: input(
        {
          search: text('Search', 'SPL that starts with search or a |, for example search index=main error'),
          earliest: text('From', 'For example -24h'),
          latest: text('Until', 'For example now'),
          count: whole('Limit', 'Maximum number of results; default 100', { minimum: 1, maximum: 50_000 }),
        },
        ['search'],
      ),
      request: {
        method: 'POST',
        path: '/services/search/jobs',
        body: {
          type: 'form',
          value: {
            search: '{search}',
            earliest_time: '{earliest}',
            latest_time: '{latest}',
            max_count: '{count}',
            exec_mode: 'oneshot',
            output_mode: 'json',
          },
        },
      },
      response: { pick: 'results', output: items({ type: 'object' }), errors },
      idempotent: true,
      timeoutMs: 300_000,
    },
    {
      name: 'splunk.startSearch',
      title: 'Start a search',
      description: 'For long searches: returns a search job to query later.',
      input: input({ search: text('Search', 'SPL'), earliest: text('From'), latest: text('Until') }, [
        'search',
      ]),
      request: {
        method: 'POST',
        path: '/services/search/jobs',
        body: {
          type: 'form',
          value: {
            search: '{search}',
            earliest_time: '{earliest}',
            latest_time: '{latest}',
            output_mode: 'json',
          },
        },
      },
      response: { output: part({ sid: TEXT }), errors },
    },
    {
      name: 'splunk.getSearch',
      title: 'Get the state of a search',
      input: input({ job }, ['job']),
      request: { method: 'GET', path: '/services/search/jobs/{job}', query: JSON_MODE },
      response: {
        pick: 'entry.0.content',
        output: part({ isDone: { type: ['boolean', 'string'] }, dispatchState: TEXT, resultCount: NUMBER }),
        errors,
      },
    },
    {
      name: 'splunk.getResults',
      title: 'Get the results of a search',
      input: input({ job, count: whole('Limit', '0 for all; default 100', { minimum: 0 }) }, ['job']),
      request: {
        method: 'GET',
        path: '/services/search/v2/jobs/{job}/results',
        query: { ...JSON_MODE, count: '{count}' },
      },
      response: { pick: 'results', output: items({ type: 'object' }), errors },
      timeoutMs: 120_000,
    },
    {
      name: 'splunk.sendEvent',
      title: 'Send an event',
      description: 'Adds an event to an index through the management port.',
      input: input(
        {
          event: anything('Event'),
          index: text('Index'),
          source: text('Source'),
          sourcetype: text('Source type'),
        },
        ['event', 'index'],
      ),
      request: {
        method: 'POST',
        path: '/services/receivers/simple',
        query: { index: '{index}', source: '{source}', sourcetype: '{sourcetype}', output_mode: 'json' },
        body: { value: '{event}' },
      },
      response: { output: { type: ['object', 'string'] }, errors },
    },
    {
      name: 'splunk.listAlerts',
      title: 'List fired alerts',
      input: input({ count: whole('Limit', 'Default 30', { minimum: 1, maximum: 1_000 }) }),
      request: {
        method: 'GET',
        path: '/services/alerts/fired_alerts',
        query: { ...JSON_MODE, count: '{count}' },
      },
      response: {
        pick: 'entry',
        output: items(part({ name: TEXT, id: TEXT, updated: MAYBE, content: { type: 'object' } })),
        errors,
      },
    },
  ],
})
