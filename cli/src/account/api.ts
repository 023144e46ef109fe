import { Problem } from '@caseloom/contract/kernel/errors'
import { login, logout } from '@caseloom/contract/identity/identity'
import type { AnyRoute, RouteBodyInput, RouteReply } from '@caseloom/contract/kernel/route'
import { CommandError, type Terminal, UsageError } from '../terminal/command.ts'

/** Options of every command that works on accounts. */
export const SIGN_IN_OPTIONS = {
  url: { type: 'string' },
  email: { type: 'string' },
  otp: { type: 'string' },
} as const
export const SIGN_IN_USAGE = '--email EMAIL [--otp CODE] [--url ADDRESS]'
export const SIGN_IN_HELP = [
  '  --email EMAIL  a super administrator, whose password is read from CASELOOM_PASSWORD',
  '  --otp CODE     the one-time code, if two-step verification is on',
  '  --url ADDRESS  URL of the product; default: PUBLIC_URL, else http://localhost:4000',
]

export interface SignInValues {
  url?: string | undefined
  email?: string | undefined
  otp?: string | undefined
}

/** Calls a route of the product as the person who signed in. Throws CommandError with the problem's words. */
export type Call = <R extends AnyRoute>(
  route: R,
  options?: { params?: Record<string, string>; body?: RouteBodyInput<R> },
) => Promise<RouteReply<R>>

/** Signs in, does the work and signs out again, whether or not the work succeeds. */
export async function asSuperAdministrator(
  terminal: Terminal,
  values: SignInValues,
  work: (call: Call) => Promise<void>,
): Promise<void> {
  const { email, otp } = values
  if (email === undefined) throw new UsageError('Specify a super administrator with --email')
  const password = terminal.env['CASELOOM_PASSWORD']
  if (password === undefined) throw new UsageError('Set CASELOOM_PASSWORD to the password')
  const url = (values.url ?? terminal.env['PUBLIC_URL'] ?? 'http://localhost:4000').replace(/\/$/, '')
  const body = { email, password, ...(otp === undefined ? {} : { otp }) }
  const opened = await send(url, login, { body })
  const token = /^[^=]+=([^;]+)/.exec(opened.headers.get('set-cookie') ?? '')?.[1]
  if (token === undefined) throw new CommandError(`${url} didn’t return a session`)
  const call: Call = async (route, options = {}) => {
    const reply = await send(url, route, { ...options, token })
    const answer: unknown = route.reply === undefined ? undefined : route.reply.parse(await reply.json())
    return answer as never // the route's own schema has just checked it
  }
  try {
    await work(call)
  } finally {
    // The session ends on its own; what was asked for is done.
    await send(url, logout, { token }).catch(() => undefined)
  }
}

async function send(
  url: string,
  route: AnyRoute,
  { params = {}, body, token }: { params?: Record<string, string>; body?: unknown; token?: string },
): Promise<Response> {
  const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const reply = await fetch(`${url}${path}`, {
    method: route.method,
    headers: {
      // The server takes a session's requests from its own address only.
      origin: new URL(url).origin,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CommandError(`Couldn’t connect to ${url}. Is the product running?`)
  })
  if (reply.ok) return reply
  // A reply that isn’t JSON is reported below.
  const problem = Problem.safeParse(await reply.json().catch(() => null))
  if (!problem.success)
    throw new CommandError(`${url} answered ${reply.status}, which isn’t a Caseloom response`)
  const faults = (problem.data.issues ?? []).map(
    ({ path: at, message }) => `  ${at.slice(1).join('.')}: ${message}`,
  )
  throw new CommandError([problem.data.title, ...faults].join('\n'))
}
