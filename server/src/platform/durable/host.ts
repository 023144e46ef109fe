import type { JsonValue } from '@caseloom/contract/kernel/json'
import * as restate from '@restatedev/restate-sdk'
import { createEndpointHandler } from '@restatedev/restate-sdk/node'
import {
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2'
import type { Logger } from 'pino'
import { isPassingFault } from '../database/patience.ts'
import { type AttemptDrain, createDrain, type Drain } from './drain.ts'
import { openSpan } from '../telemetry/tracing.ts'
import { runLoop } from './run-loop.ts'
import { checkedOnce } from './signed-requests.ts'
import {
  type DurableProgram,
  type Invocation,
  RUN_HANDLER,
  RUN_SERVICE,
  type RunStart,
  TryLater,
} from './types.ts'

/** An attempt may be cut off this long after the engine asked it to pause: longer than any step may take. */
const ABORT_TIMEOUT = { minutes: 15 } as const

/**
 * Only the engine comes here, on a few connections: what guards against strangers would cut all runs of one off, and
 * their effects in flight would come again.
 */
const TRUSTED = { streamResetBurst: 1_000_000, streamResetRate: 1_000_000, maxSessionMemory: 256 } as const

export interface DurableHostOptions {
  /** Where the engine reaches this process; loopback unless workers run on machines of their own. */
  listen: { host: string; port: number }
  /** The engine's public keys; empty accepts unsigned requests. */
  identityKeys: readonly string[]
  log: Logger
  /**
   * Loads a run for one attempt; null when this invocation has no run to work on. May throw TryLater; any other throw
   * ends up in `crashed`.
   */
  open(start: RunStart, invocation: Invocation): Promise<DurableProgram | null>
  /** Ends an invocation without a run permanently: returning would not fit its journal, and be repeated for hours. */
  giveUp(invocationId: string): Promise<void>
  /** A bug or broken data met while hosting: ends the run permanently. May throw TryLater. */
  crashed(start: RunStart, error: unknown): Promise<JsonValue>
  /** A replay took another way than the journal knows: end this invocation, and let the run continue in another. */
  diverged(start: RunStart, invocation: Invocation, reason: string): Promise<void>
}

export interface DurableHost {
  readonly port: number
  /** Runs whose attempt is being worked on in this process. */
  active(): number
  /** Effects that are under way in this process. */
  underWay(): number
  /**
   * Refuses further runs, lets effects under way end and be journaled within the limit, and returns how many it had to
   * leave: only those are made again, by whichever process continues their runs.
   */
  drain(withinMs: number): Promise<number>
  /** Cuts what is open; the engine continues it elsewhere or later. */
  close(): Promise<void>
}

/** Serves the runs that the engine hands to this process. */
export async function startDurableHost(options: DurableHostOptions): Promise<DurableHost> {
  let active = 0
  const drain = createDrain()
  const service = restate.service({
    name: RUN_SERVICE,
    handlers: {
      [RUN_HANDLER]: async (ctx: restate.Context, start: RunStart): Promise<JsonValue> => {
        active += 1
        ctx
          .request()
          .attemptCompletedSignal.addEventListener('abort', () => void (active -= 1), { once: true })
        return attempt({ ...options, drain }, ctx, start)
      },
    },
    options: {
      inactivityTimeout: { seconds: 3 },
      abortTimeout: ABORT_TIMEOUT,
      // History is ours: the engine only has to know a start again for as long as someone may repeat it.
      idempotencyRetention: { hours: 2 },
      journalRetention: 0,
      explicitCancellation: true,
      hooks: [divergenceHook(options)],
      // About three hours of an absent worker or database; then the run fails with its reason.
      retryPolicy: {
        initialInterval: { milliseconds: 50 },
        exponentiationFactor: 2,
        maxInterval: { seconds: 10 },
        maxAttempts: 1000,
        onMaxAttempts: 'kill',
      },
    },
  })
  const parts = { services: [service], logger: engineLogger(options.log) }
  const believing = createEndpointHandler(parts)
  const identityKeys = [...options.identityKeys]
  const handler =
    identityKeys.length === 0
      ? believing
      : checkedOnce(createEndpointHandler({ ...parts, identityKeys }), believing)
  const server = createServer(TRUSTED, (request, response) =>
    drain.isDraining ? refuse(request, response) : handler(request, response),
  )
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    // A broken connection is the engine's to repeat; without a listener it would end the process.
    session.on('error', () => undefined)
  })
  await listen(server, options.listen)
  let closed: Promise<void> | undefined
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.listen.port,
    active: () => active,
    underWay: drain.underWay,
    // NOTE: no session is closed before. At a GOAWAY the engine drops the connection with everything on it as soon as it
    // has another run to bring, and what was under way comes again.
    drain: (withinMs) => drain.drained(withinMs),
    async close() {
      closed ??= closing(server)
      for (const session of sessions) session.destroy()
      await closed
    },
  }
}

/** Code of the SDK for a replay that does not fit its journal. */
const JOURNAL_MISMATCH = 570

/**
 * The engine would repeat a replay that went astray for hours, and the handler itself does not learn of it:
 * only an interceptor sees the fault.
 */
function divergenceHook(options: DurableHostOptions): restate.HooksProvider {
  return ({ request }) => ({
    interceptor: {
      async handler(next) {
        try {
          await next()
        } catch (error) {
          if (error instanceof restate.RestateError && error.code === JOURNAL_MISMATCH) {
            // The body of an invocation is what the relay or the reconciler put there.
            const start = JSON.parse(Buffer.from(request.body).toString('utf8')) as RunStart
            const invocation = { id: request.id, key: start.key }
            await options.diverged(start, invocation, error.message).catch((fault: unknown) => {
              options.log.warn({ err: fault, runId: start.runId }, 'replay diverged; retrying')
            })
          }
          throw error
        }
      },
    },
  })
}

async function attempt(
  options: DurableHostOptions & { drain: Drain },
  ctx: restate.Context,
  start: RunStart,
): Promise<JsonValue> {
  const facts = { 'caseloom.run_id': start.runId }
  const slice = openSpan('run', { kind: 'consumer', facts, parent: start.trace ? { ...start.trace } : {} })
  let program: DurableProgram | undefined
  let drain: AttemptDrain | undefined
  // A waiting run is cut off and its promise left pending: only the signal shows that this slice has ended.
  const release = () => {
    drain?.end()
    program?.release()
    slice.end()
  }
  const signal = ctx.request().attemptCompletedSignal
  try {
    const { id } = ctx.request()
    const opened = await slice.inside(() => options.open(start, { id, key: start.key }))
    if (opened === null) {
      options.log.warn({ runId: start.runId, invocation: id }, 'ended an invocation without a run')
      await options.giveUp(id)
      throw new TryLater(null)
    }
    program = opened
    const mine = options.drain.attempt()
    drain = mine
    if (signal.aborted) release()
    else signal.addEventListener('abort', release, { once: true })
    // The option explicitCancellation makes the context one with `cancellation()`.
    return await slice.inside(() => runLoop(ctx as restate.internal.ContextInternal, opened, mine))
  } catch (error) {
    if (error instanceof TryLater && error.afterMs !== null)
      throw new restate.RetryableError(error.message, { retryAfter: error.afterMs })
    // What breaks after the attempt was cut off says nothing about the run.
    if (signal.aborted || error instanceof TryLater || error instanceof restate.RestateError) throw error
    // Whatever the run was at: a database that can't do it now will do it later.
    if (isPassingFault(error)) throw new TryLater(error)
    slice.fail('internal.error', error)
    options.log.error({ err: error, runId: start.runId }, 'run failed with an internal error')
    return options.crashed(start, error)
  } finally {
    drain?.leave()
    slice.end()
  }
}

/** The engine brings the run to another worker, or here again after a pause. */
function refuse(request: Http2ServerRequest, response: Http2ServerResponse): void {
  request.resume()
  response.writeHead(503)
  // It keeps its side open for the journal of a run; no one reads it here.
  response.end(() => response.stream.close())
}

function closing(server: Http2Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()))
}

function listen(server: Http2Server, at: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** The SDK logs each start and end of an attempt at info: we take only its warnings and errors. */
function engineLogger(log: Logger): restate.LoggerTransport {
  return (meta, message, ...rest) => {
    if (meta.level === 'error')
      log.warn({ rest: rest.map(String), invocation: meta.context?.invocationId }, String(message))
    else if (meta.level === 'warn') log.debug({ rest: rest.map(String) }, String(message))
  }
}
