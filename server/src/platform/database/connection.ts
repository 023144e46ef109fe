import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { PoolClient } from 'pg'

/** Kysely bound to the client of one transaction: it compiles and runs, but never begins or commits. */
export function kyselyOn<Tables>(client: () => Promise<PoolClient>): Kysely<Tables> {
  const connection = new ClientConnection(client)
  return new Kysely<Tables>({ dialect: new ClientDialect(connection) }).withSchema('caseloom')
}

class ClientConnection implements DatabaseConnection {
  readonly #client: () => Promise<PoolClient>
  constructor(client: () => Promise<PoolClient>) {
    this.#client = client
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const client = await this.#client()
    const result = await client.query(query.sql, [...query.parameters])
    return {
      // Kysely promises the row type that its query builder inferred.
      rows: result.rows as Row[],
      ...(result.rowCount === null ? {} : { numAffectedRows: BigInt(result.rowCount) }),
    }
  }

  // oxlint-disable-next-line require-yield -- streaming is not offered inside a transaction
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming inside a transaction isn’t supported')
  }
}

class ClientDialect implements Dialect {
  readonly #connection: DatabaseConnection
  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }
  createDriver(): Driver {
    return new ClientDriver(this.#connection)
  }
  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler()
  }
  createAdapter(): PostgresAdapter {
    return new PostgresAdapter()
  }
  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }
}

class ClientDriver implements Driver {
  readonly #connection: DatabaseConnection
  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    throw new Error('The transaction is already open')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
