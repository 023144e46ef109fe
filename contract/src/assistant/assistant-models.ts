import { z } from 'zod'
import { Key } from '../field-types/common-settings.ts'
import { Instant, SentId, TenantId } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'

/** `none`: the built-in answerer alone. Ollama is spoken to by its OpenAI-compatible endpoint. */
export const MODEL_PROVIDERS = ['none', 'openaiCompatible', 'anthropic', 'ollama'] as const
export const ModelProvider = z.enum(MODEL_PROVIDERS)
export type ModelProvider = z.infer<typeof ModelProvider>

/** `app.field` or, for a field of any app, `*.field`. */
const FieldName = z
  .string()
  .regex(/^(?:\*|[a-z][a-z0-9_]{0,31})\.[a-z][a-z0-9_]{0,31}$/, 'Write app.field or *.field')
const Money = z.number().min(0).max(1_000_000)

const settings = {
  provider: ModelProvider,
  /** Where the interface of the provider begins; empty for the provider’s own address (Anthropic). */
  baseUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).and(z.string().max(500)),
  model: z.string().trim().max(200),
  /** Null leaves it to the model. */
  temperature: z.number().min(0).max(2).nullable(),
  maxOutputTokens: z.number().int().min(64).max(32_000),
  /** For a whole answer, all steps of it. */
  timeoutSeconds: z.number().int().min(1).max(300),
  /** Null: without limit. */
  limits: z.strictObject({
    questionsPerUserPerHour: z.number().int().min(1).max(1000).nullable(),
    tokensPerDay: z.number().int().min(1).max(1_000_000_000).nullable(),
    costPerMonth: Money.nullable(),
  }),
  /** What a million tokens cost; cost is counted by these alone. */
  prices: z.strictObject({
    currency: z.string().regex(/^[A-Z]{3}$/, 'Use 3 uppercase letters'),
    inputPerMillion: Money,
    outputPerMillion: Money,
  }),
  /** What may leave for the model. */
  sends: z.strictObject({
    /** Without it a model sees of records only their app and tracking id. */
    recordValues: z.boolean(),
    excludedApps: z.array(Key).max(200),
    excludedFields: z.array(FieldName).max(500),
  }),
  /** Days that the log of sent data is retained. */
  logDays: z.number().int().min(1).max(365),
}

/** What was used of the model, by the log’s own count; days and months are those of UTC. */
export const ModelUsage = z.object({
  questions: z.number().int(),
  tokensIn: z.number().int(),
  tokensOut: z.number().int(),
  cost: z.number(),
})
export type ModelUsage = z.infer<typeof ModelUsage>

export const ModelSettings = z.object({
  ...settings,
  /** The key itself is never returned. */
  hasKey: z.boolean(),
  revision: z.number().int(),
  used: z.object({ today: ModelUsage, month: ModelUsage }),
})
export type ModelSettings = z.infer<typeof ModelSettings>

/**
 * `apiKey`: absent retains the previous one, null removes it. A stored key is sent only to the address it was entered
 * for.
 */
export const ModelDraft = z.strictObject({
  ...settings,
  apiKey: z.string().min(1).max(2000).nullable().optional(),
  revision: z.number().int(),
})
export type ModelDraft = z.infer<typeof ModelDraft>

const base = '/tenant/account/:accountId/assistant/model' as const
export const modelSettings = route({
  method: 'GET',
  path: base,
  summary: 'Gets the language model of the account, its limits, and its usage',
  needs: 'account:admin',
  reply: ModelSettings,
  on404: 'here',
})
export const saveModelSettings = route({
  method: 'PUT',
  path: base,
  summary: 'Sets the language model of the account, its limits, and what may be sent to it',
  needs: 'account:admin',
  body: ModelDraft,
  reply: ModelSettings,
  fails: ['resource.version_conflict'],
  on404: 'here',
})
export const tryModel = route({
  method: 'POST',
  path: `${base}/try`,
  summary: 'Tests these settings with one short question without saving them. No data is sent.',
  needs: 'account:admin',
  body: ModelDraft,
  reply: z.object({
    text: z.string(),
    tokensIn: z.number().int(),
    tokensOut: z.number().int(),
    milliseconds: z.number().int(),
  }),
  on404: 'here',
})
export const modelChoices = route({
  method: 'GET',
  path: `${base}/choices`,
  summary: 'Lists apps and fields that can be withheld from the model, as far as the caller can see them',
  needs: 'account:admin',
  reply: z.object({
    apps: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        fields: z.array(z.object({ key: z.string(), label: z.string() })),
      }),
    ),
  }),
  on404: 'here',
})

/** How a question to the model ended. */
export const SENT_OUTCOMES = [
  'underway',
  'answered',
  'stopped',
  'cutOff',
  'timeout',
  'unreachable',
  'busy',
  'refused',
  'unreadable',
  'failed',
] as const
export const SentOutcome = z.enum(SENT_OUTCOMES)
export type SentOutcome = z.infer<typeof SentOutcome>

export const SentEntry = z.object({
  id: SentId,
  at: Instant,
  /** Null: a test by an administrator. */
  tenantId: TenantId.nullable(),
  user: z.object({ id: z.string(), name: z.string() }),
  provider: ModelProvider,
  model: z.string(),
  /** Host of the address it went to. */
  host: z.string(),
  outcome: SentOutcome,
  tokensIn: z.number().int(),
  tokensOut: z.number().int(),
  /** The provider returned no token counts: they are estimated from lengths. */
  reckoned: z.boolean(),
  cost: z.number(),
  currency: z.string(),
  milliseconds: z.number().int().nullable(),
  /** Names of the tools that the model called, in order. */
  tools: z.array(z.string()),
})
export type SentEntry = z.infer<typeof SentEntry>
/** What went out, in its order; the model’s own words stand among it where they were sent back to it. */
export const SentMessage = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  text: z.string(),
})
export type SentMessage = z.infer<typeof SentMessage>

const SentQuery = z.strictObject({
  tenantId: TenantId.optional(),
  userId: z.string().max(100).optional(),
  outcome: SentOutcome.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
})
export type SentQuery = z.infer<typeof SentQuery>
export const listSent = route({
  method: 'GET',
  path: `${base}/sent`,
  summary: 'Lists the requests sent to the model without their messages, newest first',
  needs: 'account:admin',
  query: PageQuery.extend(SentQuery.shape),
  reply: pageOf(SentEntry),
  on404: 'here',
})
export const getSent = route({
  method: 'GET',
  path: `${base}/sent/:sentId`,
  summary: 'Gets one request with every message exactly as sent',
  needs: 'account:admin',
  reply: SentEntry.extend({ messages: z.array(SentMessage), answer: z.string() }),
  on404: 'here',
})
