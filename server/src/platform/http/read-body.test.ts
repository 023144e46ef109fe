import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createBodyMemory } from './body-memory.ts'
import { readBody } from './read-body.ts'

const reading = (stream: PassThrough, over: { limit?: number; announced?: number | null } = {}) => {
  const memory = createBodyMemory(1024 * 1024)
  const lease = memory.lease({ tenantId: 't', stranger: false })
  const body = readBody(stream, {
    limit: 1_000,
    announced: null,
    lease,
    pace: { graceMs: 8, bytesPerSecond: 1_000_000 },
    ...over,
  })
  return { body, memory }
}

describe('reading a body into memory', () => {
  it('puts its pieces together', async () => {
    const stream = new PassThrough()
    const { body } = reading(stream)
    stream.write('ab')
    stream.end('cd')
    expect((await body).toString()).toBe('abcd')
  })

  it('refuses an announced length over the limit before it reads anything', async () => {
    const stream = new PassThrough()
    const { body } = reading(stream, { announced: 1_001 })
    await expect(body).rejects.toMatchObject({ code: 'request.too_large' })
    expect(stream.listenerCount('data')).toBe(0)
  })

  it('stops at the limit when the length was not announced, or was too small', async () => {
    const stream = new PassThrough()
    const { body } = reading(stream, { announced: 3 })
    stream.write(Buffer.alloc(1_001))
    await expect(body).rejects.toMatchObject({ code: 'request.too_large' })
    expect(stream.isPaused()).toBe(true)
  })

  it('ends a body that arrives too slowly', async () => {
    const stream = new PassThrough()
    const { body } = reading(stream)
    stream.write('a')
    await expect(body).rejects.toMatchObject({ code: 'request.too_slow', status: 408 })
  })

  it('ends a body whose sender leaves, before or while it is read', async () => {
    const [before, meanwhile] = [new PassThrough(), new PassThrough()]
    before.destroy()
    await expect(reading(before).body).rejects.toMatchObject({ code: 'request.malformed' })
    const { body } = reading(meanwhile)
    meanwhile.destroy()
    await expect(body).rejects.toMatchObject({ code: 'request.malformed' })
  })

  it('frees the memory of refused bodies before any garbage is collected', async () => {
    const lease = createBodyMemory(1024 ** 3).lease({ tenantId: 't', stranger: false })
    const piece = Buffer.alloc(64 * 1024)
    const before = process.memoryUsage().arrayBuffers
    for (let body = 0; body < 20; body += 1) {
      const stream = new PassThrough({ highWaterMark: 2 * 1024 * 1024 })
      const read = readBody(stream, { limit: 1024 * 1024, announced: null, lease })
      for (let sent = 0; sent <= 16; sent += 1) stream.write(piece)
      await expect(read).rejects.toMatchObject({ code: 'request.too_large' })
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024)
  })

  it('counts the memory it takes, for tiny pieces and for long bodies', async () => {
    const [tiny, long] = [new PassThrough(), new PassThrough()]
    const few = reading(tiny)
    for (const letter of 'abc') tiny.write(letter)
    tiny.end()
    expect((await few.body).toString()).toBe('abc')
    expect(few.memory.bytesInFlight()).toBe(4 * 1024)
    const many = reading(long, { limit: 1_000_000 })
    const pieces = Array.from({ length: 400 }, (_, at) => Buffer.alloc(1_001, at % 256))
    for (const piece of pieces) long.write(piece)
    long.end()
    expect((await many.body).equals(Buffer.concat(pieces))).toBe(true)
    expect(many.memory.bytesInFlight()).toBe((4 + 16 + 64 + 256 + 256) * 1024)
  })

  it('keeps a body that comes in one piece as it is', async () => {
    const stream = new PassThrough()
    const { body } = reading(stream, { announced: 3 })
    const piece = Buffer.from('abc')
    stream.end(piece)
    expect(await body).toBe(piece)
  })
})
