import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveHelp } from './help.ts'

describe('the help pages', () => {
  const fastify = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  let folder: string
  beforeAll(async () => {
    folder = await makeScratchFolder()
    mkdirSync(join(folder, 'help', 'use'), { recursive: true })
    writeFileSync(
      join(folder, 'help', 'index.html'),
      '<h1>Help</h1><script>1</script><script src="/a.js"></script>',
    )
    writeFileSync(join(folder, 'help', 'use', 'records.html'), '<h1>Records</h1>')
    writeFileSync(join(folder, 'help', '404.html'), '<h1>No such page</h1>')
    fastify.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', "default-src 'self';script-src 'self'")
    })
    serveHelp(fastify, folder)
  })
  afterAll(async () => {
    await fastify.close()
    removeScratchFolder(folder)
  })
  const get = (url: string) => fastify.inject({ method: 'GET', url })

  it('stand at addresses without an ending', async () => {
    expect((await get('/help')).statusCode).toBe(302)
    expect((await get('/help/')).body).toContain('<h1>Help</h1>')
    expect((await get('/help/use/records?x=1')).body).toContain('<h1>Records</h1>')
  })

  it('allow their inline scripts by hash and nothing else', async () => {
    const policy = String((await get('/help/')).headers['content-security-policy'])
    expect(policy).toBe(
      "default-src 'self';script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
    )
  })

  it('answer an unknown page with their own 404, and never a file outside', async () => {
    expect((await get('/help/none')).statusCode).toBe(404)
    const outside = await get('/help/..%2f..%2fetc%2fpasswd')
    expect([outside.statusCode, outside.body]).toEqual([404, '<h1>No such page</h1>'])
  })
})
