import { createServer } from 'node:net'
import type { HostPort, LaunchConfig } from '../platform/config.ts'
import { chooseFree } from '../platform/embedded/ports.ts'
import { StartError, systemErrorCode } from '../platform/start-error.ts'

/** Where the web process will listen and be seen: port 0 becomes a free port, a taken one stops the start immediately. */
export async function settleAddress(config: LaunchConfig): Promise<{ listen: HostPort; publicUrl: string }> {
  const { host, port } = config.listen
  if (port !== 0) {
    await probe(host, port)
    return { listen: config.listen, publicUrl: config.publicUrl }
  }
  const chosen = await chooseFree()
  await probe(host, chosen)
  const url = new URL(config.publicUrl)
  // Port 0 in the public address can only come from its default.
  if (url.port === '0') url.port = String(chosen)
  return { listen: { host, port: chosen }, publicUrl: url.href.replace(/\/$/, '') }
}

function probe(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => reject(explain(error, host, port)))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
}

/** Why a server of ours cannot listen, in words for the operator; `setting` names where it is chosen. */
export function explainListenError(error: unknown, { host, port }: HostPort, setting: string): unknown {
  switch (systemErrorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is in use by another program.`,
        `Stop that program, or set ${setting} to another address, and start again.`,
      )
    case 'EACCES':
      return new StartError(
        `This user isn’t allowed to listen on port ${port}.`,
        `Set ${setting} to a port above 1023, behind a reverse proxy if needed.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `Invalid setting ${setting}: ${host} isn’t an address of this machine.`,
        `Set ${setting} to an address of this machine, or to 0.0.0.0 for all of them.`,
      )
    default:
      return error
  }
}

function explain(error: Error, host: string, port: number): unknown {
  switch (systemErrorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is in use by another program.`,
        `Stop that program, or choose another port: PORT=${port === 65_535 ? 4000 : port + 1} npm start`,
      )
    case 'EACCES':
      return new StartError(
        `This user isn’t allowed to listen on port ${port}.`,
        'Set PORT to a port above 1023, behind a reverse proxy if needed.',
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `Invalid setting HOST: ${host} isn’t an address of this machine.`,
        'Use 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses.',
      )
    default:
      return error
  }
}
