import { describe, expect, test } from 'vitest'
import { strangeSettings } from './config.ts'

const lines = (...names: string[]) => strangeSettings(Object.fromEntries(names.map((name) => [name, 'x'])))

describe('settings that nothing reads', () => {
  test.each([
    ['CASELOOM_MASTERKEY', 'CASELOOM_MASTER_KEY_FILE'],
    ['CASELOOM_DATABASE', undefined],
    ['CASELOOM_WORKER_LISTENS', 'CASELOOM_WORKER_LISTEN'],
    ['CASELOOM_OUTBOUND_ALOW', 'CASELOOM_OUTBOUND_ALLOW'],
    ['RESTATE_IDENTIY_KEY', 'RESTATE_IDENTITY_KEY'],
    ['DATABASE_URI', 'DATABASE_URL'],
  ])('%s is named, with %s as what may be meant', (name, meant) => {
    const [line] = lines(name)
    expect(line).toContain(`The setting ${name} is unknown and has no effect.`)
    if (meant === undefined) expect(line).not.toContain('Did you mean')
    else expect(line).toContain(`Did you mean ${meant}?`)
  })

  test('those that are known, of tests, of Kubernetes and of other programs are not', () => {
    expect(
      lines(
        'CASELOOM_DATA',
        'CASELOOM_TEST_RUNS',
        'CASELOOM_DEV_SERVER',
        'CASELOOM_SERVICE_HOST',
        'CASELOOM_PORT_4000_TCP_ADDR',
        'CASELOOM_WEB_SERVICE_PORT',
        'PATH',
        'RESTATE_CLUSTER_NAME',
        'MAIL',
      ),
    ).toEqual([])
  })
})
