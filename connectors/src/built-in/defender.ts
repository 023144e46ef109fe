import { manifest } from '../kit/manifest.ts'
import { choice, input, items, LIMIT, MAYBE, NUMBER, part, TEXT, text, vendor } from './schema.ts'

const DOCS = 'https://learn.microsoft.com/defender-endpoint/api'
const errors = { message: ['error.message'] }
const device = text('Device', 'Device ID, or the full DNS name for “Get a device”')
const id = text('Device', 'Device ID')
const comment = text('Comment', 'Is shown with the action in Defender')
const alertId = text('Alert', 'Alert ID')
const alert = part({
  id: TEXT,
  incidentId: { type: ['number', 'null'] },
  title: TEXT,
  description: MAYBE,
  severity: TEXT,
  status: TEXT,
  classification: MAYBE,
  determination: MAYBE,
  assignedTo: MAYBE,
  category: MAYBE,
  machineId: MAYBE,
  computerDnsName: MAYBE,
  mitreTechniques: items(TEXT),
  alertCreationTime: TEXT,
})
const machine = part({
  id: TEXT,
  computerDnsName: MAYBE,
  osPlatform: MAYBE,
  lastIpAddress: MAYBE,
  lastExternalIpAddress: MAYBE,
  healthStatus: MAYBE,
  riskScore: MAYBE,
  exposureLevel: MAYBE,
  lastSeen: TEXT,
  machineTags: items(TEXT),
})
const action = part({ id: TEXT, type: TEXT, status: TEXT, machineId: TEXT, requestorComment: MAYBE })
const paging = {
  kind: 'offset' as const,
  items: 'value',
  param: '$skip',
  size: { param: '$top', value: 1_000 },
  limit: 'limit',
}

/** Microsoft Defender for Endpoint, version 1 of its interface. */
export const defender = manifest({
  key: 'defender',
  title: 'Microsoft Defender for Endpoint',
  description: 'Reads alerts and devices, isolates devices from the network, and blocks indicators.',
  vendor: 'Microsoft',
  categories: ['endpoint'],
  icon: 'brand-windows',
  version: '1.0.0',
  docs: `${DOCS}/exposed-apis-list`,
  settings: input(
    {
      tenantId: text('Directory (tenant) ID', 'Your Entra tenant ID', { pattern: '^[A-Za-z0-9.-]+$' }),
      baseUrl: vendor('https://api.security.microsoft.com'),
    },
    ['tenantId', 'baseUrl'],
  ),
  base: '{settings.baseUrl}/api',
  auth: [
    {
      kind: 'oauth2ClientCredentials',
      tokenUrl: 'https://login.microsoftonline.com/{settings.tenantId}/oauth2/v2.0/token',
      scopes: ['https://api.securitycenter.microsoft.com/.default'],
      hint: 'An app registration with application permissions of WindowsDefenderATP, such as Alert.ReadWrite.All, Machine.Read.All, and Machine.Isolate',
    },
  ],
  test: { method: 'GET', path: '/machines', query: { $top: '1' } },
  actions: [
    {
      name: 'defender.listAlerts',
      title: 'List alerts',
      docs: `${DOCS}/get-alerts`,
      input: input({
        filter: text('Filter', "OData, for example status eq 'New' and severity eq 'High'"),
        limit: LIMIT,
      }),
      request: { method: 'GET', path: '/alerts', query: { $filter: '{filter}' } },
      response: { paging, output: items(alert), errors },
    },
    {
      name: 'defender.getAlert',
      title: 'Get an alert',
      docs: `${DOCS}/get-alert-info-by-id`,
      input: input({ alert: alertId }, ['alert']),
      request: { method: 'GET', path: '/alerts/{alert}' },
      response: { output: alert, errors },
    },
    {
      name: 'defender.updateAlert',
      title: 'Update an alert',
      description: 'Updates its status, owner, or classification, and adds a comment.',
      docs: `${DOCS}/update-alert`,
      input: input(
        {
          alert: alertId,
          status: choice('Status', ['New', 'InProgress', 'Resolved']),
          assignedTo: text('Owner', 'Email address'),
          classification: choice('Classification', [
            'TruePositive',
            'InformationalExpectedActivity',
            'FalsePositive',
          ]),
          determination: text('Determination', 'For example Malware, Phishing, or NotMalicious'),
          comment: text('Comment'),
        },
        ['alert'],
      ),
      request: { method: 'PATCH', path: '/alerts/{alert}', body: {} },
      response: { output: alert, errors },
    },
    {
      name: 'defender.findDevices',
      title: 'Find devices',
      docs: `${DOCS}/get-machines`,
      input: input(
        { filter: text('Filter', "OData, for example computerDnsName eq 'pc-7.example.org'"), limit: LIMIT },
        ['filter'],
      ),
      request: { method: 'GET', path: '/machines', query: { $filter: '{filter}' } },
      response: { paging, output: items(machine), errors },
    },
    {
      name: 'defender.getDevice',
      title: 'Get a device',
      docs: `${DOCS}/get-machine-by-id`,
      input: input({ device }, ['device']),
      request: { method: 'GET', path: '/machines/{device}' },
      response: { output: machine, errors },
    },
    {
      name: 'defender.isolate',
      title: 'Isolate a device',
      description: 'Isolates a device from the network. Only Defender can still reach it.',
      docs: `${DOCS}/isolate-machine`,
      input: input(
        {
          device: id,
          comment,
          type: choice(
            'Isolation',
            ['Full', 'Selective', 'UnManagedDevice'],
            'Selective keeps mail and chat',
          ),
        },
        ['device', 'comment', 'type'],
      ),
      request: {
        method: 'POST',
        path: '/machines/{device}/isolate',
        body: { value: { Comment: '{comment}', IsolationType: '{type}' } },
      },
      response: { output: action, errors },
    },
    {
      name: 'defender.release',
      title: 'Release a device from isolation',
      description: 'Reconnects a device to the network.',
      docs: `${DOCS}/unisolate-machine`,
      input: input({ device: id, comment }, ['device', 'comment']),
      request: {
        method: 'POST',
        path: '/machines/{device}/unisolate',
        body: { value: { Comment: '{comment}' } },
      },
      response: { output: action, errors },
    },
    {
      name: 'defender.scan',
      title: 'Start an antivirus scan',
      docs: `${DOCS}/run-av-scan`,
      input: input({ device: id, comment, type: choice('Scan', ['Quick', 'Full']) }, [
        'device',
        'comment',
        'type',
      ]),
      request: {
        method: 'POST',
        path: '/machines/{device}/runAntiVirusScan',
        body: { value: { Comment: '{comment}', ScanType: '{type}' } },
      },
      response: { output: action, errors },
    },
    {
      name: 'defender.getDeviceAction',
      title: 'Get the state of a device action',
      description: 'Returns whether an isolation, release, or scan has succeeded.',
      docs: `${DOCS}/get-machineaction-object`,
      input: input({ action: text('Action', 'ID returned when it was started') }, ['action']),
      request: { method: 'GET', path: '/machineactions/{action}' },
      response: { output: action, errors },
    },
    {
      name: 'defender.setIndicator',
      title: 'Block or allow an indicator',
      description: 'Creates or updates an indicator for all devices. Blocking stops files and connections.',
      docs: `${DOCS}/post-ti-indicator`,
      input: input(
        {
          indicatorValue: text('Value'),
          indicatorType: choice('Type', [
            'FileSha1',
            'FileMd5',
            'FileSha256',
            'IpAddress',
            'DomainName',
            'Url',
            'CertificateThumbprint',
          ]),
          action: choice('Action', ['Alert', 'Warn', 'Block', 'Audit', 'BlockAndRemediate', 'Allowed']),
          title: text('Title'),
          description: text('Description'),
          severity: choice('Severity', ['Informational', 'Low', 'Medium', 'High']),
          expirationTime: text('Expires', undefined, { format: 'date-time' }),
        },
        ['indicatorValue', 'indicatorType', 'action', 'title', 'description'],
      ),
      request: { method: 'POST', path: '/indicators', body: {} },
      response: {
        output: part({ id: { type: ['string', 'number'] }, indicatorValue: TEXT, action: TEXT }),
        errors,
      },
      idempotent: true,
    },
    {
      name: 'defender.getFile',
      title: 'Get a file',
      description: 'Returns what Microsoft knows of a file: prevalence, signer, and determination.',
      docs: `${DOCS}/get-file-information`,
      input: input({ hash: text('Hash', 'SHA-1 or SHA-256 of the file') }, ['hash']),
      request: { method: 'GET', path: '/files/{hash}' },
      response: {
        output: part({
          sha1: TEXT,
          sha256: TEXT,
          globalPrevalence: { ...NUMBER, type: ['number', 'null'] },
          signer: MAYBE,
          determinationType: MAYBE,
          determinationValue: MAYBE,
        }),
        errors,
      },
    },
  ],
})
