import type { PoolClient } from 'pg'
import { databaseNow } from './clock.ts'
import { causeOf, isReadOnly } from './connection-faults.ts'
import { outboxInsert } from './outbox.ts'
import { parsedRows } from './rows.ts'
import type { Announcement, Tx } from './types.ts'

/** A client on which BEGIN was sent; `begun` resolves later with whether it succeeded. */
export interface Begun {
  client: PoolClient
  begun: Promise<unknown>
}

/**
 * One transaction of a piece of work. It begins with the first statement: until then no connection is held, and work
 * that thinks long before it writes leaves nothing open.
 */
export class OpenTx {
  readonly facts: Announcement[] = []
  readonly afterCommit: (() => void)[] = []
  readonly tx: Tx
  readonly #begin: () => Promise<Begun>
  readonly #kind: { onlyReads: boolean }
  #started: Promise<Begun> | undefined
  #ended = false
  #released = false
  #left: Promise<void> | undefined

  constructor(begin: () => Promise<Begun>, kind: { onlyReads: boolean }) {
    this.#begin = begin
    this.#kind = kind
    const client = () => this.#client()
    this.tx = {
      now: new Date(databaseNow()),
      rows: async (schema, ...statement) => parsedRows(schema, await rowsOf(await client(), statement)),
      async query<Row>(...statement: Statement): Promise<Row[]> {
        return rowsOf(await client(), statement)
      },
      announce: (fact) => void this.facts.push(fact),
      afterCommit: (action) => void this.afterCommit.push(action),
    }
  }

  /** Writes the facts and commits; work without a statement or a fact never asks the database. */
  async commit(tenantId: string | null): Promise<void> {
    if (this.facts.length > 0) await this.#client()
    this.#ended = true
    if (this.#started === undefined) return
    const { client, begun } = await this.#started
    const announced = this.facts.length > 0 ? outboxInsert(client, tenantId, this.facts) : undefined
    // Behind a failed insert, the commit only rolls back, and the insert reports why.
    await Promise.all([begun, announced, client.query('COMMIT')])
    this.#release(client, false)
  }

  /** Does one statement that only reads; the end goes out with it, which saves a round trip. */
  async only(...statement: Statement): Promise<unknown[]> {
    const asked = rowsOf(await this.#client(), statement)
    this.end()
    return asked
  }

  /** Ends what only read; no one need wait for it. */
  end(): void {
    this.#ended = true
    this.#left ??= this.#leave()
  }

  /** Rolls back; answers why the work failed, for statements behind a BEGIN that failed only say that they did. */
  async fail(reason: unknown): Promise<unknown> {
    this.#ended = true
    // The statement that began the transaction reports it.
    const started = await this.#started?.catch(() => undefined)
    if (started === undefined) return causeOf(Promise.resolve(), reason, this.#kind)
    await this.#left
    const cause = await causeOf(started.begun, reason, this.#kind)
    // A session that turned out read-only resolves to a server that was demoted or frozen: the next one may not.
    if (!this.#released) this.#release(started.client, (await rollback(started.client)) || isReadOnly(cause))
    return cause
  }

  async #client(): Promise<PoolClient> {
    if (this.#ended) throw new Error('The transaction has ended')
    this.#started ??= this.#begin()
    return (await this.#started).client
  }

  async #leave(): Promise<void> {
    // What never began has nothing to leave.
    const started = await this.#started?.catch(() => undefined)
    if (started !== undefined) this.#release(started.client, await rollback(started.client))
  }

  #release(client: PoolClient, broken: boolean): void {
    this.#released = true
    client.release(broken)
  }
}

type Statement = [text: string, values?: readonly unknown[] | undefined, name?: string | undefined]

async function rowsOf<Row>(client: PoolClient, [text, values = [], name]: Statement): Promise<Row[]> {
  const named = name === undefined ? {} : { name }
  const result = await client.query({ text, values: [...values], ...named })
  // The caller states the row shape of its own SQL text.
  return result.rows as Row[]
}

/** Rolls back; true when the connection itself is beyond use. */
export async function rollback(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    return false
  } catch {
    // The work has failed or ended by now; its own error is the one that is reported.
    return true
  }
}
