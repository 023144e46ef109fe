import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const POLICY = 'content-security-policy'

/**
 * Serves the help pages that stand in `help/` of the web app's folder: `/help/records` is `help/records.html`. Their
 * few inline scripts are allowed by their hashes, on these pages only.
 */
export function serveHelp(fastify: FastifyInstance, webApp: string): void {
  const folder = join(webApp, 'help')
  if (!existsSync(join(folder, 'index.html'))) return
  const pages = readPages(folder)
  const hashes = [...new Set([...pages.values()].flatMap(scriptHashes))].join(' ')
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split(/[?#]/)[0] ?? ''
    // The pages' own links are relative to the folder.
    if (path === '/help') return reply.redirect('/help/', 302)
    const name = path.replace(/^\/help\/?/, '') || 'index'
    const text = pages.get(name.replace(/\/$/, '/index'))
    const policy = String(reply.getHeader(POLICY) ?? '')
    return reply
      .code(text === undefined ? 404 : 200)
      .header(POLICY, policy.replace("script-src 'self'", `script-src 'self' ${hashes}`))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(text ?? pages.get('404') ?? '')
  }
  fastify.get('/help', page)
  fastify.get('/help/*', page)
}

/** All pages by their address below `/help/`, without the ending. */
function readPages(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )
  return new Map(
    names.map((name) => [name.slice(0, -'.html'.length), readFileSync(join(folder, name), 'utf8')]),
  )
}

function scriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return scripts.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
