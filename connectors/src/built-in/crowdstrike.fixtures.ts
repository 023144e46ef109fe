import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const DEVICE = '0123456789abcdef0123456789abcdef'
const ALERT = 'cid:ind:agent:1'
const meta = { query_time: 0.01, trace_id: 't' }
const found = { meta, resources: [DEVICE], errors: [] }
const acted = { meta, resources: [{ id: DEVICE, path: '/devices/entities/devices/v1' }], errors: [] }

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://api.eu-1.crowdstrike.com' },
  actions: {
    'crowdstrike.findAlerts': {
      input: { filter: "status:'new'", limit: 50 },
      sends: "GET /alerts/queries/alerts/v2?filter=status:'new'&limit=50&sort=created_timestamp%7Cdesc",
      answers: { meta, resources: [ALERT], errors: [] },
      output: [ALERT],
    },
    'crowdstrike.getAlerts': {
      input: { ids: [ALERT] },
      sends: 'POST /alerts/entities/alerts/v2',
      body: { composite_ids: [ALERT] },
      answers: {
        meta,
        resources: [
          {
            composite_id: ALERT,
            display_name: 'Ransomware',
            description: 'Files are encrypted',
            severity: 90,
            severity_name: 'Critical',
            status: 'new',
            tactic: 'Impact',
            technique: 'Data Encrypted for Impact',
            device: { device_id: DEVICE, hostname: 'PC-7' },
            created_timestamp: '2026-11-20T16:10:00Z',
          },
        ],
      },
      output: [{ severity: 90, device: { hostname: 'PC-7' } }],
    },
    'crowdstrike.setAlertStatus': {
      input: { ids: [ALERT], status: 'closed' },
      sends: 'PATCH /alerts/entities/alerts/v3',
      body: { composite_ids: [ALERT], action_parameters: [{ name: 'update_status', value: 'closed' }] },
      answers: { meta, errors: [] },
    },
    'crowdstrike.findDevices': {
      input: { filter: "platform_name:'Windows'", limit: 5 },
      sends: "GET /devices/queries/devices/v1?filter=platform_name:'Windows'&limit=5",
      answers: found,
      output: [DEVICE],
    },
    'crowdstrike.findDeviceByName': {
      input: { hostname: 'PC-7' },
      sends: "GET /devices/queries/devices/v1?filter=hostname:'PC-7'",
      answers: found,
      output: [DEVICE],
    },
    'crowdstrike.getDevices': {
      input: { ids: [DEVICE] },
      sends: 'POST /devices/entities/devices/v2',
      body: { ids: [DEVICE] },
      answers: {
        meta,
        resources: [
          {
            device_id: DEVICE,
            hostname: 'PC-7',
            local_ip: '10.0.0.7',
            external_ip: '198.51.100.7',
            os_version: 'Windows 11',
            status: 'normal',
            last_seen: '2026-11-20T16:10:00Z',
          },
        ],
      },
      output: [{ status: 'normal' }],
    },
    'crowdstrike.contain': {
      input: { device: DEVICE },
      sends: 'POST /devices/entities/devices-actions/v2?action_name=contain',
      body: { ids: [DEVICE] },
      answers: acted,
      output: [{ id: DEVICE }],
    },
    'crowdstrike.liftContainment': {
      input: { device: DEVICE },
      sends: 'POST /devices/entities/devices-actions/v2?action_name=lift_containment',
      body: { ids: [DEVICE] },
      answers: acted,
    },
    'crowdstrike.userLogins': {
      input: { device: DEVICE },
      sends: 'POST /devices/combined/devices/login-history/v2',
      body: { ids: [DEVICE] },
      answers: { meta, resources: [{ device_id: DEVICE, recent_logins: [{ user_name: 'ana' }] }] },
      output: [{ recent_logins: [{ user_name: 'ana' }] }],
    },
  },
}
