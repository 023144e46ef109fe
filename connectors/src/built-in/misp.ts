import { manifest } from '../kit/manifest.ts'
import { address, choice, FLAG, flag, input, items, list, MAYBE, part, TEXT, text, whole } from './schema.ts'

const errors = { message: ['errors', 'message'] }
const event = text('Event', 'Event ID or UUID')
const attribute = part({ id: TEXT, event_id: TEXT, type: TEXT, category: TEXT, value: TEXT, to_ids: FLAG })
const about = part({ id: TEXT, uuid: TEXT, info: TEXT, threat_level_id: MAYBE, published: FLAG, date: TEXT })

/** MISP. */
export const misp = manifest({
  key: 'misp',
  title: 'MISP',
  description: 'Looks up indicators in MISP and shares new ones.',
  vendor: 'MISP project',
  categories: ['threat intelligence'],
  icon: 'share',
  version: '1.0.0',
  docs: 'https://www.misp-project.org/openapi/',
  settings: input({ baseUrl: address('MISP address', 'https://misp.example.org') }, ['baseUrl']),
  base: '{settings.baseUrl}',
  auth: [{ kind: 'apiKey', in: 'header', name: 'Authorization', hint: 'Auth key of a MISP user' }],
  test: { method: 'GET', path: '/servers/getVersion' },
  actions: [
    {
      name: 'misp.lookUp',
      title: 'Look up an indicator',
      description: 'Returns a verdict: malicious if an attribute for detection has this value.',
      input: input({ value: text('Value', 'Address, domain, hash, …') }, ['value']),
      request: {
        method: 'POST',
        path: '/attributes/restSearch',
        body: { value: { returnFormat: 'json', value: '{value}', includeEventTags: true, limit: 50 } },
      },
      response: {
        pick: 'response',
        verdict: {
          rules: [
            { verdict: 'malicious', at: 'Attribute.0.to_ids', is: true },
            { verdict: 'suspicious', at: 'Attribute.0.to_ids', is: false },
          ],
          otherwise: 'unknown',
          summary: '{Attribute.0.type} {Attribute.0.comment}',
          link: '{settings.baseUrl}/events/view/{Attribute.0.event_id}',
        },
        output: part({ Attribute: items(attribute) }),
        errors,
      },
      idempotent: true,
    },
    {
      name: 'misp.searchAttributes',
      title: 'Search attributes',
      input: input({
        type: text('Type', 'For example ip-dst, domain, sha256'),
        category: text('Category'),
        tags: list('Tags', { type: 'string' }),
        last: text('Published within', 'For example 7d'),
        to_ids: flag('Only for detection'),
        limit: whole('Limit', 'Default 100', { minimum: 1, maximum: 10_000, default: 100 }),
        page: whole('Page', 'From 1', { minimum: 1 }),
      }),
      request: {
        method: 'POST',
        path: '/attributes/restSearch',
        body: {
          value: {
            returnFormat: 'json',
            type: '{type}',
            category: '{category}',
            tags: '{tags}',
            last: '{last}',
            to_ids: '{to_ids}',
            limit: '{limit}',
            page: '{page}',
          },
        },
      },
      response: { pick: 'response.Attribute', output: items(attribute), errors },
      idempotent: true,
    },
    {
      name: 'misp.getEvent',
      title: 'Get an event',
      input: input({ event }, ['event']),
      request: { method: 'GET', path: '/events/view/{event}' },
      response: { pick: 'Event', output: about, errors },
    },
    {
      name: 'misp.createEvent',
      title: 'Create an event',
      input: input(
        {
          info: text('Title'),
          distribution: choice(
            'Distribution',
            ['0', '1', '2', '3'],
            '0 own organization, 1 community, 2 connected communities, 3 all communities',
          ),
          threat_level_id: choice('Threat', ['1', '2', '3', '4'], '1 high, 2 medium, 3 low, 4 unknown'),
          analysis: choice('Analysis', ['0', '1', '2'], '0 initial, 1 ongoing, 2 completed'),
        },
        ['info'],
      ),
      request: { method: 'POST', path: '/events/add', body: {} },
      response: { pick: 'Event', output: about, errors },
    },
    {
      name: 'misp.addAttribute',
      title: 'Add an attribute to an event',
      input: input(
        {
          event,
          type: text('Type', 'For example ip-dst, domain, sha256'),
          category: text('Category', 'For example Network activity'),
          value: text('Value'),
          to_ids: flag('For detection'),
          comment: text('Comment'),
        },
        ['event', 'type', 'value'],
      ),
      request: { method: 'POST', path: '/attributes/add/{event}', body: {} },
      response: { pick: 'Attribute', output: attribute, errors },
    },
    {
      name: 'misp.addSighting',
      title: 'Report a sighting',
      description: 'Reports that an indicator was seen, or that it is a false positive.',
      input: input(
        {
          value: text('Value'),
          type: choice('Type', ['0', '1', '2'], '0 seen, 1 false positive, 2 expired'),
          source: text('Source'),
        },
        ['value'],
      ),
      request: { method: 'POST', path: '/sightings/add', body: {} },
      response: { output: { type: 'object' }, errors },
    },
    {
      name: 'misp.addTag',
      title: 'Tag an event',
      input: input({ uuid: text('Event', 'Event UUID'), tag: text('Tag', 'For example tlp:amber') }, [
        'uuid',
        'tag',
      ]),
      request: { method: 'POST', path: '/tags/attachTagToObject', body: {} },
      response: { output: { type: 'object' }, errors },
      idempotent: true,
    },
    {
      name: 'misp.publishEvent',
      title: 'Publish an event',
      input: input({ event }, ['event']),
      request: { method: 'POST', path: '/events/publish/{event}' },
      response: { output: { type: 'object' }, errors },
    },
  ],
})
