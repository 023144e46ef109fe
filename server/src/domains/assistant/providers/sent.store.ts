import {
  type ModelUsage,
  SentEntry,
  SentMessage,
  type SentOutcome,
  type SentQuery,
} from '@caseloom/contract/assistant/assistant-models'
import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { firstIdAt } from '../../../platform/uuid.ts'

const CountFirstRow = z.object({ count: z.string(), first: z.date().nullable() })

export interface NewSent {
  id: string
  accountId: string
  tenantId: string | null
  user: { id: string; name: string }
  provider: string
  model: string
  host: string
  currency: string
}
export interface Ended {
  id: string
  accountId: string
  outcome: SentOutcome
  tokensIn: number
  tokensOut: number
  reckoned: boolean
  cost: number
  milliseconds: number
  tools: readonly string[]
  messages: readonly SentMessage[]
  answer: string
}

/** Records that something is about to be sent, before it is: a process that dies still leaves the entry. */
export async function addSent(tx: Tx, sent: NewSent): Promise<void> {
  await tx.query(
    `insert into caseloom.assistant_sent (id, account_id, tenant_id, user_id, user_name, provider, model, host, at,
                                          outcome, currency)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'underway', $10)`,
    [
      sent.id,
      sent.accountId,
      sent.tenantId,
      sent.user.id,
      sent.user.name,
      sent.provider,
      sent.model,
      sent.host,
      tx.now,
      sent.currency,
    ],
  )
}

/** Notes what goes out as it goes out. */
export async function noteMessages(tx: Tx, id: string, messages: readonly SentMessage[]): Promise<void> {
  await tx.query('update caseloom.assistant_sent set messages = $2 where id = $1', [id, storable(messages)])
}

/** Notes how it ended and counts what was used. */
export async function endSent(tx: Tx, ended: Ended): Promise<void> {
  await tx.query(
    `update caseloom.assistant_sent
        set outcome = $2, tokens_in = $3, tokens_out = $4, reckoned = $5, cost = $6, milliseconds = $7, tools = $8,
            messages = $9, answer = $10
      where id = $1`,
    [
      ended.id,
      ended.outcome,
      ended.tokensIn,
      ended.tokensOut,
      ended.reckoned,
      ended.cost,
      ended.milliseconds,
      JSON.stringify(ended.tools),
      storable(ended.messages),
      ended.answer.replaceAll('\0', ''),
    ],
  )
  await tx.query(
    `insert into caseloom.assistant_usage as usage (account_id, day, questions, tokens_in, tokens_out, cost)
     values ($1, ($2::timestamptz at time zone 'UTC')::date, 1, $3, $4, $5)
     on conflict (account_id, day) do update
        set questions = usage.questions + 1, tokens_in = usage.tokens_in + excluded.tokens_in,
            tokens_out = usage.tokens_out + excluded.tokens_out, cost = usage.cost + excluded.cost`,
    [ended.accountId, tx.now, ended.tokensIn, ended.tokensOut, ended.cost],
  )
}

function storable(messages: readonly SentMessage[]): string {
  // PostgreSQL takes no NUL in texts, not even an escaped one.
  return JSON.stringify(messages.map(({ role, text }) => ({ role, text: text.replaceAll('\0', '') })))
}

export interface Used {
  today: ModelUsage
  month: ModelUsage
}

/** Sums of integers come as text. */
const UsageRow = z.object({
  span: z.enum(['today', 'month']),
  questions: z.string(),
  tokens_in: z.string(),
  tokens_out: z.string(),
  cost: z.number(),
})

/** What the account used today and this month, by UTC. */
export async function usageOf(tx: Tx, accountId: string): Promise<Used> {
  const rows = await tx.rows(
    UsageRow,
    `with utc as (select ($2::timestamptz at time zone 'UTC')::date as today)
     select span, coalesce(sum(questions), 0) as questions, coalesce(sum(tokens_in), 0) as tokens_in,
            coalesce(sum(tokens_out), 0) as tokens_out, coalesce(sum(cost), 0) as cost
       from utc, (values ('today'), ('month')) as spans (span)
       left join caseloom.assistant_usage u on u.account_id = $1
        and u.day >= (select case span when 'today' then today else date_trunc('month', today)::date end from utc)
      group by span`,
    [accountId, tx.now],
  )
  const of = (span: 'today' | 'month'): ModelUsage => {
    const row = rows.find((each) => each.span === span)
    return {
      questions: Number(row?.questions ?? 0),
      tokensIn: Number(row?.tokens_in ?? 0),
      tokensOut: Number(row?.tokens_out ?? 0),
      cost: row?.cost ?? 0,
    }
  }
  return { today: of('today'), month: of('month') }
}

/** Questions of a user since an instant, and when the first of them was asked. */
export async function askedSince(
  tx: Tx,
  userId: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  const rows = await tx.rows(
    CountFirstRow,
    `select count(*) as count, min(at) as first from caseloom.assistant_sent
      where user_id = $1 and tenant_id is not null and id >= $2::uuid and at > $3`,
    [userId, firstIdAt(since.getTime() - 60_000), since],
  )
  return { count: Number(rows[0]?.count ?? 0), first: rows[0]?.first ?? null }
}

const COLUMNS = `id, account_id, tenant_id, user_id, user_name, provider, model, host, at, outcome, tokens_in, tokens_out,
  reckoned, cost, currency, milliseconds, tools`

const SentRow = z.object({
  id: z.string(),
  tenant_id: z.string().nullable(),
  user_id: z.string(),
  user_name: z.string(),
  provider: z.string(),
  model: z.string(),
  host: z.string(),
  at: z.date(),
  outcome: z.string(),
  tokens_in: z.number(),
  tokens_out: z.number(),
  reckoned: z.boolean(),
  cost: z.number(),
  currency: z.string(),
  milliseconds: z.number().nullable(),
  tools: z.unknown(),
})
type SentRow = z.infer<typeof SentRow>

const WholeSentRow = SentRow.extend({ messages: z.array(SentMessage), answer: z.string() })

/** Entries of an account, newest first, below an id. */
export async function sentOf(
  tx: Tx,
  accountId: string,
  filter: SentQuery,
  page: { before: string | null; limit: number },
): Promise<SentEntry[]> {
  const rows = await tx.rows(
    SentRow,
    `select ${COLUMNS} from caseloom.assistant_sent
      where account_id = $1 and ($2::uuid is null or tenant_id = $2) and ($3::text is null or user_id::text = $3)
        and ($4::text is null or outcome = $4) and ($5::timestamptz is null or at >= $5)
        and ($6::timestamptz is null or at < $6) and ($7::uuid is null or id < $7)
      order by id desc limit $8`,
    [
      accountId,
      filter.tenantId ?? null,
      filter.userId ?? null,
      filter.outcome ?? null,
      filter.from === undefined ? null : new Date(filter.from),
      filter.to === undefined ? null : new Date(filter.to),
      page.before,
      page.limit,
    ],
  )
  return rows.map(entryOf)
}

/** One entry with what went out; null when the account has none such. */
export async function sentById(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<(SentEntry & { messages: SentMessage[]; answer: string }) | null> {
  const rows = await tx.rows(
    WholeSentRow,
    `select ${COLUMNS}, messages, answer from caseloom.assistant_sent where account_id = $1 and id = $2`,
    [accountId, id],
  )
  const [row] = rows
  if (row === undefined) return null
  return { ...entryOf(row), messages: row.messages, answer: row.answer }
}

/** Forgets entries that are older than their account keeps them, at most so many; answers how many. */
export async function forgetSent(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from caseloom.assistant_sent where id in (
       select s.id from caseloom.assistant_sent s
         left join caseloom.assistant_model m on m.account_id = s.account_id
        where s.at < $1::timestamptz - make_interval(days => coalesce((m.settings ->> 'logDays')::int, 30))
        limit $2) returning 1`,
    [tx.now, limit],
  )
  return rows.length
}

function entryOf(row: SentRow): SentEntry {
  return SentEntry.parse({
    id: row.id,
    at: row.at.toISOString(),
    tenantId: row.tenant_id,
    user: { id: row.user_id, name: row.user_name },
    provider: row.provider,
    model: row.model,
    host: row.host,
    outcome: row.outcome,
    tokensIn: row.tokens_in,
    tokensOut: row.tokens_out,
    reckoned: row.reckoned,
    cost: row.cost,
    currency: row.currency,
    milliseconds: row.milliseconds,
    tools: row.tools,
  })
}
