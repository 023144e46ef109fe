import type { Product } from '@caseloom/testkit/product'
import { openDoors } from '@caseloom/testkit/product-doors'
import { z } from 'zod'

const Run = z.object({
  id: z.string(),
  number: z.string(),
  key: z.string(),
  state: z.string(),
  output: z.string().nullable(),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  parent_run: z.string().nullable(),
  parent_wait: z.string().nullable(),
  waits: z.string().nullable(),
})
const Event = z.looseObject({ kind: z.string(), id: z.string().optional(), at: z.number() })
const Turn = z.object({ run_id: z.string(), seq: z.number(), events: z.array(Event) })
const Delivery = z.object({ dedup_key: z.string(), run_id: z.string() })
const Question = z.object({
  run_id: z.string(),
  path: z.string(),
  title: z.string(),
  state: z.string(),
  verdicts: z.array(z.string()),
})
const Count = z.object({ n: z.coerce.number() })

/** What the database holds at the end of a trial. */
export interface Facts {
  runs: z.output<typeof Run>[]
  turns: z.output<typeof Turn>[]
  /** Accepted deliveries by the key that their sender gave them. */
  deliveries: z.output<typeof Delivery>[]
  questions: z.output<typeof Question>[]
  /** Rows that must not exist after every run has ended. */
  leftOpen: { what: string; n: number }[]
}

type Place = { tenantId: string; accountId: string }
type Query = (text: string) => Promise<Record<string, unknown>[]>

/** Reads what happened as one more process of the product would. */
export async function readFacts(product: Product, place: Place): Promise<Facts> {
  return withQuery(product, place, async (query) => ({
    runs: z.array(Run).parse(
      await query(`select r.id, r.number::text, p.key, r.state, r.output, r.error, r.parent_run, r.parent_wait,
            (select string_agg(w.path || ' ' || w.state || ' ' || w.attempts, ', ') from caseloom.run_wait w
              where w.run_id = r.id) as waits
          from caseloom.run r join caseloom.playbook p on p.id = r.playbook_id order by r.number`),
    ),
    turns: z
      .array(Turn)
      .parse(
        await query(
          `select run_id, seq, entry -> 'events' as events from caseloom.run_entry order by run_id, seq`,
        ),
      ),
    deliveries: z
      .array(Delivery)
      .parse(await query(`select dedup_key, run_id from caseloom.delivery where outcome = 'accepted'`)),
    questions: z.array(Question).parse(
      await query(`select a.run_id, a.path, a.title, a.state,
            array(select w.verdict from caseloom.approval_answer w where w.approval_id = a.id) as verdicts
          from caseloom.approval a`),
    ),
    leftOpen: await Promise.all(
      Object.entries(LEFT_OPEN).map(async ([what, text]) => ({
        what,
        n: Count.parse((await query(text))[0]).n,
      })),
    ),
  }))
}

/** Runs by state; the ones that are not over yet keep a trial waiting. */
export async function openRuns(product: Product, place: Place): Promise<number> {
  return withQuery(product, place, async (query) => {
    const open = `select count(*) as n from caseloom.run where state in ('queued', 'running', 'waiting')`
    return Count.parse((await query(open))[0]).n
  })
}

const OF_ENDED = `join caseloom.run r on r.id = x.run_id where r.state not in ('queued', 'running', 'waiting')`
const LEFT_OPEN = {
  'open waits of ended runs': `select count(*) as n from caseloom.run_wait x ${OF_ENDED} and x.state = 'open'`,
  'answers that are still being delivered': `select count(*) as n from caseloom.run_wait x ${OF_ENDED} and x.due_at is not null`,
  'starts of ended runs': `select count(*) as n from caseloom.relay x ${OF_ENDED}`,
  'open questions of ended runs': `select count(*) as n from caseloom.approval x ${OF_ENDED} and x.state = 'open'`,
  // A cancel request is dropped when it's next due after its run has ended, so only an unprocessed one remains.
  'cancel requests that were never dropped': `select count(*) as n from caseloom.run_cancel x ${OF_ENDED} and x.due_at < now() - interval '15 seconds'`,
}

async function withQuery<T>(product: Product, place: Place, work: (query: Query) => Promise<T>): Promise<T> {
  const doors = await openDoors(product, place)
  try {
    return await work((text) => doors.scope.read((tx) => tx.query<Record<string, unknown>>(text)))
  } finally {
    await doors.close()
  }
}
