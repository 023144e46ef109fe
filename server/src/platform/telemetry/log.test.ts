import { describe, expect, test } from 'vitest'
import { createLog, logEvent, maskSecrets } from './log.ts'
import { metric, metricsText } from './metrics.ts'

function logInto(level = 'debug') {
  const lines: string[] = []
  const log = createLog({ level, process: 'test', destination: { write: (line) => void lines.push(line) } })
  const parsed = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line))
  return { log, lines, parsed }
}

describe('log', () => {
  test('secrets are masked at every depth that our own objects have', () => {
    const { log, lines } = logInto()
    log.info({ password: 'p-1', token: 'p-2', secret: 'p-3', 'set-cookie': 'p-4' })
    log.info({ headers: { authorization: 'p-5', cookie: 'p-6', 'x-hub-signature-256': 'p-7' } })
    log.info({ request: { headers: { authorization: 'p-8', 'set-cookie': ['p-9'] } } })
    log.info({ a: { b: { c: { token: 'p-10' } } } })
    expect(lines.join('')).not.toMatch(/p-\d/)
    expect(lines.join('').match(/\[hidden\]/g)).toHaveLength(10)
  })

  test('credentials inside the text of an error are masked', () => {
    const { log, lines } = logInto()
    log.error({ err: new Error('connect postgres://me:hunter2@db/x failed, sent Bearer abcdef123456') })
    expect(lines.join('')).not.toMatch(/hunter2|abcdef123456/)
    log.info({ url: 'http://a', mail: 'b@c' })
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ url: 'http://a', mail: 'b@c' })
    expect(maskSecrets('https://u:p@h/x')).toBe('https://[hidden]@h/x')
  })

  test('an error is logged with its cause, without members of its own', () => {
    const { log, parsed } = logInto()
    const error = Object.assign(new Error('outer', { cause: new Error('inner') }), { body: { card: '4111' } })
    log.error({ err: error }, 'it broke')
    const line = parsed()[0]
    expect(line?.['err']).toMatchObject({ type: 'Error', message: 'outer', cause: { message: 'inner' } })
    expect(JSON.stringify(line)).not.toContain('4111')
  })

  test('the level of the settings holds, also for children', () => {
    const { log, parsed } = logInto('warn')
    log.info('quiet')
    log.child({ part: 'feed' }).warn('loud')
    expect(parsed()).toMatchObject([{ level: 'warn', part: 'feed', process: 'test', msg: 'loud' }])
  })

  test('a business fact is logged at its level and counted', async () => {
    const { log, parsed } = logInto()
    const before = await metric('caseloom_events_total', { event: 'hook.refused' })
    logEvent(log, 'hook.refused', { triggerId: 't1', reason: 'signature' })
    expect(parsed()[0]).toMatchObject({ level: 'warn', event: 'hook.refused', reason: 'signature' })
    expect(await metric('caseloom_events_total', { event: 'hook.refused' })).toBe(before + 1)
    expect(await metricsText()).toContain('# TYPE caseloom_events_total counter')
    expect(await metricsText()).toContain('caseloom_events_total{event="hook.refused"}')
  })
})
