import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import {
  choiceSetting,
  databaseSetting,
  fileListSetting,
  fileSetting,
  headersSetting,
  type HostPort,
  hostPortListSetting,
  hostPortSetting,
  hostSetting,
  listSetting,
  mailFromSetting,
  nameSetting,
  numberSetting,
  pathSetting,
  portSetting,
  secretSetting,
  type SmtpServer,
  smtpSetting,
  switchSetting,
  trustProxySetting,
  engineAddressSetting,
  webAddressSetting,
} from './settings.ts'
import { StartError } from './start-error.ts'
import { unknownSettings } from './unknown-settings.ts'

export type { HostPort } from './settings.ts'

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where a worker serves its health by default. */
const HEALTH_LISTEN: HostPort = { host: '127.0.0.1', port: 4001 }

const Settings = z.object({
  PORT: portSetting(4000),
  HOST: hostSetting('127.0.0.1'),
  PUBLIC_URL: webAddressSetting(undefined, { originOnly: true }),
  TRUST_PROXY: trustProxySetting(),
  TLS_CERT: fileSetting(),
  TLS_KEY: fileSetting(),
  LOG_LEVEL: choiceSetting(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  CASELOOM_DATA: pathSetting(),
  CASELOOM_MASTER_KEY_FILE: pathSetting(),
  CASELOOM_OUTBOUND_ALLOW: hostPortListSetting(),
  CASELOOM_LICENSE_KEYS: fileListSetting(),
  CASELOOM_DEMO: switchSetting(),
  CASELOOM_DEMO_ACTIVITY: switchSetting(true),
  CASELOOM_INSTALL_FILE: fileSetting(),
  SMTP_URL: smtpSetting(),
  MAIL_FROM: mailFromSetting(),
  MAIL_IN_PORT: portSetting(undefined),
  MAIL_IN_HOST: hostSetting('127.0.0.1'),
  MAIL_IN_DOMAIN: hostSetting(undefined),
  CASELOOM_TRACES_URL: webAddressSetting(undefined),
  CASELOOM_TRACES_HEADERS: headersSetting(),
  CASELOOM_TRACES_CONCURRENCY: numberSetting(30, { min: 1, max: 1000 }),
  CASELOOM_TRACES_TIMEOUT: numberSetting(10_000, { min: 100, max: 600_000 }),
  CASELOOM_TRACES_RATIO: numberSetting(1, { min: 0, max: 1, fractions: true }),
  CASELOOM_ROLE: choiceSetting(['web', 'worker'], undefined),
  CASELOOM_WORKER_URL: webAddressSetting(undefined, { originOnly: true }),
  CASELOOM_WORKER_LISTEN: hostPortSetting(),
  CASELOOM_HEALTH_LISTEN: hostPortSetting(),
  CASELOOM_DRAIN_SECONDS: numberSetting(20, { min: 0, max: 600 }),
  CASELOOM_METRICS_TOKEN: secretSetting(16),
  DATABASE_URL: databaseSetting(),
  PG_RUN_AS: nameSetting(),
  RESTATE_INGRESS_URL: engineAddressSetting(),
  RESTATE_ADMIN_URL: engineAddressSetting(),
  RESTATE_IDENTITY_KEY: listSetting(),
})

type SettingValues = z.output<typeof Settings>

/** What every process of the product knows. */
export type BaseConfig = {
  /** Where the web process listens; port 0 means any free one. */
  listen: HostPort
  /** The address users and outside systems see; never ends in a slash. */
  publicUrl: string
  /** What Fastify's `trustProxy` takes. */
  trustProxy: boolean | number | string[]
  /** PEM texts, or `null` when the web process speaks plain HTTP. */
  tls: { cert: string; key: string } | null
  logLevel: SettingValues['LOG_LEVEL']
  /** Absolute path of the data folder. */
  dataDir: string
  /** Absolute path of the master key file; `null` means the default place of this data folder. */
  masterKeyFile: string | null
  /** Addresses on loopback or private ranges which outbound calls may reach all the same. */
  outboundAllow: HostPort[]
  /** Texts of the additional license key files (PEM or JWK). */
  licenseKeys: string[]
  /** Whether an empty installation fills itself with demo data. */
  demo: boolean
  /** Whether playbooks keep creating alerts in a demo, and work on them. */
  demoActivity: boolean
  /** Text of the file that an empty installation is set up from, without the form; null: by the form. */
  installFile: string | null
  /** Without a server mails are captured: administrators read them in the product. */
  mail: { server: SmtpServer | null; from: string }
  /** Where mail for playbooks is received, and the domain of its addresses; `null` means none is. */
  mailIn: { listen: HostPort; domain: string } | null
  /** Where spans go; `null` means tracing is off. */
  traces: TracesConfig | null
  /** How long a worker that is being stopped lets running steps finish. */
  drainMs: number
  /** What scrapers of /metrics present; `null` admits this machine only. */
  metricsToken: string | null
}

/** The collector of spans and how it is spoken to. */
export type TracesConfig = {
  /** The whole address, ending in /v1/traces. */
  url: string
  /** Headers for the collector alone; they may hold its credentials. */
  headers: Readonly<Record<string, string>>
  /** Maximum concurrent exports. */
  concurrencyLimit: number
  timeoutMillis: number
  /** Share of new traces that is recorded, 0 to 1; a caller's decision goes before. */
  ratio: number
}

/** What a web or worker process knows: all services it uses have an address. */
export type Config = Omit<BaseConfig, 'masterKeyFile'> & {
  role: 'web' | 'worker'
  masterKeyFile: string
  databaseUrl: string
  restate: {
    ingressUrl: string
    adminUrl: string
    /** Public keys (`publickeyv1_…`) the worker accepts requests from; empty means unsigned requests. */
    identityKeys: string[]
  }
  /** The stable address under which the engine reaches the workers. */
  workerUrl: string
  /** Where this worker process listens. */
  workerListen: HostPort
  /** Where a worker process answers for its health; `required: false`: a taken port is no reason to end. */
  health: (HostPort & { required: boolean }) | null
}

/** What the launcher knows: absent services are the ones it starts itself. */
export type LaunchConfig = BaseConfig & {
  /** The user to run the embedded PostgreSQL as when the launcher is root; `null` lets it choose. */
  postgresUser: string | null
  databaseUrl: string | null
  restate: { ingressUrl: string; adminUrl: string; workerUrl: string; identityKeys: string[] } | null
}

/** One line for each setting of this environment that looks like ours and is not. */
export function strangeSettings(env: Environment): string[] {
  return unknownSettings(Object.keys(env), Object.keys(Settings.shape))
}

/** Reads the settings of a web or worker process; throws a StartError naming each wrong one. */
export function readConfig(env: Environment): Config {
  const values = parseSettings(env)
  const base = baseConfig(values, env)
  const role = required(values.CASELOOM_ROLE, 'CASELOOM_ROLE', 'web or worker')
  const workerUrl = required(values.CASELOOM_WORKER_URL, 'CASELOOM_WORKER_URL', 'the address of the workers')
  return {
    ...base,
    role,
    masterKeyFile: required(base.masterKeyFile, 'CASELOOM_MASTER_KEY_FILE', 'the file with the master key'),
    databaseUrl: required(values.DATABASE_URL, 'DATABASE_URL', 'the address of the PostgreSQL database'),
    restate: {
      ingressUrl: required(values.RESTATE_INGRESS_URL, 'RESTATE_INGRESS_URL', 'the engine’s ingress address'),
      adminUrl: required(values.RESTATE_ADMIN_URL, 'RESTATE_ADMIN_URL', 'the engine’s admin address'),
      identityKeys: identityKeys(values),
    },
    workerUrl,
    workerListen: workerListenOf(values, role, workerUrl),
    health: healthOf(values),
  }
}

/** Reads the settings of the launcher; throws a StartError naming each wrong one. */
export function readLaunchConfig(env: Environment): LaunchConfig {
  const values = parseSettings(env)
  return {
    ...baseConfig(values, env),
    postgresUser: values.PG_RUN_AS ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    restate: externalRestate(values),
  }
}

function parseSettings(env: Environment): SettingValues {
  const parsed = Settings.safeParse(env)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}.`)
  throw new StartError(
    lines.length === 1 ? `Invalid setting ${lines[0]}` : `Invalid settings:\n  ${lines.join('\n  ')}`,
    lines.length === 1 ? 'Correct it and start again.' : 'Correct them and start again.',
  )
}

function baseConfig(values: SettingValues, env: Environment): BaseConfig {
  const tls = tlsFiles(values)
  const scheme = tls ? 'https' : 'http'
  const publicUrl = values.PUBLIC_URL ?? `${scheme}://localhost:${values.PORT}`
  return {
    listen: { host: values.HOST, port: values.PORT },
    publicUrl,
    trustProxy: values.TRUST_PROXY,
    tls,
    logLevel: values.LOG_LEVEL,
    dataDir: values.CASELOOM_DATA ?? defaultDataDir(env, process.getuid?.() === 0),
    masterKeyFile: values.CASELOOM_MASTER_KEY_FILE ?? null,
    outboundAllow: values.CASELOOM_OUTBOUND_ALLOW,
    licenseKeys: values.CASELOOM_LICENSE_KEYS,
    demo: values.CASELOOM_DEMO,
    demoActivity: values.CASELOOM_DEMO_ACTIVITY,
    installFile: values.CASELOOM_INSTALL_FILE ?? null,
    mail: {
      server: values.SMTP_URL ?? null,
      from: values.MAIL_FROM ?? `Caseloom <caseloom@${new URL(publicUrl).hostname}>`,
    },
    mailIn: mailInOf(values, publicUrl),
    traces: tracesOf(values),
    drainMs: values.CASELOOM_DRAIN_SECONDS * 1_000,
    metricsToken: values.CASELOOM_METRICS_TOKEN ?? null,
  }
}

/** Without a default for workers: the port of CASELOOM_WORKER_URL is that of the balancer before them. */
function workerListenOf(values: SettingValues, role: Config['role'], workerUrl: string): HostPort {
  const { CASELOOM_WORKER_LISTEN: chosen } = values
  if (role === 'web') return chosen ?? loopbackOf(workerUrl)
  return required(
    chosen,
    'CASELOOM_WORKER_LISTEN',
    `where this worker listens; the address ${workerUrl} forwards to it`,
  )
}

/** Where a single worker listens that nothing is before. */
export function loopbackOf(workerUrl: string): HostPort {
  return { host: '127.0.0.1', port: portOf(workerUrl) }
}

function healthOf({ CASELOOM_HEALTH_LISTEN: chosen }: SettingValues): Config['health'] {
  return chosen === undefined ? { ...HEALTH_LISTEN, required: false } : { ...chosen, required: true }
}

function mailInOf(values: SettingValues, publicUrl: string): BaseConfig['mailIn'] {
  const { MAIL_IN_PORT: port, MAIL_IN_HOST: host, MAIL_IN_DOMAIN: domain } = values
  if (port === undefined) return null
  return { listen: { host, port }, domain: domain ?? new URL(publicUrl).hostname }
}

function tracesOf(values: SettingValues): TracesConfig | null {
  const address = values.CASELOOM_TRACES_URL
  if (address === undefined) return null
  return {
    url: address.endsWith('/v1/traces') ? address : `${address}/v1/traces`,
    headers: values.CASELOOM_TRACES_HEADERS,
    concurrencyLimit: values.CASELOOM_TRACES_CONCURRENCY,
    timeoutMillis: values.CASELOOM_TRACES_TIMEOUT,
    ratio: values.CASELOOM_TRACES_RATIO,
  }
}

/**
 * The data folder when CASELOOM_DATA is not set: /var/lib/caseloom for root, else the user's XDG data folder.
 * A checkout never comes here: `npm start` sets CASELOOM_DATA to `.caseloom` in it, so that a clone is self-contained.
 */
export function defaultDataDir(env: Environment, isRoot: boolean): string {
  if (isRoot) return '/var/lib/caseloom'
  const xdg = env['XDG_DATA_HOME']
  return join(xdg?.startsWith('/') ? xdg : join(env['HOME'] ?? homedir(), '.local/share'), 'caseloom')
}

function tlsFiles(values: SettingValues): BaseConfig['tls'] {
  const { TLS_CERT: cert, TLS_KEY: key } = values
  if (cert === undefined && key === undefined) return null
  if (cert === undefined || key === undefined) {
    const missing = cert === undefined ? 'TLS_CERT' : 'TLS_KEY'
    throw new StartError(
      `Invalid setting ${missing}: it is missing, but the other half of the pair is set.`,
      'Set both TLS_CERT and TLS_KEY, or neither.',
    )
  }
  return { cert, key }
}

function externalRestate(values: SettingValues): LaunchConfig['restate'] {
  const {
    RESTATE_INGRESS_URL: ingressUrl,
    RESTATE_ADMIN_URL: adminUrl,
    CASELOOM_WORKER_URL: workerUrl,
  } = values
  if (ingressUrl === undefined && adminUrl === undefined) return null
  const why = 'it belongs to your own engine'
  return {
    ingressUrl: required(ingressUrl, 'RESTATE_INGRESS_URL', why),
    adminUrl: required(adminUrl, 'RESTATE_ADMIN_URL', why),
    workerUrl: required(workerUrl, 'CASELOOM_WORKER_URL', why),
    identityKeys: identityKeys(values),
  }
}

function identityKeys(values: SettingValues): string[] {
  const wrong = values.RESTATE_IDENTITY_KEY.find(
    (key) => !/^publickeyv1_[1-9A-HJ-NP-Za-km-z]{32,64}$/.test(key),
  )
  if (wrong === undefined) return values.RESTATE_IDENTITY_KEY
  throw new StartError(
    'Invalid setting RESTATE_IDENTITY_KEY: it doesn’t look like publickeyv1_….',
    'Use the public key that the engine prints when it starts.',
  )
}

function required<T>(value: T | null | undefined, name: string, what: string): T {
  if (value !== null && value !== undefined) return value
  throw new StartError(`Invalid setting ${name}: it is missing (${what}).`, `Set ${name} and start again.`)
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url)
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
