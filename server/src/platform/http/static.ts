import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'
import { StartError } from '../start-error.ts'
import { serveHelp } from './help.ts'
import { isInterfacePath, wantsNoPage } from './interface-path.ts'

/** Names of built files carry a hash of their content: they may be cached forever. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves the built web app of `folder`: files as they are, every other page address as the app's one page.
 * Paths of the interface are never answered with a page.
 */
export async function serveWebApp(fastify: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new StartError(
      `The web app isn’t built: ${folder} has no index.html.`,
      'Build it with "node tools/start.mjs --help", and start again.',
    )
  await fastify.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? FOREVER : 'no-cache')
    },
  })
  serveHelp(fastify, folder)
  const page = async (_request: FastifyRequest, reply: FastifyReply) => reply.sendFile('index.html')
  fastify.get('/', page)
  fastify.get('/*', async (request, reply) => {
    // A search in the query can look like a file name: only the path counts.
    const isFile = /\.[a-z0-9]{2,5}$/i.test(request.url.split('?', 1)[0] ?? '')
    if (isInterfacePath(request.url) || isFile || wantsNoPage(request.headers.accept))
      throw fail('resource.not_found')
    return page(request, reply)
  })
}
