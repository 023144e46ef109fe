import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Balancer } from './balancer.ts'

/** The version of the HAProxy on this machine; null without one. */
export function haproxyVersion(): string | null {
  try {
    const [first = ''] = execFileSync('haproxy', ['-v'], { encoding: 'utf8' }).split('\n')
    return /version (\S+)/i.exec(first)?.[1] ?? null
  } catch {
    return null
  }
}

/**
 * Runs the real HAProxy on a configuration, from `address`, which is that of its machine. Only the certificate is left
 * out: the page's name has no place here.
 */
export async function startHaproxy(
  configuration: string,
  { folder, address }: { folder: string; address: string },
): Promise<Balancer> {
  const file = join(folder, 'haproxy.cfg')
  const plain = configuration
    .replace(/ ssl crt \S+/g, '')
    .replace(/^defaults$/m, `defaults\n  source ${address}`)
  writeFileSync(file, plain)
  execFileSync('haproxy', ['-c', '-f', file], { stdio: 'pipe' })
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'spawn')
  return {
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
