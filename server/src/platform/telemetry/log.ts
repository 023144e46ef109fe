import pino, { type DestinationStream, type Logger } from 'pino'
import { count } from './metrics.ts'
import { traceFacts } from './tracing.ts'

export type Log = Logger

export interface LogOptions {
  level: string
  /** Names the process in each line: web, worker, launcher. */
  process: string
  /** Where lines go; standard output when absent. */
  destination?: DestinationStream
}

/** Members whose values never reach a log line, at any of the depths where our own code puts them. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'secret',
  'token',
  'sessionToken',
  'apiKey',
  '["x-hub-signature-256"]',
  '["proxy-authorization"]',
]
const PLACES = ['', '*', '*.*', '*.*.*']

function redactedPaths(): string[] {
  return PLACES.flatMap((place) =>
    SECRET_KEYS.map((key) => (key.startsWith('[') || place === '' ? `${place}${key}` : `${place}.${key}`)),
  )
}

/** The one logger of a process: JSON lines, secrets masked, times as ISO text. Children come from `log.child()`. */
export function createLog(options: LogOptions): Log {
  const settings = {
    level: options.level,
    base: { process: options.process, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactedPaths(), censor: '[hidden]' },
    mixin: traceFacts,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, error: describeError },
    // The last look at each line: messages and stacks quote addresses and headers.
    hooks: { streamWrite: maskSecrets },
  }
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination)
}

/** What a log line says about an error: enough to find the place, nothing that the error carries along. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack ?? '',
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

/** Masks credentials in free text or a JSON line: those of addresses, and bearer or basic tokens. */
export function maskSecrets(text: string): string {
  return text
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"\\]*@/gi, '$1[hidden]@')
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, '$1 [hidden]')
}

/** Business facts that are counted and logged together. Level: error = act now, warn = healed itself. */
export const EVENTS = {
  'hook.accepted': 'debug',
  'hook.filtered': 'debug',
  'hook.duplicate': 'debug',
  'hook.refused': 'warn',
  'login.succeeded': 'info',
  'login.failed': 'warn',
  'session.ended': 'info',
  'license.changed': 'info',
  'install.finished': 'info',
  'run.started': 'debug',
  'run.succeeded': 'debug',
  'run.failed': 'warn',
  'run.lost': 'error',
  'job.over': 'info',
  'step.retried': 'debug',
  'step.waiting': 'warn',
  'clock.skewed': 'error',
  'clock.agrees': 'info',
  'relay.delayed': 'warn',
  'outbound.refused': 'warn',
  'request.throttled': 'warn',
  'hub.refused': 'warn',
  'hub.cut': 'info',
  'feed.lost': 'warn',
  'feed.restored': 'info',
  'feed.unreadable': 'error',
  'files.full': 'error',
  'mail.delayed': 'info',
  'mail.failed': 'warn',
  'audit.sealed': 'info',
} as const satisfies Record<string, 'debug' | 'info' | 'warn' | 'error'>
export type EventName = keyof typeof EVENTS

/** Facts of an event: ids, codes and figures; never secrets, never values of records. */
export type EventFacts = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Logs a business fact at its level and counts it. */
export function logEvent(log: Log, name: EventName, facts: EventFacts = {}): void {
  count('caseloom_events_total', { event: name })
  log[EVENTS[name]]({ event: name, ...facts }, name)
}
