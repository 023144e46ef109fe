import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const attribute = {
  id: '11',
  event_id: '5',
  type: 'ip-dst',
  category: 'Network activity',
  value: '198.51.100.7',
  to_ids: true,
  comment: 'C2',
}
const event = {
  id: '5',
  uuid: 'a2f1c1de-0000-4000-8000-000000000005',
  info: 'Phishing',
  threat_level_id: '2',
  published: false,
  date: '2026-11-20',
}

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://misp.example.org' },
  actions: {
    'misp.lookUp': {
      input: { value: '198.51.100.7' },
      sends: 'POST /attributes/restSearch',
      body: { returnFormat: 'json', value: '198.51.100.7', includeEventTags: true, limit: 50 },
      answers: { response: { Attribute: [attribute] } },
      output: {
        verdict: 'malicious',
        score: null,
        summary: 'ip-dst C2',
        link: 'https://misp.example.org/events/view/5',
      },
    },
    'misp.searchAttributes': {
      input: { type: 'ip-dst', last: '7d', limit: 10 },
      sends: 'POST /attributes/restSearch',
      body: { returnFormat: 'json', type: 'ip-dst', last: '7d', limit: 10 },
      answers: { response: { Attribute: [attribute] } },
      output: [{ id: '11' }],
    },
    'misp.getEvent': {
      input: { event: '5' },
      sends: 'GET /events/view/5',
      answers: { Event: event },
      output: { info: 'Phishing' },
    },
    'misp.createEvent': {
      input: { info: 'Phishing', distribution: '0', threat_level_id: '2' },
      sends: 'POST /events/add',
      body: { info: 'Phishing', distribution: '0', threat_level_id: '2' },
      answers: { Event: event },
      output: { id: '5' },
    },
    'misp.addAttribute': {
      input: { event: '5', type: 'ip-dst', value: '198.51.100.7', to_ids: true },
      sends: 'POST /attributes/add/5',
      body: { type: 'ip-dst', value: '198.51.100.7', to_ids: true },
      answers: { Attribute: attribute },
      output: { id: '11' },
    },
    'misp.addSighting': {
      input: { value: '198.51.100.7', type: '0' },
      sends: 'POST /sightings/add',
      body: { value: '198.51.100.7', type: '0' },
      answers: { message: '1 sighting successfully added.' },
    },
    'misp.addTag': {
      input: { uuid: event.uuid, tag: 'tlp:amber' },
      sends: 'POST /tags/attachTagToObject',
      body: { uuid: event.uuid, tag: 'tlp:amber' },
      answers: { name: 'Tag attached', saved: true },
    },
    'misp.publishEvent': {
      input: { event: '5' },
      sends: 'POST /events/publish/5',
      answers: { name: 'Publish', message: 'Job queued' },
    },
  },
}
