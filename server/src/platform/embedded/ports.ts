import { randomInt } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { explainSystemError, StartError } from '../start-error.ts'

const Ports = z.object({ worker: z.int().min(1024).max(65_535) })

/** The loopback port of one data folder where the engine reaches the worker; the engine itself has none. */
export type Ports = z.output<typeof Ports>

/**
 * The ports of a data folder: chosen once and stored, because runs remember the worker's address. A port that another
 * program has taken since is replaced; the worker then moves its deployment to the new address.
 */
export async function keepPorts(dataDir: string): Promise<Ports> {
  const file = join(dataDir, 'ports.json')
  const known = readPorts(file)?.worker
  const ports = { worker: known !== undefined && (await isFree(known)) ? known : await chooseFree() }
  // Written at every start: earlier versions left it readable to all users.
  writePorts(file, ports)
  return ports
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
    'No free port between 20000 and 29999 on 127.0.0.1.',
    'Stop programs that use them, and start again.',
  )
}

function readPorts(file: string): Ports | null {
  try {
    return Ports.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Missing or half written: new ports are chosen.
    return null
  }
}

function writePorts(file: string, ports: Ports): void {
  try {
    rmSync(`${file}.new`, { force: true })
    writeFileSync(`${file}.new`, `${JSON.stringify(ports, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw explainSystemError(error, file)
  }
}
