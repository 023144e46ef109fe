/** A kind of made-up alert; `{person}`, `{computer}`, `{address}`, `{domain}`, `{repository}`, `{count}` are filled in. */
export interface DemoKind {
  title: string
  severity: 'informational' | 'low' | 'medium' | 'high' | 'critical' | 'fatal'
  source: string
  /** Host of the source link. */
  host: string
  event: string
  description: string
  /** How such alerts end. */
  endings: readonly [string, ...string[]]
  repository?: true
}

const IDP = { source: 'Identity provider', host: 'login.example' }
const EDR = { source: 'Endpoint protection', host: 'edr.example' }
const MAIL = { source: 'Mail gateway', host: 'mail.example' }
const NET = { source: 'Network sensor', host: 'sensor.example' }
const CLOUD = { source: 'Cloud posture', host: 'cloud.example' }
const CODE = { source: 'github', host: 'code.example', repository: true as const }

/** What a security team sees in a week. */
export const KINDS: readonly [DemoKind, ...DemoKind[]] = [
  {
    ...IDP,
    title: 'Sign-in of {person} from two countries within an hour',
    severity: 'high',
    event: 'impossible_travel',
    description:
      'Signed in at the office, then {count} minutes later from {address}. Both passed the second factor.',
    endings: [
      'Confirmed by phone: VPN of a hotel. No action.',
      'Session token was stolen. Sessions revoked, password and second factor reset.',
    ],
  },
  {
    ...EDR,
    title: 'Credential dumping tool on {computer}',
    severity: 'critical',
    event: 'credential_access',
    description:
      'A process read the memory of the logon service. It was started by {person} from a temp folder.',
    endings: [
      'Computer isolated and rebuilt; passwords of its users reset.',
      'Authorized test by the red team.',
    ],
  },
  {
    ...MAIL,
    title: 'Malicious attachment delivered to {count} mailboxes',
    severity: 'medium',
    event: 'phishing',
    description:
      'The sandbox flagged the attachment after delivery. It calls {domain}. First recipient: {person}.',
    endings: [
      'Purged from all mailboxes; no one had opened it.',
      'Two recipients had opened it; both computers checked.',
    ],
  },
  {
    ...NET,
    title: 'Regular calls to {domain} from {computer}',
    severity: 'medium',
    event: 'beaconing',
    description:
      'A call every 60 seconds for {count} hours, with little variation in size. Destination {address}.',
    endings: ['Monitoring agent of a vendor; allowed and documented.', 'Unwanted browser extension removed.'],
  },
  {
    ...CODE,
    title: 'Exposed secret in {repository}',
    severity: 'critical',
    event: 'secret_scanning_alert',
    description: 'An access key for storage was committed by {person} and is valid.',
    endings: [
      'Key revoked within the hour, no use seen in its log.',
      'The key belonged to a test account without permissions.',
    ],
  },
  {
    ...NET,
    title: 'Port scan from {address}',
    severity: 'low',
    event: 'port_scan',
    description: '{count} ports of the public range were probed within a minute.',
    endings: ['Blocked at the edge.', 'Known research scanner.'],
  },
  {
    ...EDR,
    title: 'USB storage connected to {computer}',
    severity: 'informational',
    event: 'removable_media',
    description: '{person} connected a storage device that isn’t on the allowlist. {count} files were read.',
    endings: ['The device belongs to the company and is now on the allowlist.'],
  },
  {
    ...IDP,
    title: 'Password spray against {count} accounts',
    severity: 'high',
    event: 'password_spray',
    description: 'One attempt for each account from {address}, three minutes apart. None succeeded.',
    endings: ['Address blocked; no attempt had succeeded.'],
  },
  {
    ...CLOUD,
    title: 'Storage bucket made public',
    severity: 'high',
    event: 'public_bucket',
    description: 'A change by {person} made {count} objects readable without signing in.',
    endings: [
      'Closed after 40 minutes; the log shows no unknown reads.',
      'Public on purpose: press material.',
    ],
  },
  {
    ...CODE,
    title: 'Vulnerable dependency in {repository}',
    severity: 'medium',
    event: 'dependabot_alert',
    description: 'A parser allows a denial of service with crafted input. A fixed version exists.',
    endings: ['Updated and released.', 'Not reachable from outside; update planned.'],
  },
  {
    ...EDR,
    title: 'Files on {computer} renamed in bulk',
    severity: 'fatal',
    event: 'ransomware',
    description:
      '{count} thousand files were renamed in two minutes. The process was stopped and the computer isolated.',
    endings: ['Restored from backup; entry was a reused password.'],
  },
  {
    ...MAIL,
    title: 'Look-alike domain {domain} sends mail',
    severity: 'low',
    event: 'lookalike_domain',
    description: '{count} messages pretend to come from accounting. All were held back.',
    endings: ['Domain blocked and reported.'],
  },
  {
    ...CLOUD,
    title: 'New access key for a service account',
    severity: 'informational',
    event: 'key_created',
    description: '{person} created a second key for the deployment account from {address}.',
    endings: ['Planned rotation; the old key was deleted.'],
  },
  {
    ...CODE,
    title: 'SQL query built from user input in {repository}',
    severity: 'high',
    event: 'code_scanning_alert',
    description:
      'A value of the request reaches the query unescaped ({count} lines away from where it is read).',
    endings: ['Fixed with a bound parameter.', 'The value is always a number; closed as a false positive.'],
  },
]
