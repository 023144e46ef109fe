import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Need } from './permissions.ts'

/** What the browser does when this route answers 404 (docs/decisions and help page "Errors"). */
export type On404 = 'tenant-error' | 'welcome' | 'ignore' | 'here'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Names of the `:params` in a path. */
export type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** One route of the product as data: server, web client, OpenAPI and the contract tests all read it. */
export interface Route<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Fastify style path; a parameter whose name ends in `Id` is a GUID, and a malformed one answers 404. */
  path: Path
  summary: string
  /** Every route has exactly one of `needs` and `open`. */
  needs?: Need
  open?: true
  query?: Query
  body?: Body
  /** `raw` bodies reach the handler as bytes (hooks); `stream` ones as they come, never whole in memory (uploads). */
  bodyKind?: 'json' | 'raw' | 'stream'
  /** Largest accepted body in bytes; without it 5 MiB, and 64 KiB on open routes. */
  bodyLimit?: number
  /** An open route that checks its sender before it reads the body, and so may take a larger one. */
  bodyAfterCheck?: true
  /** Instead of JSON: `redirect` leads the browser on, `file` answers bytes or text of the handler's media type. */
  answers?: 'redirect' | 'file'
  /** Absent: 204 without a body. */
  reply?: Reply
  /** Status of a good answer: 200, or 204 without `reply`. */
  status?: number
  /** Codes of its own beside those that any route may answer. */
  fails?: readonly ErrorCode[]
  on404?: On404
  /** Continues with an invalid license (health, login, license upload, hooks). */
  withoutLicense?: true
}

export type AnyRoute = Route<string, z.ZodType, z.ZodType, z.ZodType>

/** Declares a route; keeps the literal types of path and schemas. */
export function route<
  const Path extends string,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
  const Answers extends 'redirect' | 'file' | undefined = undefined,
>(
  definition: Route<Path, Query, Body, Reply> & { answers?: Answers },
): Route<Path, Query, Body, Reply> & ([Answers] extends [undefined] ? unknown : { answers: Answers }) {
  // The literal of `answers` decides what a handler must hand over; the value is the same.
  return definition as never
}

/** What a caller passes: the parsed output types are what the server sees. */
export type RouteParams<R> =
  R extends Route<infer Path, z.ZodType, z.ZodType, z.ZodType>
    ? { [Name in ParamNames<Path>]: string }
    : never
export type RouteQuery<R> = R extends Route<string, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type RouteQueryInput<R> = R extends Route<string, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never
export type RouteBody<R> = R extends Route<string, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type RouteBodyInput<R> = R extends Route<string, z.ZodType, infer B, z.ZodType> ? z.input<B> : never
export type RouteReply<R> = R extends Route<string, z.ZodType, z.ZodType, infer A> ? z.output<A> : never

/** Codes that any route may answer, whatever it declares. */
export const COMMON_FAILS: readonly ErrorCode[] = [
  'request.invalid',
  'request.malformed',
  'request.unsupported_media_type',
  'request.too_large',
  'request.too_slow',
  'request.origin_refused',
  'request.too_many',
  'quota.reached',
  'session.none',
  'session.mfa_needed',
  'session.account_only',
  'right.missing',
  'app.archived',
  'license.invalid',
  'resource.not_found',
  'dependency.unavailable',
  'internal.error',
]

/** Largest body of an open route that doesn't check its sender first, in bytes. */
export const OPEN_BODY_LIMIT = 64 * 1024
const BODY_LIMIT = 5 * 1024 * 1024

/** Largest body that a route accepts, in bytes. */
export function bodyLimitOf(route: AnyRoute): number {
  return route.bodyLimit ?? (route.open === true ? OPEN_BODY_LIMIT : BODY_LIMIT)
}
