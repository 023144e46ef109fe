import { manifest } from '../kit/manifest.ts'
import { choice, input, items, list, MAYBE, NUMBER, part, TEXT, text, whole } from './schema.ts'

const CLOUDS =
  'Address of your Falcon cloud: api.crowdstrike.com, api.us-2.crowdstrike.com, api.eu-1.crowdstrike.com, ' +
  'api.laggar.gcw.crowdstrike.com, or your own gateway'
const errors = { message: ['errors.0.message'] }
const device = text('Device', 'Device ID (aid), 32 letters and digits')
const most = (max: number) => whole('Limit', `Up to ${max}`, { minimum: 1, maximum: max })
const IDS = list('IDs', { type: 'string' }, undefined, { minItems: 1, maxItems: 1_000 })
const acted = items(part({ id: TEXT, path: MAYBE }))

function contain(verb: string, action: string, title: string, description: string) {
  return {
    name: `crowdstrike.${verb}`,
    title,
    description,
    input: input({ device }, ['device']),
    request: {
      method: 'POST' as const,
      path: '/devices/entities/devices-actions/v2',
      query: { action_name: action },
      body: { value: { ids: ['{device}'] } },
    },
    response: { pick: 'resources', output: acted, errors },
    idempotent: true,
  }
}

/** CrowdStrike Falcon. */
export const crowdstrike = manifest({
  key: 'crowdstrike',
  title: 'CrowdStrike Falcon',
  description: 'Reads alerts and devices and isolates devices from the network.',
  vendor: 'CrowdStrike',
  categories: ['endpoint'],
  icon: 'device-desktop-analytics',
  version: '1.0.0',
  docs: 'https://developer.crowdstrike.com/docs/openapi/',
  settings: input(
    {
      baseUrl: text('Cloud', CLOUDS, {
        default: 'https://api.crowdstrike.com',
        format: 'uri',
        pattern: '^https?://',
      }),
    },
    ['baseUrl'],
  ),
  base: '{settings.baseUrl}',
  auth: [
    {
      kind: 'oauth2ClientCredentials',
      tokenUrl: '{settings.baseUrl}/oauth2/token',
      hint: 'An API client with the scopes Alerts (read, write) and Hosts (read, write)',
    },
  ],
  test: { method: 'GET', path: '/devices/queries/devices/v1', query: { limit: '1' } },
  actions: [
    {
      name: 'crowdstrike.findAlerts',
      title: 'Find alerts',
      description: 'Returns alert IDs, newest first. Use “Get alerts” to read the alerts.',
      input: input({
        filter: text('Filter', "FQL, for example status:'new'+severity:>=60"),
        limit: most(10_000),
        offset: whole('From', 'Number of results to skip', { minimum: 0 }),
      }),
      request: {
        method: 'GET',
        path: '/alerts/queries/alerts/v2',
        query: { filter: '{filter}', limit: '{limit}', offset: '{offset}', sort: 'created_timestamp|desc' },
      },
      response: { pick: 'resources', output: items(TEXT), errors },
    },
    {
      name: 'crowdstrike.getAlerts',
      title: 'Get alerts',
      input: input({ ids: { ...IDS, title: 'Alerts', description: 'Composite IDs' } }, ['ids']),
      request: {
        method: 'POST',
        path: '/alerts/entities/alerts/v2',
        body: { value: { composite_ids: '{ids}' } },
      },
      response: {
        pick: 'resources',
        output: items(
          part({
            composite_id: TEXT,
            display_name: TEXT,
            description: MAYBE,
            severity: NUMBER,
            severity_name: TEXT,
            status: TEXT,
            tactic: MAYBE,
            technique: MAYBE,
            device: { type: 'object' },
            created_timestamp: TEXT,
            falcon_host_link: MAYBE,
          }),
        ),
        errors,
      },
      idempotent: true,
    },
    {
      name: 'crowdstrike.setAlertStatus',
      title: 'Set the status of alerts',
      input: input(
        {
          ids: { ...IDS, title: 'Alerts', description: 'Composite IDs' },
          status: choice('Status', ['new', 'in_progress', 'reopened', 'closed']),
        },
        ['ids', 'status'],
      ),
      request: {
        method: 'PATCH',
        path: '/alerts/entities/alerts/v3',
        body: {
          value: {
            composite_ids: '{ids}',
            action_parameters: [{ name: 'update_status', value: '{status}' }],
          },
        },
      },
      response: { output: part({ meta: { type: 'object' } }), errors },
      idempotent: true,
    },
    {
      name: 'crowdstrike.findDevices',
      title: 'Find devices',
      description: "Returns device IDs. To filter by name, use hostname:'PC-7'.",
      input: input({ filter: text('Filter', "FQL, for example hostname:'PC-7'"), limit: most(5_000) }, [
        'filter',
      ]),
      request: {
        method: 'GET',
        path: '/devices/queries/devices/v1',
        query: { filter: '{filter}', limit: '{limit}' },
      },
      response: { pick: 'resources', output: items(TEXT), errors },
    },
    {
      name: 'crowdstrike.findDeviceByName',
      title: 'Find a device by name',
      description: 'Returns the IDs of devices with this name.',
      input: input({ hostname: text('Name', undefined, { pattern: "^[^'*\\\\]+$" }) }, ['hostname']),
      request: {
        method: 'GET',
        path: '/devices/queries/devices/v1',
        query: { filter: "hostname:'{hostname}'" },
      },
      response: { pick: 'resources', output: items(TEXT), errors },
    },
    {
      name: 'crowdstrike.getDevices',
      title: 'Get devices',
      input: input({ ids: { ...IDS, title: 'Devices' } }, ['ids']),
      request: { method: 'POST', path: '/devices/entities/devices/v2', body: { value: { ids: '{ids}' } } },
      response: {
        pick: 'resources',
        output: items(
          part({
            device_id: TEXT,
            hostname: TEXT,
            local_ip: MAYBE,
            external_ip: MAYBE,
            os_version: MAYBE,
            status: TEXT,
            last_seen: TEXT,
          }),
        ),
        errors,
      },
      idempotent: true,
    },
    contain(
      'contain',
      'contain',
      'Contain a device',
      'Isolates a device from the network. Only Falcon can still reach it.',
    ),
    contain(
      'liftContainment',
      'lift_containment',
      'Lift the containment of a device',
      'Reconnects a device to the network.',
    ),
    {
      name: 'crowdstrike.userLogins',
      title: 'List recent sign-ins on a device',
      input: input({ device }, ['device']),
      request: {
        method: 'POST',
        path: '/devices/combined/devices/login-history/v2',
        body: { value: { ids: ['{device}'] } },
      },
      response: {
        pick: 'resources',
        output: items(part({ device_id: TEXT, recent_logins: items({ type: 'object' }) })),
        errors,
      },
      idempotent: true,
    },
  ],
})
