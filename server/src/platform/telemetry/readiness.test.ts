import { describe, expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'
import { metric, metricsText } from './metrics.ts'

const fine = { required: true, check: async () => undefined }
const optional = { required: false, check: () => Promise.reject(new Error('it is away')) }
const broken = { required: true, check: () => Promise.reject(new Error('the database is read-only')) }

describe('readiness of a process', () => {
  test.each([
    ['ready', { database: fine }],
    ['degraded', { database: fine, engine: optional }],
    ['unavailable', { database: broken, engine: optional }],
  ])('is %s', async (status, parts) => {
    const readiness = createReadiness(parts)
    expect((await readiness.look()).status).toBe(status)
    readiness.close()
  })

  test('names each part with its reason, also as a metric', async () => {
    const readiness = createReadiness({ database: fine, engine: optional })
    expect((await readiness.look()).parts).toEqual({
      database: { ok: true },
      engine: { ok: false, detail: 'it is away' },
    })
    const text = await metricsText()
    expect(text).toContain('caseloom_ready{part="engine"} 0')
    expect(text).toContain('caseloom_ready{part="database"} 1')
    readiness.close()
  })

  test('is draining from the first word of a stop, and unavailable goes before', async () => {
    const readiness = createReadiness({ database: fine, engine: optional })
    readiness.drain()
    expect((await readiness.look()).status).toBe('draining')
    expect(await metric('caseloom_draining')).toBe(1)
    readiness.close()
    const both = createReadiness({ database: broken })
    both.drain()
    expect((await both.look()).status).toBe('unavailable')
    both.close()
  })
})
