import { z } from 'zod'
import { Observable, ObservableKind } from '../values/case-fields.ts'
import { OverallVerdict, Verdict } from '../values/verdict.ts'
import { AppId, Instant } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'
import { ActorRef } from './records.ts'

/** Former results that are stored for each value and source, beside the present one. */
export const MAX_FORMER_LOOKUPS = 20
/** Sources that can have a result for one value. */
export const MAX_LOOKUP_SOURCES = 50
/** Days of sightings in a list, and on the page of an observable; the last one ends now. */
export const SIGHTING_DAYS = { list: 14, page: 30 } as const

/** An address that opens in a browser: nothing else becomes a link. */
export const WebAddress = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''), {
    message: 'Use an address that begins with http:// or https://',
  })

/** What one source said of an observable. */
export const Lookup = z.object({
  source: z.string(),
  verdict: Verdict,
  /** From 0 (harmless) to 100 (harmful). */
  score: z.number().int().min(0).max(100).nullable(),
  summary: z.string(),
  link: z.string().nullable(),
  checkedAt: Instant,
  /** From then on it no longer counts; null for never. */
  expiresAt: Instant.nullable(),
  by: ActorRef,
})
export type Lookup = z.infer<typeof Lookup>

export const ObservableSightings = z.object({
  /** Readable records that hold the value; `capped` if there are more. */
  records: z.number().int(),
  capped: z.boolean(),
  /** Records by day in which the value came to them, oldest first; the last day ends now. */
  days: z.array(z.number().int()),
  lastSeen: Instant.nullable(),
})
export type ObservableSightings = z.infer<typeof ObservableSightings>

const judged = {
  overall: OverallVerdict,
  /** The present result of each source, newest first, expired ones included. */
  lookups: z.array(Lookup),
}

export const ObservableRow = Observable.extend({ ...judged, sightings: ObservableSightings })
export type ObservableRow = z.infer<typeof ObservableRow>

export const ObservableName = z.strictObject({
  kind: ObservableKind,
  value: z.string().trim().min(1).max(4_000),
})
export type ObservableName = z.infer<typeof ObservableName>

export const ObservableVerdict = ObservableName.extend(judged)
export type ObservableVerdict = z.infer<typeof ObservableVerdict>

export const ObservableView = ObservableVerdict.extend({
  /** Former results, newest first. */
  history: z.array(Lookup),
  records: z.number().int(),
  firstSeen: Instant,
  lastSeen: Instant,
  /** By app, the one with the most records first. */
  sightings: z.array(ObservableSightings.extend({ app: z.object({ id: AppId, name: z.string() }) })),
  can: z.object({ setVerdict: z.boolean() }),
})
export type ObservableView = z.infer<typeof ObservableView>

const judgment = {
  verdict: Verdict,
  score: z.number().int().min(0).max(100).nullable().default(null),
  summary: z.string().trim().max(500).default(''),
  link: WebAddress.nullable().default(null),
}

/** One result as it is stored: the value in the canonical form of its kind. */
export const LookupWrite = ObservableName.extend({
  ...judgment,
  source: z.string().trim().min(1).max(100),
  expiresAt: Instant.nullable(),
})
export type LookupWrite = z.infer<typeof LookupWrite>

const base = '/api/tenant/:tenantId' as const

export const recordObservables = route({
  method: 'GET',
  path: `${base}/apps/:appId/records/:recordId/observables`,
  summary: 'Lists the observables of a field with their verdicts, lookups, and sightings',
  needs: 'record:read',
  query: PageQuery.extend({ field: z.string().min(1).max(100) }),
  reply: pageOf(ObservableRow),
  on404: 'here',
})
export const getObservable = route({
  method: 'GET',
  path: `${base}/observables/one`,
  summary: 'Gets one observable with its verdict, lookups, and sightings. Defanged values are accepted.',
  needs: 'record:read',
  query: ObservableName,
  reply: ObservableView,
  on404: 'here',
})
export const setVerdict = route({
  method: 'POST',
  path: `${base}/observables/verdicts`,
  summary:
    'Stores what a source says of an observable in a readable record: the caller as Analyst, or the given source',
  needs: 'record:update',
  body: ObservableName.extend({
    ...judgment,
    /** Absent: the caller, as an analyst, whose verdict wins. */
    source: z.string().trim().min(1).max(100).optional(),
    expiresAt: Instant.nullable().default(null),
  }),
  reply: ObservableVerdict,
  on404: 'here',
})
export const withdrawVerdict = route({
  method: 'DELETE',
  path: `${base}/observables/verdicts`,
  summary: 'Withdraws the verdict of an analyst, which then counts as expired',
  needs: 'record:update',
  query: ObservableName,
  reply: ObservableVerdict,
  on404: 'here',
})
