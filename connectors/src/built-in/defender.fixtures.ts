import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const DEVICE = '1e5bc9d7e413ddd7902c2932e418702b84d0cc07'
const ALERT = 'da637308392288907382_-880718168'
const SHA1 = '4388963aaa83afe2042a46a3c017ad50bdcdafb3'
const alert = {
  id: ALERT,
  incidentId: 7587,
  title: 'Suspicious behavior was detected',
  description: null,
  severity: 'High',
  status: 'New',
  classification: null,
  determination: null,
  assignedTo: null,
  category: 'SuspiciousActivity',
  machineId: DEVICE,
  computerDnsName: 'pc-7.example.org',
  mitreTechniques: ['T1064'],
  alertCreationTime: '2026-11-20T10:53:48.7657932Z',
}
const machine = {
  id: DEVICE,
  computerDnsName: 'pc-7.example.org',
  osPlatform: 'Windows11',
  lastIpAddress: '10.0.0.7',
  lastExternalIpAddress: '198.51.100.7',
  healthStatus: 'Active',
  riskScore: 'High',
  exposureLevel: 'Medium',
  lastSeen: '2026-11-20T10:53:48.7657932Z',
  machineTags: [],
}
const action = (type: string) => ({
  id: '5382f7ea-7557-4ab7-9782-d50480024a4e',
  type,
  status: 'Pending',
  machineId: DEVICE,
  requestorComment: 'INC-7',
})

export const fixtures: ConnectorFixtures = {
  settings: { tenantId: 'contoso.example', baseUrl: 'https://eu.api.security.microsoft.com' },
  actions: {
    'defender.listAlerts': {
      input: { filter: "status eq 'New'" },
      sends: "GET /alerts?$filter=status+eq+'New'&$top=1000",
      answers: { value: [alert] },
      output: { items: [{ id: ALERT }], more: false },
    },
    'defender.getAlert': {
      input: { alert: ALERT },
      sends: `GET /alerts/${ALERT}`,
      answers: alert,
      output: { severity: 'High' },
    },
    'defender.updateAlert': {
      input: { alert: ALERT, status: 'Resolved', classification: 'FalsePositive', comment: 'Test' },
      sends: `PATCH /alerts/${ALERT}`,
      body: { status: 'Resolved', classification: 'FalsePositive', comment: 'Test' },
      answers: { ...alert, status: 'Resolved', classification: 'FalsePositive' },
      output: { status: 'Resolved' },
    },
    'defender.findDevices': {
      input: { filter: "computerDnsName eq 'pc-7.example.org'" },
      sends: "GET /machines?$filter=computerDnsName+eq+'pc-7.example.org'&$top=1000",
      answers: { value: [machine] },
      output: { items: [{ id: DEVICE }] },
    },
    'defender.getDevice': {
      input: { device: 'pc-7.example.org' },
      sends: 'GET /machines/pc-7.example.org',
      answers: machine,
      output: { riskScore: 'High' },
    },
    'defender.isolate': {
      input: { device: DEVICE, comment: 'INC-7', type: 'Full' },
      sends: `POST /machines/${DEVICE}/isolate`,
      body: { Comment: 'INC-7', IsolationType: 'Full' },
      answers: action('Isolate'),
      output: { type: 'Isolate', status: 'Pending' },
    },
    'defender.release': {
      input: { device: DEVICE, comment: 'INC-7' },
      sends: `POST /machines/${DEVICE}/unisolate`,
      body: { Comment: 'INC-7' },
      answers: action('Unisolate'),
      output: { type: 'Unisolate' },
    },
    'defender.scan': {
      input: { device: DEVICE, comment: 'INC-7', type: 'Quick' },
      sends: `POST /machines/${DEVICE}/runAntiVirusScan`,
      body: { Comment: 'INC-7', ScanType: 'Quick' },
      answers: action('RunAntiVirusScan'),
    },
    'defender.getDeviceAction': {
      input: { action: '5382f7ea-7557-4ab7-9782-d50480024a4e' },
      sends: 'GET /machineactions/5382f7ea-7557-4ab7-9782-d50480024a4e',
      answers: { ...action('Isolate'), status: 'Succeeded' },
      output: { status: 'Succeeded' },
    },
    'defender.setIndicator': {
      input: {
        indicatorValue: '198.51.100.7',
        indicatorType: 'IpAddress',
        action: 'Block',
        title: 'INC-7',
        description: 'Command and control',
      },
      sends: 'POST /indicators',
      body: {
        indicatorValue: '198.51.100.7',
        indicatorType: 'IpAddress',
        action: 'Block',
        title: 'INC-7',
        description: 'Command and control',
      },
      answers: { id: '995', indicatorValue: '198.51.100.7', action: 'Block' },
      output: { action: 'Block' },
    },
    'defender.getFile': {
      input: { hash: SHA1 },
      sends: `GET /files/${SHA1}`,
      answers: {
        sha1: SHA1,
        sha256: '413c58c8267d2c8648d8f6384bacc2ae9c929b2b96578b6860b5087cd1bd6462',
        globalPrevalence: 180_022,
        signer: 'Example Ltd.',
        determinationType: 'Pua',
        determinationValue: 'PUA:Win32/Example',
      },
      output: { determinationType: 'Pua' },
    },
  },
}
