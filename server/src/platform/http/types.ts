import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Readable } from 'node:stream'
import type {
  AnyRoute,
  RouteBody,
  RouteParams,
  RouteQuery,
  RouteReply,
} from '@caseloom/contract/kernel/route'
import type { TenantScope } from '../database/types.ts'

/** Facts of the request that a handler may need beside its parsed input. */
export interface RequestFacts {
  /** Request id, also in logs and problems. */
  id: string
  ip: string
  /** Lower-case header names. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Applied zone of the Timezone header (IANA), UTC when absent or unknown. */
  timeZone: string
  /** Aborted when the client goes away. */
  signal: AbortSignal
}

/** What the handler may set beside the reply body. */
export interface ReplyControl {
  status(code: number): void
  header(name: string, value: string): void
  /** Sends this text as the answer, in place of JSON; what the handler returns is ignored. */
  text(content: string): void
  /** Session cookie: a token sets it, null clears it. */
  sessionCookie(token: string | null, expires?: Date): void
  /** The cookie by which a browser is known again. */
  deviceCookie(token: string): void
}

/** Everything a route's handler gets: parsed, authenticated, with `needs` already checked. */
export interface Context<R extends AnyRoute> {
  params: RouteParams<R>
  query: RouteQuery<R>
  body: RouteBody<R>
  /** Bytes of a raw body; empty otherwise. */
  raw: Buffer
  /** A stream body as it comes, at most `bodyLimit` long by its headers; empty otherwise. */
  stream: Readable
  actor: Actor
  /** Session token of the caller, null for API tokens and strangers. */
  sessionToken: string | null
  request: RequestFacts
  reply: ReplyControl
}

/** Context of a route under a tenant. */
export interface TenantContext<R extends AnyRoute> extends Context<R> {
  scope: TenantScope
}

/** What a route that answers with a redirect hands over: a path of ours, or the whole address of a sign-in provider. */
export interface Redirect {
  location: string
}
/** What a route that answers with a file hands over; `fileName` makes it a download. */
export interface FileAnswer {
  mediaType: string
  content: string | Buffer | Readable
  /** Bytes of a stream, when they are known. */
  size?: number
  fileName?: string
}
type Answer<R extends AnyRoute> = R extends { answers: 'redirect' }
  ? Redirect
  : R extends { answers: 'file' }
    ? FileAnswer
    : RouteReply<R>
export type Handler<R extends AnyRoute> = (context: Context<R>) => Promise<Answer<R>>
export type TenantHandler<R extends AnyRoute> = (context: TenantContext<R>) => Promise<Answer<R>>

/** A request whose body is beyond its route's limit, and was not read. */
export interface TooLarge {
  scope: TenantScope
  params: Record<string, string>
  /** Bytes according to its headers; null when they don't say. */
  size: number | null
  limit: number
}
/** A request whose body has not been read yet. */
export interface RequestHead {
  params: Record<string, string>
  scope: TenantScope | null
  request: RequestFacts
  /** Bytes that its headers announce; null when they don't. */
  size: number | null
}
export interface BindOptions {
  /**
   * Runs before a byte of the body is read, for routes with `bodyAfterCheck`: throws to refuse the sender; may lower the
   * limit of the body, in bytes.
   */
  beforeBody?(head: RequestHead): Promise<{ limit: number } | undefined>
  /** Called for bodies over the limit before they are rejected with 413. */
  tooLarge?(refused: TooLarge): Promise<void>
}

/** How routes are served. `bind` for routes without a tenant, `bindTenant` for those with `:tenantId` in the path. */
export interface Http {
  bind<R extends AnyRoute>(route: R, handler: Handler<R>, options?: BindOptions): void
  bindTenant<R extends AnyRoute>(route: R, handler: TenantHandler<R>, options?: BindOptions): void
}

/** What the HTTP layer and the hubs ask of identity and tenancy; composed in services.ts. */
export interface Gatekeeper {
  /**
   * The signed-in caller for this token (cookie or bearer), seen in the tenant or account when one is named; null =
   * no one. `touch: false` does not count as a use of the session.
   */
  authenticate(
    token: string,
    place: { tenantId?: string; accountId?: string },
    options?: { touch?: boolean },
  ): Promise<Actor | null>
  /** The tenant if it exists and is active, independent of the caller. */
  tenant(tenantId: string): Promise<TenantScope | null>
  /** False while the license is invalid and this actor is to be shut out. */
  licensed(actor: Actor): Promise<boolean>
}
