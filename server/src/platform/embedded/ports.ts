import { randomInt } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { explainSystemError, StartError } from '../start-error.ts'

const Ports = z.object({
  ingress: z.int().min(1024).max(65_535),
  admin: z.int().min(1024).max(65_535),
  node: z.int().min(1024).max(65_535),
  worker: z.int().min(1024).max(65_535),
})

/** Loopback ports of one data folder: three of the engine's, and the one where it reaches the worker. */
export type Ports = z.output<typeof Ports>

const NAMES = ['ingress', 'admin', 'node', 'worker'] as const

/**
 * The ports of a data folder: chosen once and kept, because runs remember the worker's address. A port which another
 * program has taken meanwhile is replaced; the worker then moves its deployment to the new address.
 */
export async function keepPorts(dataDir: string): Promise<Ports> {
  const file = join(dataDir, 'ports.json')
  const stored = readPorts(file)
  const ports: Partial<Ports> = {}
  for (const name of NAMES) {
    const known = stored?.[name]
    ports[name] =
      known !== undefined && (await isFree(known)) ? known : await chooseFree(Object.values(ports))
  }
  const kept = Ports.parse(ports)
  if (stored === null || NAMES.some((name) => stored[name] !== kept[name])) writePorts(file, kept)
  return kept
}

/** Whether a TCP port of an address can be listened on right now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** A free TCP port below the range from which systems take the ports of outgoing connections. */
export async function chooseFree(taken: readonly number[] = []): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(20_000, 30_000)
    if (!taken.includes(port) && (await isFree(port))) return port
  }
  throw new StartError(
    'No free port was found between 20000 and 29999 on 127.0.0.1.',
    'Stop programs that hold them, and start again.',
  )
}

function readPorts(file: string): Ports | null {
  try {
    return Ports.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function writePorts(file: string, ports: Ports): void {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(ports, null, 2)}\n`)
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw explainSystemError(error, file)
  }
}
