import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultDataDir, readConfig, readLaunchConfig } from './config.ts'
import { StartError } from './start-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'caseloom config '))
afterAll(() => rmSync(folder, { recursive: true }))

const WORKER = {
  CASELOOM_ROLE: 'worker',
  CASELOOM_MASTER_KEY_FILE: '/etc/caseloom/master.key',
  CASELOOM_WORKER_URL: 'http://127.0.0.1:9080',
  CASELOOM_WORKER_LISTEN: '127.0.0.1:9081',
  DATABASE_URL: 'postgres://caseloom_app@/caseloom?host=%2Frun%2Fcaseloom%20x',
  RESTATE_INGRESS_URL: 'http://127.0.0.1:8080/',
  RESTATE_ADMIN_URL: 'http://127.0.0.1:9070',
}

function refusal(read: () => unknown): StartError {
  try {
    read()
  } catch (error) {
    if (error instanceof StartError) return error
    throw error
  }
  throw new Error('the settings were accepted')
}

describe('settings of the launcher', () => {
  it('have defaults that listen on loopback only and start every service', () => {
    const config = readLaunchConfig({ HOME: '/home/ana', CASELOOM_DATA: '/data' })
    expect(config).toEqual({
      listen: { host: '127.0.0.1', port: 4000 },
      publicUrl: 'http://localhost:4000',
      trustProxy: false,
      tls: null,
      logLevel: 'info',
      dataDir: '/data',
      masterKeyFile: null,
      metricsToken: null,
      drainMs: 20_000,
      outboundAllow: [],
      licenseKeys: [],
      demo: false,
      demoActivity: true,
      installFile: null,
      mail: { server: null, from: 'Caseloom <caseloom@localhost>' },
      mailIn: null,
      traces: null,
      postgresUser: null,
      databaseUrl: null,
      restate: null,
    })
  })

  it('send spans nowhere until a collector is named, then with the usual limits [S3.08]', () => {
    expect(readLaunchConfig({ CASELOOM_TRACES_CONCURRENCY: '5' }).traces).toBeNull()
    expect(readLaunchConfig({ CASELOOM_TRACES_URL: 'http://127.0.0.1:4318/' }).traces).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      concurrencyLimit: 30,
      timeoutMillis: 10_000,
      ratio: 1,
    })
    const whole = readLaunchConfig({
      CASELOOM_TRACES_URL: 'https://otel.example.org/team/v1/traces',
      CASELOOM_TRACES_HEADERS: 'Authorization=Basic%20YTpi, x-team=soc',
      CASELOOM_TRACES_CONCURRENCY: '4',
      CASELOOM_TRACES_TIMEOUT: '2500',
      CASELOOM_TRACES_RATIO: '0.25',
    }).traces
    expect(whole).toEqual({
      url: 'https://otel.example.org/team/v1/traces',
      headers: { authorization: 'Basic YTpi', 'x-team': 'soc' },
      concurrencyLimit: 4,
      timeoutMillis: 2500,
      ratio: 0.25,
    })
  })

  it.each([
    ['CASELOOM_TRACES_URL', 'otel:4318'],
    ['CASELOOM_TRACES_URL', 'http://user:pass@otel:4318'],
    ['CASELOOM_TRACES_HEADERS', 'secretvalue'],
    ['CASELOOM_TRACES_HEADERS', 'x-a=secretvalue%0d%0aevil: 1'],
    ['CASELOOM_TRACES_CONCURRENCY', '0'],
    ['CASELOOM_TRACES_TIMEOUT', '1.5'],
    ['CASELOOM_TRACES_RATIO', '1.1'],
    ['CASELOOM_TRACES_RATIO', '-1'],
  ])('refuse %s=%s without repeating secrets', (name, value) => {
    const { message } = refusal(() => readLaunchConfig({ [name]: value }))
    expect(message).toContain(name)
    expect(message).not.toContain('secretvalue')
  })

  it('accept mail only where a port is set, by default on loopback and for the public host', () => {
    expect(readLaunchConfig({ MAIL_IN_DOMAIN: 'in.example.org' }).mailIn).toBeNull()
    expect(readLaunchConfig({ MAIL_IN_PORT: '2525', PUBLIC_URL: 'https://soc.example.org' }).mailIn).toEqual({
      listen: { host: '127.0.0.1', port: 2525 },
      domain: 'soc.example.org',
    })
    expect(refusal(() => readLaunchConfig({ MAIL_IN_PORT: 'smtp' })).message).toContain('MAIL_IN_PORT')
  })

  it('treat an empty value like an absent one', () => {
    expect(readLaunchConfig({ PORT: '', HOST: ' ', DATABASE_URL: '' }).listen.port).toBe(4000)
  })

  it('put the port into the public address unless one is given', () => {
    expect(readLaunchConfig({ PORT: '4100' }).publicUrl).toBe('http://localhost:4100')
    expect(readLaunchConfig({ PORT: '4100', PUBLIC_URL: 'https://soc.example.org/' }).publicUrl).toBe(
      'https://soc.example.org',
    )
  })

  it('read certificate and key, and speak https then', () => {
    writeFileSync(join(folder, 'cert.pem'), 'CERT')
    writeFileSync(join(folder, 'key.pem'), 'KEY')
    const config = readLaunchConfig({ TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') })
    expect(config.tls).toEqual({ cert: 'CERT', key: 'KEY' })
    expect(config.publicUrl).toBe('https://localhost:4000')
    expect(refusal(() => readLaunchConfig({ TLS_CERT: join(folder, 'cert.pem') })).message).toContain(
      'TLS_KEY',
    )
  })

  it('read a mail server with its credentials, and the sender', () => {
    const mailOf = (SMTP_URL: string, MAIL_FROM = '') => readLaunchConfig({ SMTP_URL, MAIL_FROM }).mail
    expect(mailOf('smtp://ana:p%40ss@mail.example.org', 'Desk <desk@example.org>')).toEqual({
      server: { host: 'mail.example.org', port: 587, secure: false, auth: { user: 'ana', pass: 'p@ss' } },
      from: 'Desk <desk@example.org>',
    })
    expect(mailOf('smtps://[::1]').server).toEqual({ host: '::1', port: 465, secure: true, auth: null })
    expect(
      readLaunchConfig({ SMTP_URL: 'smtp://localhost:25', PUBLIC_URL: 'https://soc.example.org' }).mail.from,
    ).toBe('Caseloom <caseloom@soc.example.org>')
  })

  it.each([
    ['http://mail.example.org', /isn’t a mail server/],
    ['smtp://ana@mail.example.org', /both or neither/],
    ['smtp://ana:%zz@mail.example.org', /encodes nothing/],
    ['smtp://ana:secret@mail.example.org/path', /isn’t a mail server/],
  ])('refuse the mail server %s and never repeat it', (SMTP_URL, expected) => {
    const { message } = refusal(() => readLaunchConfig({ SMTP_URL }))
    expect(message).toMatch(expected)
    expect(message).not.toContain('secret')
  })

  it.each(['nobody', 'a@b\nBcc: c@d', 'Two <a@b> <c@d>', 'a@b, c@d'])('refuse the sender %j', (MAIL_FROM) => {
    expect(refusal(() => readLaunchConfig({ MAIL_FROM })).message).toContain('isn’t a sender')
  })

  it('read lists of outbound addresses, IPv6 included', () => {
    const { outboundAllow } = readLaunchConfig({
      CASELOOM_OUTBOUND_ALLOW: '127.0.0.1:8080, [::1]:9 Stub.local:443',
    })
    expect(outboundAllow).toEqual([
      { host: '127.0.0.1', port: 8080 },
      { host: '::1', port: 9 },
      { host: 'stub.local', port: 443 },
    ])
  })

  it('read the proxies to believe', () => {
    expect(readLaunchConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(readLaunchConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true)
    expect(readLaunchConfig({ TRUST_PROXY: '10.0.0.0/8,::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', '80a'],
    ['HOST', 'a b'],
    ['PUBLIC_URL', 'localhost:4000'],
    ['PUBLIC_URL', 'http://x/y'],
    ['PUBLIC_URL', 'ftp://x'],
    ['TRUST_PROXY', '10.0.0.0/40'],
    ['TLS_CERT', '/does/not/exist.pem'],
    ['LOG_LEVEL', 'loud'],
    ['CASELOOM_OUTBOUND_ALLOW', '127.0.0.1'],
    ['CASELOOM_OUTBOUND_ALLOW', '::1:80'],
    ['CASELOOM_ROLE', 'boss'],
    ['CASELOOM_DEMO', 'maybe'],
    ['CASELOOM_LICENSE_KEYS', '/does/not/exist.pem'],
    ['DATABASE_URL', 'mysql://x'],
    ['PG_RUN_AS', '-u 0'],
    ['RESTATE_ADMIN_URL', 'nope'],
  ])('refuse %s=%s in one line that names the setting', (name, value) => {
    const error = refusal(() => readLaunchConfig({ [name]: value }))
    expect(error.message).toMatch(new RegExp(`^Invalid setting ${name}: [^\\n]+\\.$`))
    expect(error.next).not.toBe('')
  })

  it('name every invalid setting together', () => {
    const error = refusal(() => readLaunchConfig({ PORT: 'x', LOG_LEVEL: 'y' }))
    expect(error.message).toContain('PORT')
    expect(error.message).toContain('LOG_LEVEL')
  })

  it('never repeat a password', () => {
    const error = refusal(() => readLaunchConfig({ DATABASE_URL: 'postgresq://me:s3cret@db/x' }))
    expect(`${error.message} ${error.next}`).not.toContain('s3cret')
    const web = refusal(() => readLaunchConfig({ PUBLIC_URL: 'http://me:s3cret@db' }))
    expect(`${web.message} ${web.next}`).not.toContain('s3cret')
  })

  it('want all addresses of an external engine, or none', () => {
    const error = refusal(() => readLaunchConfig({ RESTATE_INGRESS_URL: 'http://e:8080' }))
    expect(error.message).toContain('RESTATE_ADMIN_URL')
    const { restate } = readLaunchConfig({
      RESTATE_INGRESS_URL: 'http://e:8080',
      RESTATE_ADMIN_URL: 'http://e:9070/',
      CASELOOM_WORKER_URL: 'http://workers:9080',
    })
    expect(restate?.adminUrl).toBe('http://e:9070')
  })
})

describe('settings of a web or worker process', () => {
  it('are complete when the launcher sets them', () => {
    const config = readConfig(WORKER)
    expect(config.role).toBe('worker')
    expect(config.databaseUrl).toBe(WORKER.DATABASE_URL)
    expect(config.workerListen).toEqual({ host: '127.0.0.1', port: 9081 })
    expect(config.restate).toEqual({
      ingressUrl: 'http://127.0.0.1:8080',
      adminUrl: 'http://127.0.0.1:9070',
      identityKeys: [],
    })
  })

  it.each(Object.keys(WORKER))('are refused without %s', (name) => {
    const error = refusal(() => readConfig({ ...WORKER, [name]: undefined }))
    expect(error.message).toContain(`Invalid setting ${name}: it is missing`)
  })

  it('let a worker listen elsewhere than its balancer', () => {
    const config = readConfig({ ...WORKER, CASELOOM_WORKER_LISTEN: '[::1]:7000' })
    expect(config.workerListen).toEqual({ host: '::1', port: 7000 })
  })

  it('refuse an identity key that is none', () => {
    expect(refusal(() => readConfig({ ...WORKER, RESTATE_IDENTITY_KEY: 'abc' })).message).toContain(
      'RESTATE_IDENTITY_KEY',
    )
  })
})

describe('the default data folder', () => {
  it('is /var/lib/caseloom for root', () => {
    expect(defaultDataDir({ HOME: '/root' }, true)).toBe('/var/lib/caseloom')
  })
  it('lies in the home folder of others, or where XDG says', () => {
    expect(defaultDataDir({ HOME: '/home/ana' }, false)).toBe('/home/ana/.local/share/caseloom')
    expect(defaultDataDir({ HOME: '/home/ana', XDG_DATA_HOME: '/x' }, false)).toBe('/x/caseloom')
  })
})
